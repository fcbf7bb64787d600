import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Responder = (response: ServerResponse, request: IncomingMessage) => void;

export interface ScriptedServer {
  readonly url: string;
  /** Requests in the order in which they came. */
  readonly requests: IncomingMessage[];
  /** Sets answers of the next requests, one after the other; the last one goes on. */
  play(...answers: Responder[]): void;
  /** Ends every connection, also in the middle of an answer. */
  cut(): void;
  stop(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const requests: IncomingMessage[] = [];
  let script: Responder[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const answer = script.length > 1 ? script.shift() : script[0];
    answer?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play(...answers) {
      requests.length = 0;
      script = answers;
    },
    cut: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Responder =>
  (response) => {
    const type = status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8';
    response.writeHead(status, { 'Content-Type': type, 'X-Request-Id': 'r1', ...headers }).end(JSON.stringify(body));
  };

export const problem = (status: number, code: string, headers: Record<string, string> = {}): Responder =>
  json(
    { type: `/docs#${code}`, title: code, status, detail: `about ${code}`, code, instance: 'urn:request:r1' },
    status,
    headers,
  );

/** Begins an answer and lets the connection break. */
export const breakOff: Responder = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
  response.write('{"chains":', () => response.destroy());
};

export const refuse: Responder = (response) => response.destroy();
/** Never answers. */
export const hang: Responder = () => undefined;

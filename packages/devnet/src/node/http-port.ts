/** A listening HTTP port on loopback, whatever is spoken there. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Core's -rpcservertimeout. */
const IDLE_TIMEOUT_MS = 30_000;
/** Names come from callers: their number is bounded. */
const MAX_COUNTED = 100;

export class HttpPort {
  private readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  private server: Server | null = null;

  constructor(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>) {
    this.handle = handle;
  }

  /**
   * @param prepare gets the server before it listens
   * @returns the port that is listened on; `port` 0 takes a free one
   */
  async listen(port: number, prepare: (server: Server) => void = () => undefined): Promise<number> {
    const server = createServer((request, response) => {
      this.handle(request, response).catch((cause: unknown) =>
        response.destroy(cause instanceof Error ? cause : undefined),
      );
    });
    server.keepAliveTimeout = IDLE_TIMEOUT_MS;
    prepare(server);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
    this.server = server;
    return (server.address() as AddressInfo).port;
  }

  /** Drops every connection and stops listening. */
  async close(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }
}

/** Calls so far, by name. */
export class RequestCounter {
  private readonly requests = new Map<string, number>();

  count(name: string): void {
    if (!this.requests.has(name) && this.requests.size >= MAX_COUNTED) return;
    this.requests.set(name, (this.requests.get(name) ?? 0) + 1);
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.requests);
  }
}

/** @returns null when the body is larger than a node takes */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

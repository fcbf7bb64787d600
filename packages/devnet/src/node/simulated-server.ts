/**
 * Common part of the HTTP servers of simulated nodes, whatever is spoken there: listen on loopback, count calls, warm
 * up.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Core's -rpcservertimeout. */
const IDLE_TIMEOUT_MS = 30_000;

export abstract class SimulatedServer {
  #server: Server | null = null;
  #warmUntilMs = 0;
  readonly #requests = new Map<string, number>();

  /** @returns the port that is listened on; `port` 0 takes a free one */
  async listen(port: number): Promise<number> {
    const server = createServer((request, response) => {
      this.handle(request, response).catch((cause: unknown) =>
        response.destroy(cause instanceof Error ? cause : undefined),
      );
    });
    server.keepAliveTimeout = IDLE_TIMEOUT_MS;
    this.prepare(server);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
    this.#server = server;
    return (server.address() as AddressInfo).port;
  }

  /** Answers for a while as a node does that is starting. */
  warmUp(durationMs: number): void {
    this.#warmUntilMs = Date.now() + durationMs;
  }

  /** Calls so far, by RPC method ("getblock") and REST resource ("rest/block"). */
  requestCounts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#requests);
  }

  /** Drops every connection and stops listening. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }

  protected abstract handle(request: IncomingMessage, response: ServerResponse): Promise<void>;

  /** Gets the server before it listens. */
  protected prepare(_server: Server): void {}

  protected get isWarmingUp(): boolean {
    return Date.now() < this.#warmUntilMs;
  }

  protected count(name: string): void {
    this.#requests.set(name, (this.#requests.get(name) ?? 0) + 1);
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

/** An error that a JSON-RPC answer carries (codes: bitcoin src/rpc/protocol.h). */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const RPC_INVALID_REQUEST = -32600;
export const RPC_METHOD_NOT_FOUND = -32601;
export const RPC_MISC_ERROR = -1;
export const RPC_INVALID_ADDRESS_OR_KEY = -5;
export const RPC_INVALID_PARAMETER = -8;
export const RPC_DESERIALIZATION_ERROR = -22;
export const RPC_IN_WARMUP = -28;

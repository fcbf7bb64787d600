/** A local HTTP server of a test, which may stop it and start it again on its port. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export abstract class FakeServer<Client extends { close(): Promise<void> }> {
  protected readonly server: Server;
  protected port = 0;
  readonly #sockets = new Set<Socket>();
  readonly #clients: Client[] = [];

  constructor() {
    this.server = createServer((request, response) => void this.serve(request, response));
    this.server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    });
  }

  protected abstract serve(request: IncomingMessage, response: ServerResponse): Promise<void>;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts, or starts again on the same port, until the test ends. */
  async start(): Promise<this> {
    onTestFinished(() => this.#end());
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  /** Ends idle connections, and returns once their clients have seen that and closed them, too. */
  async hangUp(): Promise<void> {
    const closed = [...this.#sockets].map((socket) => once(socket, 'close'));
    for (const socket of this.#sockets) socket.end();
    await Promise.all(closed);
  }

  /** @returns the client, which is closed when the test ends */
  protected closed(client: Client): Client {
    this.#clients.push(client);
    return client;
  }

  /** Also cuts connections in use. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #end(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.close()));
    await this.stop();
  }
}

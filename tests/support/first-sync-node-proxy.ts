/** A TCP relay before a node, which can be cut: what an indexer sees of a node that dies and comes back. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class NodeProxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  private constructor(target: URL) {
    this.#target = target;
  }

  /** @param nodeUrl with host, port and credentials */
  static async start(nodeUrl: string): Promise<NodeProxy> {
    const proxy = new NodeProxy(new URL(nodeUrl));
    await proxy.restore();
    return proxy;
  }

  /** The node's own, with the relay's port. */
  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  /** Resets every connection and refuses new ones. */
  async cut(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    server.close();
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await once(server, 'close');
  }

  /** Listens again, on the same port. */
  async restore(): Promise<void> {
    if (this.#server) return;
    const server = createServer((client) => this.#relay(client));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  #relay(client: Socket): void {
    const node = connect(Number(this.#target.port), this.#target.hostname);
    for (const [socket, other] of [
      [client, node],
      [node, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.pipe(other);
      // Either end's fate is the other's; the error itself is seen by the indexer, not here.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }
}

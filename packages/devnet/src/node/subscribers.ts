import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { FaultInjector } from './faults.js';

interface SubscribersOptions<Subscription, Block> {
  readonly faults: FaultInjector;
  /** The method that faults strike. */
  readonly method: string;
  /** Bytes of a message. */
  readonly maxPayload: number;
  readonly path?: string;
  /** Answers a message; a call that subscribes adds to the connection's own. Empty for nothing. */
  readonly answer: (text: string, own: Set<Subscription>) => string | Promise<string>;
  readonly tell: (subscription: Subscription, block: Block) => string;
}

/** Those who are told of new blocks, over WebSocket. */
export class Subscribers<Subscription, Block> {
  readonly #options: SubscribersOptions<Subscription, Block>;
  readonly #sockets = new Map<WebSocket, Set<Subscription>>();

  constructor(options: SubscribersOptions<Subscription, Block>) {
    this.#options = options;
  }

  attach(server: Server): void {
    const { path, maxPayload, answer } = this.#options;
    const sockets = new WebSocketServer({ server, maxPayload, ...(path === undefined ? {} : { path }) });
    // A failure to listen is the HTTP server's to report.
    sockets.on('error', () => undefined);
    sockets.on('connection', (socket) => {
      const own = new Set<Subscription>();
      this.#sockets.set(socket, own);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.terminate());
      socket.on('message', async (data) => {
        const text = await answer(String(data), own);
        if (text !== '') socket.send(text);
      });
    });
  }

  /** Tells of a block that joined the chain; of those that left it nobody is told. */
  announce(block: Block): void {
    const { faults, method, tell } = this.#options;
    for (const [socket, own] of this.#sockets) {
      if (own.size === 0 || faults.draw(method, 'silent-heads')) continue;
      if (faults.draw(method, 'dropped-heads')) socket.terminate();
      else for (const subscription of own) socket.send(tell(subscription, block));
    }
  }

  closeAll(): void {
    for (const socket of this.#sockets.keys()) socket.terminate();
    this.#sockets.clear();
  }
}

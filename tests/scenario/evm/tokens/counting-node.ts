/** A proxy before a node that counts what is asked about each contract. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Question {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** `balanceOf` by both of its selectors: asked again with each transfer. */
const BALANCES = /^0x(?:70a08231|00fdd58e)/;

export class CountingNode {
  readonly #server: Server;
  readonly #asked = new Map<string, number>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(target: string): Promise<CountingNode> {
    const server = createServer(async (incoming, answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      proxy.#count(JSON.parse(body.toString()) as Question | readonly Question[]);
      try {
        const headers = { 'content-type': 'application/json' };
        const words = await fetch(target, { method: 'POST', headers, body });
        answer.writeHead(words.status, headers).end(Buffer.from(await words.arrayBuffer()));
      } catch {
        answer.destroy();
      }
    });
    const proxy = new CountingNode(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How often anything but a balance was asked of or about a contract. */
  asked(address: string): number {
    return this.#asked.get(address.toLowerCase()) ?? 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #count(questions: Question | readonly Question[]): void {
    for (const { method, params = [] } of [questions].flat()) {
      const [first] = params as [{ to?: string; data?: string } | string | undefined];
      const address =
        method === 'eth_call' && typeof first === 'object'
          ? first.to
          : method === 'eth_getCode' || method === 'eth_getStorageAt'
            ? (first as string)
            : undefined;
      if (address === undefined || (typeof first === 'object' && BALANCES.test(first.data ?? ''))) continue;
      this.#asked.set(address.toLowerCase(), (this.#asked.get(address.toLowerCase()) ?? 0) + 1);
    }
  }
}

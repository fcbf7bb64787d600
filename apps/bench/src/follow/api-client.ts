import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainCode } from '@chaintrail/chains';

const ASK_EVERY_MS = 5;
const PATIENCE_MS = 60_000;

/** Sends one request after the other on one connection that stays open. */
export class ApiClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** @param url without a slash at the end */
  constructor(url: string) {
    this.#url = url;
  }

  /** @returns when the API had answered with the transaction, as performance.now() counts */
  async whenFound(chain: ChainCode, txid: string): Promise<number> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const askedMs = performance.now();
      const status = await this.status(`/v0/transactions/${chain}/${txid}`);
      const answeredMs = performance.now();
      if (status === 200) return answeredMs;
      if (status !== 404) throw new Error(`the API answers ${status} to a transaction`);
      if (answeredMs > end) throw new Error(`transaction ${txid} was not indexed within ${PATIENCE_MS} ms`);
      await sleep(Math.max(0, askedMs + ASK_EVERY_MS - answeredMs));
    }
  }

  /** The status of the answer, once its body is here. */
  status(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = get(`${this.#url}${path}`, { agent: this.#agent }, (response) => {
        response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
        response.resume();
      });
      request.on('error', reject);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

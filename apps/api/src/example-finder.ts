import { formatAddress } from '@chaintrail/chains';
import { type Pool, readExample } from '@chaintrail/db';
import type { ChainDirectory, FollowedChain } from './chain-directory.js';

/** An address and a transaction of a chain that can be asked about now. */
export interface Example extends FollowedChain {
  readonly txid: string;
  readonly height: number;
  readonly address: string | null;
}

const FRESH_MS = 10_000;

/** Finds examples that work, and keeps them for a while: the index document is what monitors ask for all day. */
export class ExampleFinder {
  readonly #pool: Pool;
  readonly #chains: ChainDirectory;
  #found: Promise<readonly Example[]> | undefined;
  #foundAt = 0;

  constructor(pool: Pool, chains: ChainDirectory) {
    this.#pool = pool;
    this.#chains = chains;
  }

  /** @returns one example per chain that is live; rejects when the database does not answer */
  find(): Promise<readonly Example[]> {
    if (!this.#found || performance.now() - this.#foundAt > FRESH_MS) {
      this.#foundAt = performance.now();
      const finding = this.#read();
      this.#found = finding;
      // A failure is not kept: the next caller asks again.
      finding.catch(() => {
        if (this.#found === finding) this.#found = undefined;
      });
    }
    return this.#found;
  }

  async #read(): Promise<Example[]> {
    const live = (await this.#chains.list()).filter(({ state }) => state.liveSince !== null);
    const examples = await Promise.all(live.map((followed) => this.#readOne(followed)));
    return examples.flat();
  }

  async #readOne({ chain, network }: FollowedChain): Promise<Example[]> {
    const found = await readExample(this.#pool, chain.code);
    if (!found) return [];
    const address = found.addressKey && formatAddress(network, found.addressKey);
    return [{ chain, network, txid: found.txid, height: found.height, address }];
  }
}

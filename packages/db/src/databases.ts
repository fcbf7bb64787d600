/** Which database each chain is in, for programs that write: a pool for each of them, however many chains it has. */
import type { ChainCode } from '@chaintrail/chains';
import { createPool, type Pool, type PoolOptions } from './connection.js';
import type { OperatorChainState } from './read/chain-state.js';
import { readChainsWithReasons } from './read/read-chains.js';

export class Databases {
  /** postgres://… of a chain's database; never logged. */
  readonly url: (chain: ChainCode) => string;
  readonly #options: PoolOptions;
  readonly #pools = new Map<string, Pool>();

  constructor(url: (chain: ChainCode) => string, options: PoolOptions) {
    this.url = url;
    this.#options = options;
  }

  /** host:port/name of a chain's database, without who may open it. */
  location(chain: ChainCode): string {
    const { hostname, port, pathname } = new URL(this.url(chain));
    return `${hostname}:${port || 5432}${pathname}`;
  }

  pool(chain: ChainCode): Pool {
    const url = this.url(chain);
    const pool = this.#pools.get(url) ?? createPool(url, this.#options);
    this.#pools.set(url, pool);
    return pool;
  }

  /** @returns what is known of the chains, in no order @throws what a database that does not answer does */
  async readChains(chains: readonly ChainCode[]): Promise<OperatorChainState[]> {
    const pools = new Set(chains.map((chain) => this.pool(chain)));
    const states = await Promise.all([...pools].map((pool) => this.#readChains(pool, chains)));
    return states.flat();
  }

  /** The same where databases answer: while one is away, its indexer says so. */
  async readAnsweringChains(chains: readonly ChainCode[]): Promise<OperatorChainState[]> {
    const pools = new Set(chains.map((chain) => this.pool(chain)));
    const states = await Promise.all([...pools].map((pool) => this.#readChains(pool, chains).catch(() => [])));
    return states.flat();
  }

  async #readChains(pool: Pool, chains: readonly ChainCode[]): Promise<OperatorChainState[]> {
    const states = await readChainsWithReasons(pool);
    // A chain that has a database of its own may have left rows in another one.
    return states.filter(({ chain }) => chains.includes(chain) && this.pool(chain) === pool);
  }

  async end(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()));
  }
}

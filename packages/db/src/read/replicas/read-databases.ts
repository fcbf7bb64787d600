import type { ChainCode } from '@chaintrail/chains';
import type { ReadDatabase } from './read-database.js';

/** Which database each chain is read from. */
export class ReadDatabases {
  readonly all: readonly ReadDatabase[];
  readonly #common: ReadDatabase | undefined;
  readonly #own: ReadonlyMap<ChainCode, ReadDatabase>;

  constructor(all: readonly ReadDatabase[]) {
    this.all = all;
    this.#common = all.find(({ options }) => options.chain === null);
    this.#own = new Map(
      all.flatMap((each) => (each.options.chain === null ? [] : [[each.options.chain, each] as const])),
    );
  }

  /** @returns undefined of a chain that no database is configured for */
  of(chain: ChainCode): ReadDatabase | undefined {
    return this.#own.get(chain) ?? this.#common;
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map((database) => database.end()));
  }
}

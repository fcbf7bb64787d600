import { type ChainCode, hasValue } from '@chaintrail/chains';
import {
  type Asking,
  isStoreError,
  OWN,
  type Queryable,
  type ReadDatabases,
  readRates,
  type StoredRate,
} from '@chaintrail/db';
import type { ChainDirectory } from './chain-directory.js';
import type { FollowedChain, ListedChain } from './followed-chain.js';
import { Recent } from './recent.js';
import { type ShownRate, shownRate } from './usd.js';

/** Rates of a chain's coin at each of some moments, in their order. @param moments unix seconds; null: now */
export async function readRatesOf(
  { rates: { maxAgeSeconds } }: { readonly rates: CurrentRates },
  followed: FollowedChain,
  db: Queryable,
  moments: readonly (number | null)[],
): Promise<(ShownRate | null)[]> {
  if (!hasValue(followed.network.name)) return moments.map(() => null);
  const { symbol } = followed.chain;
  const now = Math.floor(Date.now() / 1000);
  const found = await readRates(
    db,
    moments.map((moment) => ({ symbol, moment: moment ?? now })),
  );
  return moments.map((moment, at) => shownRate(found[at] ?? null, moment, maxAgeSeconds, now));
}

/**
 * The last rate of each coin at a moment, however old; of chains whose databases answer. One statement for each
 * database. Of several, one that fails tells nothing of its chains, and those of others are answered.
 * @param moment unix seconds; null: now
 * @param asking whose question it is
 */
export async function readLastRates(
  databases: ReadDatabases,
  chains: readonly ListedChain[],
  moment: number | null,
  asking: Asking,
): Promise<ReadonlyMap<ChainCode, StoredRate>> {
  const asked = chains.filter((listed) => listed.isAnswering && hasValue(listed.network.name));
  const at = moment ?? Math.floor(Date.now() / 1000);
  const parts = await Promise.all(
    databases.all.map(async (database) => {
      const here = asked.filter(({ chain }) => databases.of(chain.code) === database);
      if (here.length === 0) return [];
      const wanted = here.map(({ chain }) => ({ symbol: chain.symbol, moment: at }));
      try {
        const look = { heights: () => new Map(), asking };
        const found = await database.read((db) => readRates(db, wanted), look);
        return here.flatMap(({ chain }, n) => (found[n] ? [[chain.code, found[n]] as const] : []));
      } catch (error) {
        if (!isStoreError(error) || databases.all.length === 1) throw error;
        return [];
      }
    }),
  );
  return new Map(parts.flat());
}

/** Worth of coins now. Rates come every five minutes: one that is a second old is as good, and costs no statement. */
export class CurrentRates {
  /** Rates whose prices are older are not told. */
  readonly maxAgeSeconds: number;
  readonly #chains: ChainDirectory;
  readonly #found = new Map<ChainCode, Recent<StoredRate | null>>();

  constructor(chains: ChainDirectory, maxAgeSeconds: number) {
    this.#chains = chains;
    this.maxAgeSeconds = maxAgeSeconds;
  }

  /** @returns null where nobody knows. Read a second ago, at most */
  async of(followed: FollowedChain): Promise<ShownRate | null> {
    if (!hasValue(followed.network.name)) return null;
    return shownRate(await this.#read(followed), null, this.maxAgeSeconds);
  }

  #read({ chain: { code, symbol } }: FollowedChain): Promise<StoredRate | null> {
    const recent = this.#found.get(code) ?? new Recent(() => this.#ask(code, symbol));
    this.#found.set(code, recent);
    return recent.get();
  }

  async #ask(code: ChainCode, symbol: string): Promise<StoredRate | null> {
    const wanted = [{ symbol, moment: Math.floor(Date.now() / 1000) }];
    const look = { heights: () => new Map(), asking: OWN };
    const [found = null] = await this.#chains.databaseOf(code).read((db) => readRates(db, wanted), look);
    return found;
  }
}

import { type ChainCode, hasValue } from '@chaintrail/chains';
import { type Queryable, type ReadDatabases, readRates, type StoredRate } from '@chaintrail/db';
import { type ShownRate, shownRate } from '../shape/usd.js';
import type { ChainDirectory } from './chain-directory.js';
import type { FollowedChain, ListedChain } from './followed-chain.js';

/**
 * What a chain's coin was worth at each of some moments, in their order.
 * @param moments unix seconds; null: now
 */
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

/** The last rate of each coin, however old; of chains whose databases answer. One statement for each database. */
export async function readLastRates(
  databases: ReadDatabases,
  chains: readonly ListedChain[],
): Promise<ReadonlyMap<ChainCode, StoredRate>> {
  const asked = chains.filter((listed) => listed.isAnswering && hasValue(listed.network.name));
  const moment = Math.floor(Date.now() / 1000);
  const parts = await Promise.all(
    databases.all.map(async (database) => {
      const here = asked.filter(({ chain }) => databases.of(chain.code) === database);
      if (here.length === 0) return [];
      const wanted = here.map(({ chain }) => ({ symbol: chain.symbol, moment }));
      const found = await database.read((db) => readRates(db, wanted), { heights: () => new Map() });
      return here.flatMap(({ chain }, at) => (found[at] ? [[chain.code, found[at]] as const] : []));
    }),
  );
  return new Map(parts.flat());
}

/**
 * Rates are found every five minutes: one that is a second old is as good as a new one, and costs balances no
 * statement.
 */
const CURRENT_MS = 1_000;

/** What coins are worth now. */
export class CurrentRates {
  /** Rates whose prices are older are not told. */
  readonly maxAgeSeconds: number;
  readonly #chains: ChainDirectory;
  readonly #found = new Map<ChainCode, { readonly readMs: number; readonly rate: Promise<StoredRate | null> }>();

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
    const before = this.#found.get(code);
    if (before && performance.now() - before.readMs < CURRENT_MS) return before.rate;
    const rate = this.#chains
      .databaseOf(code)
      .read((db) => readRates(db, [{ symbol, moment: Math.floor(Date.now() / 1000) }]), { heights: () => new Map() })
      .then(([found = null]) => found);
    // A failure is not kept: the next caller asks again.
    rate.catch(() => this.#found.delete(code));
    this.#found.set(code, { readMs: performance.now(), rate });
    return rate;
  }
}

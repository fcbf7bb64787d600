import { type Queryable, readRates } from '@chaintrail/db';
import type { FollowedChain } from './chain-directory.js';
import type { Services } from './services.js';
import { hasValue, type ShownRate, shownRate } from './shape/usd.js';

/**
 * What a chain's coin was worth at each of some moments, in their order.
 * @param moments unix seconds; null: now
 */
export async function readRatesOf(
  { ratesMaxAgeSeconds }: Pick<Services, 'ratesMaxAgeSeconds'>,
  followed: FollowedChain,
  db: Queryable,
  moments: readonly (number | null)[],
): Promise<(ShownRate | null)[]> {
  if (!hasValue(followed)) return moments.map(() => null);
  const { symbol } = followed.chain;
  const now = Math.floor(Date.now() / 1000);
  const found = await readRates(
    db,
    moments.map((moment) => ({ symbol, moment: moment ?? now })),
  );
  return moments.map((moment, at) => shownRate(found[at] ?? null, moment, ratesMaxAgeSeconds, now));
}

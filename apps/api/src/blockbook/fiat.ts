/** Rates of coins in US dollars. */
import type { Cost } from '../access/access.js';
import { ProblemError } from '../problem.js';
import { readAnswer } from '../read/read-answer.js';
import { readRatesOf } from '../read/read-rates.js';
import type { ShownRate } from '../read/usd.js';
import type { Services } from '../services/open-services.js';
import { type BlockbookAnswer, type BlockbookChain, refused } from './blockbook-route.js';
import { findBlock } from './blocks.js';

/** Blockbook's word for a rate that is not known. */
const UNKNOWN = -1;
/** As trezor/blockbook has it (`api/fiat_rates_api.go`): wallets ask for those of all transactions that they have. */
export const MOST_MOMENTS = 1_000;
/** Looked up in the time that a row of a history takes. */
const MOMENTS_PER_ROW = 10;

export const costOfTickers = (moments: number): Cost => ({ rows: Math.ceil(moments / MOMENTS_PER_ROW) });

/** @param moments unix seconds; null: now */
export async function tickers(services: Services, followed: BlockbookChain, moments: readonly (number | null)[]) {
  if (moments.length > MOST_MOMENTS) throw refused(`expected at most ${MOST_MOMENTS} timestamps`);
  const { state, rates } = await ratesAt(services, followed, moments);
  const now = Math.floor(Date.now() / 1_000);
  return { state, tickers: rates.map((rate, n) => ({ ts: rate?.asOf ?? moments[n] ?? now, rates: usd(rate) })) };
}

export const usd = (rate: ShownRate | null): { usd: number } => ({ usd: rate === null ? UNKNOWN : Number(rate.rate) });

async function ratesAt(services: Services, followed: BlockbookChain, moments: readonly (number | null)[]) {
  const { state } = await services.chains.find(followed.chain.code);
  return readAnswer(services, followed, async (db) => ({
    state,
    rates: await readRatesOf(services, followed, db, moments),
  }));
}

/** Which currencies there are rates in. */
export async function tickersList(
  services: Services,
  followed: BlockbookChain,
  moment: number | null,
): Promise<BlockbookAnswer> {
  const { state, tickers: found } = await tickers(services, followed, [moment]);
  return { state, body: { ts: found[0]!.ts, available_currencies: ['usd'] }, isFleeting: true };
}

/** Time of a block. @throws ProblemError where the chain has none at the height */
export async function timeOfBlock(services: Services, followed: BlockbookChain, height: number): Promise<number> {
  try {
    return (await findBlock(services, followed, String(height))).time;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'unknown-block') throw refused(`block ${height} not found`);
    throw error;
  }
}

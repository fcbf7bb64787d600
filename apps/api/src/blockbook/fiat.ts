/** Rates of coins in US dollars, and sums that an address received and sent by stretches of time. */
import { MOST_CHANGES_ROWS, readBalanceChanges } from '@chaintrail/db';
import { readAddress } from '../families/named-address.js';
import { ProblemError } from '../problem.js';
import { readAnswer } from '../read/read-answer.js';
import { readRatesOf } from '../read/read-rates.js';
import type { ShownRate } from '../read/usd.js';
import type { Services } from '../services/open-services.js';
import { type Place, refused, requireOutputs, type Told } from './blockbook-route.js';
import { findBlock } from './blocks.js';

/** Blockbook's word for a rate that is not known. */
const UNKNOWN = -1;
const MOST_MOMENTS = 100;

/** @param moments unix seconds; null: now */
export async function tickers(services: Services, place: Place, moments: readonly (number | null)[]) {
  if (moments.length > MOST_MOMENTS) throw refused(`expected at most ${MOST_MOMENTS} timestamps`);
  const { state, rates } = await ratesAt(services, place, moments);
  const now = Math.floor(Date.now() / 1_000);
  return { state, tickers: rates.map((rate, n) => ({ ts: rate?.asOf ?? moments[n] ?? now, rates: usd(rate) })) };
}

const usd = (rate: ShownRate | null): { usd: number } => ({ usd: rate === null ? UNKNOWN : Number(rate.rate) });

async function ratesAt(services: Services, place: Place, moments: readonly (number | null)[]) {
  const { state } = await services.chains.find(place.chain.code);
  return readAnswer(services, place, async (db) => ({
    state,
    rates: await readRatesOf(services, place, db, moments),
  }));
}

/** Which currencies there are rates in. */
export async function tickersList(services: Services, place: Place, moment: number | null): Promise<Told> {
  const { state, tickers: found } = await tickers(services, place, [moment]);
  return { state, body: { ts: found[0]!.ts, available_currencies: ['usd'] }, isFleeting: true };
}

/**
 * Time of a block.
 * @throws ProblemError where the chain has none at the height
 */
export async function timeOfBlock(services: Services, place: Place, height: number): Promise<number> {
  try {
    return (await findBlock(services, place, String(height))).time;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'unknown-block') throw refused(`block ${height} not found`);
    throw error;
  }
}

export interface ChangesRequest {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Seconds of a stretch. */
  readonly groupBy?: number | undefined;
  /** Whether rates are told. */
  readonly hasRates: boolean;
}

const HOUR = 3_600;
const END_OF_TIME = 2 ** 32;

export async function balanceHistory(
  services: Services,
  place: Place,
  text: string,
  { from = 0, to = END_OF_TIME, groupBy = HOUR, hasRates }: ChangesRequest,
): Promise<Told> {
  const outputs = requireOutputs(place);
  const { key } = readAddress(outputs, text);
  const { state, total, changes, rates } = await readAnswer(services, outputs, async (db) => {
    const range = { from, to, seconds: Math.max(1, groupBy) };
    const found = services.chains.confirm(outputs, await readBalanceChanges(db, outputs.chain.code, key, range));
    const moments = found.changes.map(({ time }) => time);
    return { ...found, rates: hasRates ? await readRatesOf(services, outputs, db, moments) : null };
  });
  if (total > MOST_CHANGES_ROWS)
    throw refused(`the history has more than ${MOST_CHANGES_ROWS} transactions: the native API has pages of them`);
  const body = changes.map(({ time, count, received, sent, toSelf }, n) => ({
    ...{ time, txs: count, received, sent, sentToSelf: toSelf },
    ...(rates ? { rates: usd(rates[n] ?? null) } : {}),
  }));
  return { state, body, isFleeting: hasRates };
}

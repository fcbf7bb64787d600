/** Sums that an address or an account received and sent, by stretches of time. */
import {
  type BalanceChange,
  type BalanceChanges,
  MOST_CHANGES_ROWS,
  type Reader,
  readBalanceChanges,
  readBlockTimes,
  TXS_PER_BLOCK,
} from '@chaintrail/db';
import type { AccountRows } from '../accounts/account-rows.js';
import { isOfBlock } from '../accounts/one-block.js';
import { readWithAccount } from '../accounts/read-with-account.js';
import { readAddress } from '../families/named-address.js';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { partsOf } from '../read/parts.js';
import { readAnswer, requireFollowed } from '../read/read-answer.js';
import { readRatesOf } from '../read/read-rates.js';
import type { Services } from '../services/open-services.js';
import { type BlockbookAnswer, refused } from './blockbook-route.js';
import { usd } from './fiat.js';

export interface ChangesRequest {
  /** Unix seconds, both ends in it. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Seconds of a stretch. */
  readonly groupBy?: number | undefined;
  /** Gap of an account. */
  readonly gap?: number | undefined;
  /** Whether rates are told. */
  readonly hasRates: boolean;
}

const HOUR = 3_600;
const END_OF_TIME = 2 ** 32;
/** Blocks of one statement. */
const TIMES_AT_ONCE = 5_000;

/** Unix seconds. */
interface Stretches {
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
}

type ReadChanges = (db: Reader, stretches: Stretches) => Promise<BalanceChanges | null>;

export function addressChanges(services: Services, followed: ListedUtxoChain, text: string, request: ChangesRequest) {
  const { key } = readAddress(followed, text);
  const read: ReadChanges = (db, stretches) => readBalanceChanges(db, followed.chain.code, key, stretches);
  return tellChanges(services, followed, request, read);
}

/** The same of all addresses of a descriptor: a transaction between them is one, which paid itself. */
export function descriptorChanges(
  services: Services,
  followed: ListedUtxoChain,
  descriptor: string,
  request: ChangesRequest,
) {
  const asked = { descriptor, gap: request.gap };
  const read: ReadChanges = (db, stretches) =>
    readWithAccount(services, followed, db, asked, async ({ account: { rows }, state }) => {
      const times = new Map<number, number>();
      const heights = rows.length > MOST_CHANGES_ROWS ? [] : [...new Set(Array.from(rows.txKeys, heightOf))];
      for (const part of partsOf(heights, TIMES_AT_ONCE)) {
        const found = await readBlockTimes(db, followed.chain.code, part);
        if (!found || !isOfBlock(found.state, state)) return null;
        for (const [height, time] of found.times) times.set(height, time);
      }
      return { state, total: rows.length, changes: changesOf(rows, times, stretches) };
    });
  return tellChanges(services, followed, request, read);
}

const heightOf = (txKey: number): number => Math.floor(txKey / TXS_PER_BLOCK);

/** @param times header times of blocks by height; what is in others is left out */
function changesOf(rows: AccountRows, times: ReadonlyMap<number, number>, { from, to, seconds }: Stretches) {
  const sums = new Map<number, { count: number; received: bigint; sent: bigint; toSelf: bigint }>();
  for (let at = 0; times.size > 0 && at < rows.length; at++) {
    const time = times.get(heightOf(rows.txKeys[at]!)) ?? -1;
    if (time < from || time > to) continue;
    const start = time - (time % seconds);
    const sum = sums.get(start) ?? { count: 0, received: 0n, sent: 0n, toSelf: 0n };
    const received = rows.gained[at]!;
    const sent = received - rows.deltas[at]!;
    sum.count++;
    sum.received += received;
    sum.sent += sent;
    if (sent > 0n) sum.toSelf += received;
    sums.set(start, sum);
  }
  const oldestFirst = [...sums].sort(([a], [b]) => a - b);
  return oldestFirst.map(
    ([time, { count, received, sent, toSelf }]): BalanceChange => ({
      time,
      ...{ count, received: String(received), sent: String(sent), toSelf: String(toSelf) },
    }),
  );
}

async function tellChanges(
  services: Services,
  followed: ListedUtxoChain,
  { from = 0, to = END_OF_TIME, groupBy = HOUR, hasRates }: ChangesRequest,
  read: ReadChanges,
): Promise<BlockbookAnswer> {
  const { state, total, changes, rates } = await readAnswer(services, followed, async (db) => {
    const found = requireFollowed(followed, await read(db, { from, to, seconds: Math.max(1, groupBy) }));
    const moments = found.changes.map(({ time }) => time);
    return { ...found, rates: hasRates ? await readRatesOf(services, followed, db, moments) : null };
  });
  if (total > MOST_CHANGES_ROWS)
    throw refused(`the history has more than ${MOST_CHANGES_ROWS} transactions: the native API has pages of them`);
  const body = changes.map(({ time, count, received, sent, toSelf }, n) => ({
    time,
    ...{ txs: count, received, sent, sentToSelf: toSelf },
    ...(rates ? { rates: usd(rates[n] ?? null) } : {}),
  }));
  return { state, body, isFleeting: hasRates };
}

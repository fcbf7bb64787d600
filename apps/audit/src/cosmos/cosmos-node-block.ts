/** A block and its results as the node tells them, read without the codec that indexed them. */
import { createHash } from 'node:crypto';
import type { CosmosBlockAnswers } from '@chaintrail/chains';
import { z } from 'zod';
import { resultOf, unreadable } from '../node-answer.js';

const attribute = z.object({ key: z.string().nullish(), value: z.string().nullish() });
const event = z.object({ type: z.string(), attributes: z.array(attribute).nullish() });
const events = z.array(event).nullish();

const block = z.object({
  block_id: z.object({ hash: z.string() }),
  block: z.object({ data: z.object({ txs: z.array(z.string()).nullish() }) }),
});

const results = z.object({
  height: z.string(),
  txs_results: z.array(z.object({ events })).nullish(),
  begin_block_events: events,
  end_block_events: events,
  finalize_block_events: events,
});

type RawEvent = z.output<typeof event>;

/** Moves in one part of a block, by address text and denomination, in base units, without what came and went in it. */
export type Moves = ReadonlyMap<string, bigint>;

export interface NodeBlock {
  /** In hex. */
  readonly txids: readonly string[];
  /** PreBlock and BeginBlock. */
  readonly begin: Moves;
  readonly transactions: readonly Moves[];
  readonly end: Moves;
}

/** @throws NotComparableError for answers that are none about this block */
export function readNodeBlock(answers: Pick<CosmosBlockAnswers, 'block' | 'results'>, hash: string): NodeBlock {
  const read = resultOf(block, answers.block, `block ${hash}`);
  if (read.block_id.hash.toLowerCase() !== hash) throw unreadable(`block ${hash}`, `it is block ${read.block_id.hash}`);
  const told = resultOf(results, answers.results, `results of block ${hash}`);
  const txs = read.block.data.txs ?? [];
  const ofTransactions = told.txs_results ?? [];
  if (txs.length !== ofTransactions.length)
    throw unreadable(`block ${hash}`, `${txs.length} transactions have ${ofTransactions.length} results`);
  const finalize = told.finalize_block_events ?? [];
  const isEnd = ({ attributes }: RawEvent) =>
    (attributes ?? []).some(({ key, value }) => key === 'mode' && value === 'EndBlock');
  return {
    txids: txs.map((text) => createHash('sha256').update(Buffer.from(text, 'base64')).digest('hex')),
    begin: movesOf([...(told.begin_block_events ?? []), ...finalize.filter((each) => !isEnd(each))]),
    transactions: ofTransactions.map((each) => movesOf(each.events ?? [])),
    end: movesOf([...(told.end_block_events ?? []), ...finalize.filter(isEnd)]),
  };
}

/** `thor1… rune` */
export function moveKey(address: string, denom: string): string {
  return `${address} ${denom}`;
}

/** Adds up, and leaves out what is 0. */
export function sumMoves(moves: Iterable<readonly [key: string, amount: bigint]>): Moves {
  const sums = new Map<string, bigint>();
  for (const [key, amount] of moves) {
    const sum = (sums.get(key) ?? 0n) + amount;
    if (sum === 0n) sums.delete(key);
    else sums.set(key, sum);
  }
  return sums;
}

const BOOKED: Readonly<Record<string, { readonly whose: string; readonly sign: bigint }>> = {
  coin_spent: { whose: 'spender', sign: -1n },
  coin_received: { whose: 'receiver', sign: 1n },
};

function movesOf(list: readonly RawEvent[]): Moves {
  return sumMoves(list.flatMap(bookedBy));
}

/** Bookings of the bank module, which it tells in these two events and in no other. */
function bookedBy(raw: RawEvent): (readonly [string, bigint])[] {
  const booked = Object.hasOwn(BOOKED, raw.type) ? BOOKED[raw.type] : undefined;
  if (booked === undefined) return [];
  const attributes = plainAttributes(raw);
  const [who, coins] = [attributes.get(booked.whose), attributes.get('amount')];
  if (who === undefined || coins === undefined)
    throw unreadable(`a ${raw.type} event`, 'it names no address or no amount');
  return coins.split(',').flatMap((coin) => {
    const at = coin.search(/\D/);
    return at > 0 ? [[moveKey(who, coin.slice(at)), booked.sign * BigInt(coin.slice(0, at))] as const] : [];
  });
}

/** Tendermint 0.34 writes names and values in base64; `amount` is none. */
function plainAttributes({ attributes }: RawEvent): ReadonlyMap<string, string> {
  const list = (attributes ?? []).map(({ key, value }) => [key ?? '', value ?? ''] as const);
  if (list.some(([key]) => key === 'amount')) return new Map(list);
  const plain = (text: string) => Buffer.from(text, 'base64').toString('utf8');
  return new Map(list.map(([key, value]) => [plain(key), plain(value)]));
}

/**
 * What is written of a block that depends on nothing but the block: made in the thread that decodes it, so that the thread
 * that writes passes bytes on. Amounts as objects would be copied, and collected, once in each thread.
 */
import { type AccountBlock, type BlockRef, DecodeError, type KeyTable } from '@chaintrail/chains';
import { TXS_PER_BLOCK } from '../../tx-key.js';
import { type PackedAmounts, packAmounts } from '../first-sync/event-chunk.js';
import { transactionRows, transferRows } from './rows.js';

/** Rows of one table as bytes of COPY's binary form, without its header. */
export interface PreparedRows {
  readonly bytes: Uint8Array;
  readonly count: number;
}

export interface PreparedAccountBlock extends BlockRef {
  readonly parentHash: string;
  /** Unix seconds. */
  readonly time: number;
  readonly txCount: number;
  readonly size: number;
  readonly keys: KeyTable;
  readonly transactions: PreparedRows;
  readonly transfers: PreparedRows;
  /** What entries do to addresses, in chain order. */
  readonly effects: {
    /** Index of the entry in the block. */
    readonly entry: Uint32Array;
    /** Number of the address in `keys`. */
    readonly address: Int32Array;
    readonly amounts: PackedAmounts;
  };
}

/** The largest of PostgreSQL's integers. */
const MAX_INTEGER = 2 ** 31 - 1;

/** @throws DecodeError where a number of the block is larger than what it is stored as: cut, it would be another one */
export function prepareAccountBlock({ height, hash }: BlockRef, block: AccountBlock): PreparedAccountBlock {
  const { parentHash, time, txCount, size, keys, effects } = block;
  if (block.type.length > TXS_PER_BLOCK || size > MAX_INTEGER || height > MAX_INTEGER)
    throw new DecodeError(`block ${height}: ${block.type.length} entries, ${size} bytes: there are no such blocks`, 0);
  const transactions = transactionRows(height, block);
  const transfers = transferRows(height, block);
  return {
    ...{ height, hash, parentHash, time, txCount, size, keys },
    transactions: { bytes: transactions.body(), count: transactions.count },
    transfers: { bytes: transfers.body(), count: transfers.count },
    effects: {
      entry: entriesOf(effects.start),
      address: effects.address,
      amounts: packAmounts(effects.delta, effects.received),
    },
  };
}

/** For each effect its entry. @param start of the effects of each entry */
function entriesOf(start: Uint32Array): Uint32Array {
  const entries = new Uint32Array(start.at(-1) ?? 0);
  for (let entry = 0; entry + 1 < start.length; entry++) entries.fill(entry, start[entry], start[entry + 1]);
  return entries;
}

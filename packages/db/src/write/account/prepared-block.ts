/**
 * Rows of a block that depend on nothing but the block. The decoder thread makes it, so that the thread
 * that writes passes bytes on. Amounts as objects would be copied, and collected, once in each thread.
 */
import { type BlockRef, DecodeError, type EffectColumns, type KeyTable } from '@chaintrail/chains';
import type { CopyRows } from '../copy-rows.js';
import { type PackedAmounts, packAmounts } from '../history/packed-amounts.js';

/** Rows of one table as bytes of COPY's binary form, without its header. */
export interface PreparedRows {
  readonly bytes: Uint8Array;
  readonly count: number;
}

/** The tables of a family's blocks in the order of writing, with their columns in the order of the rows. */
export type AccountTables = Readonly<Record<string, string>>;

export interface PreparedAccountBlock extends BlockRef {
  readonly parentHash: string;
  /** Unix seconds. */
  readonly time: number;
  readonly txCount: number;
  readonly size: number;
  readonly keys: KeyTable;
  /** Rows of each of the family's {@link AccountTables}. */
  readonly rows: Readonly<Record<string, PreparedRows>>;
  /** Effects of entries on addresses in the chain's own coin, in chain order. */
  readonly effects: {
    /** Index of the entry in the block. */
    readonly entry: Uint32Array;
    /** Number of the address in `keys`. */
    readonly address: Int32Array;
    readonly amounts: PackedAmounts;
  };
}

/** The largest of PostgreSQL's integers. */
export const MAX_INTEGER = 2 ** 31 - 1;

/** @throws DecodeError where a number of the block is larger than what it is stored as: cut, it would be another one */
export function requireStorable(height: number, size: number): void {
  if (size > MAX_INTEGER || height > MAX_INTEGER)
    throw new DecodeError(`block ${height}: ${size} bytes: there are no such blocks`, 0);
}

export function preparedRows(rows: CopyRows): PreparedRows {
  return { bytes: rows.body(), count: rows.count };
}

export function preparedEffects({ start, address, delta, received }: EffectColumns): PreparedAccountBlock['effects'] {
  const entry = new Uint32Array(address.length);
  for (let e = 0; e + 1 < start.length; e++) entry.fill(e, start[e], start[e + 1]);
  return { entry, address, amounts: packAmounts(delta, received) };
}

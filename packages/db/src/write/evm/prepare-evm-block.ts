import type { AccountBlock, BlockRef } from '@chaintrail/chains';
import { type PreparedAccountBlock, preparedRows, requireStorable } from '../account/prepared-block.js';
import { packAmounts } from '../first-sync/event-chunk.js';
import { transactionRows, transferRows } from './rows.js';

/** @throws DecodeError where a number of the block is larger than what it is stored as */
export function prepareEvmBlock({ height, hash }: BlockRef, block: AccountBlock): PreparedAccountBlock {
  const { parentHash, time, txCount, size, keys, effects } = block;
  requireStorable(height, block.type.length, size);
  return {
    ...{ height, hash, parentHash, time, txCount, size, keys },
    rows: {
      transactions: preparedRows(transactionRows(height, block)),
      transfers: preparedRows(transferRows(height, block)),
    },
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

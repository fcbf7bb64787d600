import type { BlockRef, EvmBlock } from '@chaintrail/chains';
import {
  type PreparedAccountBlock,
  preparedEffects,
  preparedRows,
  requireStorable,
} from '../account/prepared-block.js';
import { transactionRows, transferRows } from './rows.js';

/** @throws DecodeError where a number of the block is larger than what it is stored as */
export function prepareEvmBlock({ height, hash }: BlockRef, block: EvmBlock): PreparedAccountBlock {
  const { parentHash, time, txCount, size, keys, effects } = block;
  requireStorable(height, block.type.length, size);
  return {
    ...{ height, hash, parentHash, time, txCount, size, keys },
    rows: {
      transactions: preparedRows(transactionRows(height, block)),
      transfers: preparedRows(transferRows(height, block)),
    },
    effects: preparedEffects(effects),
  };
}

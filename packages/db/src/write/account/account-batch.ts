/** Blocks of an account chain that are written together: one address book over all of them. */
import { txKey } from '../../tx-key.js';
import { AddressBook } from '../address-book.js';
import { CopyRows } from '../copy-rows.js';
import type { PreparedAccountBlock } from './prepared-block.js';

export interface AccountBatch<Block extends PreparedAccountBlock = PreparedAccountBlock> {
  readonly blocks: readonly Block[];
  readonly addresses: AddressBook;
}

/** Effects of entries on addresses: columns with an entry for each event, in chain order. */
interface AccountEvents {
  readonly count: number;
  /** Number of the address in the batch's address book. */
  readonly address: Int32Array;
  readonly txKey: Float64Array;
  /** Where the amounts of each lie: block of the batch, and number of the effect there. */
  readonly block: Uint32Array;
  readonly effect: Uint32Array;
}

export interface LaidOutBatch<Block extends PreparedAccountBlock = PreparedAccountBlock> extends AccountBatch<Block> {
  readonly events: AccountEvents;
}

export function layOutAccountBatch<Block extends PreparedAccountBlock>(blocks: readonly Block[]): LaidOutBatch<Block> {
  const addresses = new AddressBook(blocks.reduce((sum, { keys }) => sum + keys.starts.length - 1, 0));
  const count = blocks.reduce((sum, { effects }) => sum + effects.address.length, 0);
  const columns = {
    address: new Int32Array(count),
    txKey: new Float64Array(count),
    block: new Uint32Array(count),
    effect: new Uint32Array(count),
  };
  let at = 0;
  for (const [b, { height, keys, effects }] of blocks.entries()) {
    const { bytes, starts } = keys;
    // A key may belong to a token's contract, which is no party of anything.
    const numbers = new Int32Array(starts.length - 1).fill(-1);
    const firstKey = txKey(height, 0);
    for (let e = 0; e < effects.address.length; e++, at++) {
      const own = effects.address[e]!;
      if (numbers[own] === -1) {
        numbers[own] = addresses.numberOf(bytes, starts[own]!, starts[own + 1]! - starts[own]!);
      }
      columns.address[at] = numbers[own]!;
      columns.txKey[at] = firstKey + effects.entry[e]!;
      columns.block[at] = b;
      columns.effect[at] = e;
    }
  }
  return { blocks, addresses, events: { count, ...columns } };
}

export const BLOCK_COLUMNS = '(height, hash, parent_hash, time, tx_count, size)';

export function blockRows({ blocks }: AccountBatch, rows = new CopyRows()): CopyRows {
  for (const { height, hash, parentHash, time, txCount, size } of blocks) {
    rows.row(6);
    rows.int4(height);
    rows.bytea(Buffer.from(hash, 'hex'));
    rows.bytea(Buffer.from(parentHash, 'hex'));
    rows.int8(time);
    rows.int4(txCount);
    rows.int4(size);
  }
  return rows;
}

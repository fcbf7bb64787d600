/** Traces of some blocks that are written together: what internal transfers do to addresses, by address. */
import type { BlockRef, InternalBlock } from '@chaintrail/chains';
import { FIRST_INTERNAL_IDX, txKey } from '../../../tx-key.js';
import { AddressBook } from '../../address-book.js';
import type { Amount } from '../../amount.js';
import { CopyRows } from '../../copy-rows.js';
import { type EventGroups, groupEvents } from '../../history/group-events.js';
import { putTransfers } from '../evm-rows.js';

/** What traces add to a block that is stored. */
export interface PlacedInternalBlock extends BlockRef {
  readonly block: InternalBlock;
}

/** Columns with an entry for each event. */
export interface InternalEvents {
  readonly count: number;
  readonly book: AddressBook;
  /** Number of the address in the book. */
  readonly address: Int32Array;
  readonly txKey: Float64Array;
  readonly delta: readonly Amount[];
  readonly received: readonly Amount[];
  /** By address, those of each in chain order. */
  readonly groups: EventGroups;
}

/** @param blocks in order of height */
export function internalEvents(blocks: readonly PlacedInternalBlock[]): InternalEvents {
  const count = blocks.reduce((sum, { block }) => sum + block.effects.address.length, 0);
  const book = new AddressBook(count);
  const address = new Int32Array(count);
  const keys = new Float64Array(count);
  const delta: Amount[] = [];
  const received: Amount[] = [];
  let at = 0;
  for (const { height, block } of blocks) {
    const { bytes, starts } = block.keys;
    const { effects } = block;
    const firstKey = txKey(height, 0);
    for (let entry = 0; entry + 1 < effects.start.length; entry++) {
      for (let e = effects.start[entry]!; e < effects.start[entry + 1]!; e++) {
        const n = effects.address[e]!;
        address[at] = book.numberOf(bytes, starts[n]!, starts[n + 1]! - starts[n]!);
        keys[at++] = firstKey + entry;
        delta.push(effects.delta[e]!);
        received.push(effects.received[e]!);
      }
    }
  }
  return { count, book, address, txKey: keys, delta, received, groups: groupEvents(address, count, book.count) };
}

export function internalTransferRows(blocks: readonly PlacedInternalBlock[]): CopyRows {
  const rows = new CopyRows();
  for (const { height, block } of blocks) {
    putTransfers(rows, height, block.keys, block.transfers, FIRST_INTERNAL_IDX);
  }
  return rows;
}

/** Blocks of an account chain that are written together: one address book over all of them. */
import type { PlacedAccountBlock } from '@chaintrail/chains';
import { txKey } from '../../tx-key.js';
import { AddressBook } from '../address-book.js';
import type { Amount } from '../amount.js';

export interface AccountBatch {
  readonly blocks: readonly PlacedAccountBlock[];
  readonly addresses: AddressBook;
  /** For each block, the number in `addresses` of each of its own addresses. */
  readonly numbers: readonly Int32Array[];
}

/** What entries do to addresses: columns with an entry for each event, in chain order. */
export interface AccountEvents {
  readonly count: number;
  /** Number of the address in the batch's address book. */
  readonly address: Int32Array;
  readonly txKey: Float64Array;
  readonly delta: readonly Amount[];
  readonly received: readonly Amount[];
}

export function layOutAccountBatch(blocks: readonly PlacedAccountBlock[]): AccountBatch {
  const keys = blocks.reduce((sum, { block }) => sum + block.keys.starts.length - 1, 0);
  const addresses = new AddressBook(keys);
  const numbers = blocks.map(({ block: { keys: { bytes, starts } } }) => {
    const own = new Int32Array(starts.length - 1);
    for (let n = 0; n < own.length; n++) {
      own[n] = addresses.numberOf(bytes, starts[n]!, starts[n + 1]! - starts[n]!);
    }
    return own;
  });
  return { blocks, addresses, numbers };
}

export function accountEvents({ blocks, numbers }: AccountBatch): AccountEvents {
  const count = blocks.reduce((sum, { block }) => sum + block.effects.address.length, 0);
  const address = new Int32Array(count);
  const keys = new Float64Array(count);
  const delta: Amount[] = [];
  const received: Amount[] = [];
  let at = 0;
  for (const [b, { height, block }] of blocks.entries()) {
    const { effects } = block;
    const own = numbers[b]!;
    const firstKey = txKey(height, 0);
    for (let entry = 0; entry + 1 < effects.start.length; entry++) {
      for (let e = effects.start[entry]!; e < effects.start[entry + 1]!; e++) {
        address[at] = own[effects.address[e]!]!;
        keys[at++] = firstKey + entry;
        delta.push(effects.delta[e]!);
        received.push(effects.received[e]!);
      }
    }
  }
  return { count, address, txKey: keys, delta, received };
}

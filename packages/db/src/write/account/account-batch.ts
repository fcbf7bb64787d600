/** Blocks of an account chain that are written together: one address book over all, and the order of the statements. */

import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { AddressBook } from '../address-book.js';
import { copyInto } from '../copy.js';
import { CopyRows } from '../copy-rows.js';
import {
  type AddressStates,
  type EventGroups,
  groupEvents,
  HISTORY_COLUMNS,
  HistoryRows,
  readAddressStates,
} from '../history/history-rows.js';
import { type EventAmounts, unpackAmounts } from '../history/packed-amounts.js';
import type { AccountTables, PreparedAccountBlock, PreparedRows } from './prepared-block.js';

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

/** For what surrounds the rows in a stream. */
const ROOM_BESIDE = 64;

/** @param tables of the chain's family */
export async function writeAccountBlocks(
  session: Session,
  chain: ChainCode,
  tables: AccountTables,
  blocks: readonly PreparedAccountBlock[],
): Promise<void> {
  if (blocks.length === 0) return;
  const batch = layOutAccountBatch(blocks);
  const { events, addresses: book } = batch;
  // While PostgreSQL looks up where the addresses stand, the rows that do not depend on it are put together.
  const standing = readAddressStates(session, chain, book);
  standing.catch(() => undefined); // reported by the await below
  const groups = groupEvents(events.address, events.count, book.count);
  const own = Object.entries(tables).map(
    ([table, columns]) => [`${table} ${columns}`, joined(blocks.map(({ rows }) => rows[table]!))] as const,
  );
  const history = historyRows(batch, groups, await standing);
  await copyInto(session, `${chain}.blocks ${BLOCK_COLUMNS}`, blockRows(batch));
  for (const [target, rows] of own) await copyInto(session, `${chain}.${target}`, rows);
  await copyInto(session, `${chain}.address_transactions ${HISTORY_COLUMNS}`, history);
}

/** Rows that continue the histories of the batch's addresses, in key order. @param states advanced in place */
function historyRows(
  { blocks, addresses, events }: LaidOutBatch,
  { order, start }: EventGroups,
  states: AddressStates,
): CopyRows {
  const rows = new HistoryRows(addresses, states, false);
  const amounts: EventAmounts = { delta: 0, received: 0 };
  for (const address of addresses.sorted()) {
    for (let i = start[address]!; i < start[address + 1]!; i++) {
      const e = order[i]!;
      unpackAmounts(blocks[events.block[e]!]!.effects.amounts, events.effect[e]!, amounts);
      rows.add(address, events.txKey[e]!, amounts.delta, amounts.received);
    }
  }
  return rows.history;
}

function joined(parts: readonly PreparedRows[]): CopyRows {
  const rows = new CopyRows(parts.reduce((sum, { bytes }) => sum + bytes.length, ROOM_BESIDE));
  for (const { bytes, count } of parts) rows.append(bytes, count);
  return rows;
}

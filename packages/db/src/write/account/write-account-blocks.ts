/** Writes consecutive blocks of an account chain: the order of the statements, inside the caller's transaction. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { copyInto } from '../copy.js';
import { CopyRows } from '../copy-rows.js';
import { type AddressStates, readAddressStates } from '../history/address-states.js';
import { type EventGroups, groupEvents } from '../history/group-events.js';
import { HISTORY_COLUMNS, HistoryRows } from '../history/history-rows.js';
import { type EventAmounts, unpackAmounts } from '../history/packed-amounts.js';
import { BLOCK_COLUMNS, blockRows, type LaidOutBatch, layOutAccountBatch } from './account-batch.js';
import type { AccountTables, PreparedAccountBlock, PreparedRows } from './prepared-block.js';

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

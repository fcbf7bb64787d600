/** Writes consecutive blocks of an account chain: the order of the statements, inside the caller's transaction. */
import type { ChainNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { copyInto } from '../copy.js';
import { CopyRows } from '../copy-rows.js';
import { type EventAmounts, unpackAmounts } from '../first-sync/event-chunk.js';
import { groupEvents } from '../history/group-events.js';
import { numberEvents } from '../history/number-events.js';
import { readAddressStates } from '../history/read-address-states.js';
import { layOutAccountBatch } from './batch.js';
import type { PreparedAccountBlock, PreparedRows } from './prepared-block.js';
import { blockRows, COPY_TARGETS } from './rows.js';
import { insertNewTokens, touchTokenBalances } from './tokens.js';

/** For what surrounds the rows in a stream. */
const ROOM_BESIDE = 64;

export async function writeAccountBlocks(
  session: Session,
  { chain, network }: ChainNetwork,
  blocks: readonly PreparedAccountBlock[],
): Promise<void> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return;
  const { code } = chain;
  const batch = layOutAccountBatch(blocks);
  const { events, addresses: book } = batch;
  // While PostgreSQL looks up where the addresses stand, the rows that do not depend on it are put together.
  const standing = readAddressStates(session, code, book);
  standing.catch(() => undefined); // reported by the await below
  const groups = groupEvents(events.address, events.count, book.count);
  const independent = {
    blocks: blockRows(batch),
    transactions: joined(blocks.map(({ transactions }) => transactions)),
    transfers: joined(blocks.map(({ transfers }) => transfers)),
  };
  const amounts: EventAmounts = { delta: 0, received: 0 };
  const { history } = numberEvents(book, groups, await standing, false, (rows, address, e) => {
    unpackAmounts(blocks[events.block[e]!]!.effects.amounts, events.effect[e]!, amounts);
    rows.add(address, events.txKey[e]!, amounts.delta, amounts.received);
  });
  const rows = { ...independent, address_transactions: history };
  for (const table of Object.keys(rows) as (keyof typeof rows)[]) {
    await copyInto(session, `${code}.${table} ${COPY_TARGETS[table]}`, rows[table]);
  }
  const span = { from: txKey(first.height, 0), to: txKey(last.height + 1, 0) - 1 };
  await insertNewTokens(session, chain, network, span);
  await touchTokenBalances(session, code, span);
}

function joined(parts: readonly PreparedRows[]): CopyRows {
  const rows = new CopyRows(parts.reduce((sum, { bytes }) => sum + bytes.length, ROOM_BESIDE));
  for (const { bytes, count } of parts) rows.append(bytes, count);
  return rows;
}

/** Writes consecutive blocks of an account chain: the order of the statements, inside the caller's transaction. */
import type { ChainNetwork, PlacedAccountBlock } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { copyInto } from '../copy.js';
import { addressTextOf } from '../history/address-text.js';
import { groupEvents } from '../history/group-events.js';
import { numberEvents } from '../history/number-events.js';
import { readAddressStates } from '../history/read-address-states.js';
import { accountEvents, layOutAccountBatch } from './batch.js';
import { insertAddresses } from './insert-addresses.js';
import { blockRows, COPY_TARGETS, transactionRows, transferRows } from './rows.js';
import { insertNewTokens, touchTokenBalances } from './tokens.js';

export async function writeAccountBlocks(
  session: Session,
  { chain, network }: ChainNetwork,
  blocks: readonly PlacedAccountBlock[],
): Promise<void> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return;
  const { code } = chain;
  const batch = layOutAccountBatch(blocks);
  // While PostgreSQL looks up where the addresses stand, the rows that do not depend on it are built.
  const standing = readAddressStates(session, code, batch.addresses);
  standing.catch(() => undefined); // reported by the await below
  const events = accountEvents(batch);
  const groups = groupEvents(events.address, events.count, batch.addresses.count);
  const independent = {
    blocks: blockRows(batch),
    transactions: transactionRows(batch),
    transfers: transferRows(batch),
  };
  const writeText = addressTextOf(code, network.name);
  const { history, addresses } = numberEvents(batch.addresses, groups, await standing, writeText, (rows, address, e) =>
    rows.add(address, events.txKey[e]!, events.delta[e]!, events.received[e]!),
  );
  const rows = { ...independent, address_transactions: history };
  for (const table of Object.keys(rows) as (keyof typeof rows)[]) {
    await copyInto(session, `${table}_${code} ${COPY_TARGETS[table]}`, rows[table]);
  }
  await insertAddresses(session, code, addresses);
  const span = { from: txKey(first.height, 0), to: txKey(last.height + 1, 0) - 1 };
  await insertNewTokens(session, chain, network, span);
  await touchTokenBalances(session, code, span);
}

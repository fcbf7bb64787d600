/** Writes consecutive blocks of a UTXO chain: the order of the statements, inside the caller's transaction. */
import type { PlacedUtxoBlock, UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { copyInto } from '../copy.js';
import { readAddressStates } from '../history/address-states.js';
import { addressEvents } from './address-events.js';
import { applyDeliveredOutputs } from './delivered-outputs.js';
import { requireEarlyInputs, spendEarlierOutputs } from './spend-earlier-outputs.js';
import { layOutBatch } from './utxo-batch.js';
import { blockRows, COPY_TARGETS, historyRows, transactionRows, unspentOutputRows } from './utxo-rows.js';

/**
 * @param historyFrom height of the first indexed block; above 0, inputs may spend outputs that are not known
 * @throws InconsistentBlockError when the blocks cannot be true; the caller rolls the transaction back
 */
export async function writeUtxoBlocks(
  session: Session,
  chain: UtxoChain,
  network: UtxoNetwork,
  historyFrom: number,
  blocks: readonly PlacedUtxoBlock[],
): Promise<void> {
  if (blocks.length === 0) return;
  const batch = layOutBatch(chain, network, blocks);
  await spendEarlierOutputs(session, chain.code, batch);
  await requireEarlyInputs(session, chain.code, batch, historyFrom);
  applyDeliveredOutputs(chain, batch);
  const events = addressEvents(batch);
  // While PostgreSQL looks up where the addresses stand, the rows that do not depend on it are built.
  const standing = readAddressStates(session, chain.code, batch.addresses);
  standing.catch(() => undefined); // reported by the await below
  const independent = {
    blocks: blockRows(batch),
    transactions: transactionRows(batch, events),
    unspent_outputs: unspentOutputRows(batch),
  };
  const rows = { ...independent, address_transactions: historyRows(batch, events, await standing) };
  for (const table of Object.keys(rows) as (keyof typeof rows)[]) {
    await copyInto(session, `${chain.code}.${table} ${COPY_TARGETS[table]}`, rows[table]);
  }
}

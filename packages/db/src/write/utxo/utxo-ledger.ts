import type { PlacedUtxoBlock, UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { copyInto } from '../copy.js';
import { readLatestTime } from '../cursor.js';
import { readAddressStates } from '../history/history-rows.js';
import { type Ledger, openLedger } from '../ledger.js';
import { unconfirmAbove } from '../mempool/pending-statements.js';
import { addressEvents } from './address-events.js';
import { confirmUtxoPending } from './mempool/confirm-utxo-pending.js';
import type { ReadAhead } from './read-ahead.js';
import { rollBackUtxo } from './roll-back-utxo.js';
import { chooseScriptHashes } from './script-hashes.js';
import { applyDeliveredOutputs, requireEarlyInputs, spendEarlierOutputs } from './spent-outputs.js';
import { layOutBatch } from './utxo-batch.js';
import {
  blockRows,
  COPY_TARGETS,
  historyRows,
  transactionRows,
  unaddressedSpendRows,
  unspentOutputRows,
} from './utxo-rows.js';

/**
 * @param session the owner's session of the chain
 * @param startHeight where a new history starts; one that exists keeps its own
 * @param scriptHashes whether addresses are found by the hash of their script
 * @param readAhead for what is not in the server's memory
 */
export function openUtxoLedger(
  session: Session,
  chain: UtxoChain,
  network: UtxoNetwork,
  startHeight: number,
  scriptHashes = false,
  readAhead: ReadAhead | null = null,
): Promise<Ledger<PlacedUtxoBlock>> {
  const { code } = chain;
  return openLedger<PlacedUtxoBlock>(session, code, network.name, startHeight, async (historyFrom) => {
    await chooseScriptHashes(session, code, scriptHashes);
    return {
      finalizedHeight: null,
      unconfirm: (height) => unconfirmAbove(session, code, height),
      rollback: (height) => rollBackUtxo(session, code, height, readAhead),
      write: (blocks) => writeUtxoBlocks(session, chain, network, historyFrom, blocks, readAhead),
      confirm: (blocks) => confirmUtxoPending(session, code, blocks),
    };
  });
}

/**
 * Writes consecutive blocks: the order of the statements, inside the caller's transaction.
 * @param historyFrom height of the first indexed block; above 0, inputs may spend outputs that are not known
 * @throws InconsistentBlockError when the blocks cannot be true; the caller rolls the transaction back
 */
async function writeUtxoBlocks(
  session: Session,
  chain: UtxoChain,
  network: UtxoNetwork,
  historyFrom: number,
  blocks: readonly PlacedUtxoBlock[],
  readAhead: ReadAhead | null,
): Promise<void> {
  const batch = layOutBatch(chain, network, blocks);
  const isReadAhead = await readAhead?.read(batch);
  const startMs = performance.now();
  await spendEarlierOutputs(session, chain.code, batch);
  if (isReadAhead === false) readAhead?.took(2 * batch.earlierInputs.length, performance.now() - startMs);
  await requireEarlyInputs(session, chain.code, batch, historyFrom);
  const latestTime = await readLatestTime(session, chain.code);
  applyDeliveredOutputs(chain, batch);
  const events = addressEvents(batch);
  // While PostgreSQL looks up where the addresses stand, the rows that do not depend on it are built.
  const standing = readAddressStates(session, chain.code, batch.addresses);
  standing.catch(() => undefined); // reported by the await below
  const independent = {
    blocks: blockRows(batch, events, latestTime).rows,
    transactions: transactionRows(batch, events),
    unspent_outputs: unspentOutputRows(batch),
    unaddressed_spends: unaddressedSpendRows(batch),
  };
  const rows = { ...independent, address_transactions: historyRows(batch, events, await standing) };
  for (const table of Object.keys(rows) as (keyof typeof rows)[]) {
    if (rows[table].count > 0) await copyInto(session, `${chain.code}.${table} ${COPY_TARGETS[table]}`, rows[table]);
  }
}

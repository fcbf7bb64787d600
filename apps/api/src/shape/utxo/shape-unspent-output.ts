import { scriptOfAddressKey, scriptType, type UtxoChainNetwork } from '@chaintrail/chains';
import type { UtxoRow } from '@chaintrail/db';
import type { Tip } from '../../read/progress.js';
import type { Utxo } from '../../schemas/utxos-schema.js';
import { isHogEx, shapeSpentBy } from './shape-utxo-transaction.js';

/** Blocks until coins that left Litecoin's MWEB may be spent (litecoin src/consensus/consensus.h PEGOUT_MATURITY). */
const PEGOUT_MATURITY = 6;

export function shapeUtxo(followed: UtxoChainNetwork, row: UtxoRow, key: Buffer, tip: Tip): Utxo {
  const { chain } = followed;
  const { block } = row;
  const script = row.script === null ? scriptOfAddressKey(key) : Buffer.from(row.script, 'hex');
  const confirmations = block ? tip.height - block.height + 1 : 0;
  return {
    txid: row.txid,
    vout: row.vout,
    amount: row.amount,
    status: block ? 'confirmed' : 'pending',
    blockHeight: block?.height ?? null,
    timestamp: block?.time ?? null,
    confirmations,
    coinbase: block?.index === 0,
    mature: confirmations >= maturityOf(followed, row),
    script: script.toString('hex'),
    type: scriptType(chain, script),
    ...(chain.cashTokens ? { token: row.token } : {}),
    spentBy: shapeSpentBy(row.spentBy),
  };
}

/**
 * Confirmations that the output needs for the next block to spend it: the node compares the height of that block with
 * the output's (bitcoin src/consensus/tx_verify.cpp Consensus::CheckTxInputs).
 */
function maturityOf({ chain, network }: UtxoChainNetwork, { block, paysHogAddr }: UtxoRow): number {
  if (block?.index === 0) return network.coinbaseMaturity ?? chain.coinbaseMaturity;
  return block && isHogEx(chain, block, paysHogAddr) ? PEGOUT_MATURITY : 0;
}

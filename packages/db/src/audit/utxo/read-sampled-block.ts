/** A block and transactions of it as they are indexed, for a comparison with the node's words. */
import type { CashToken, ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { lookOnce, onlyRow } from '../audit-session.js';

export interface SampledBlock {
  /** Null where the block has no row. */
  readonly hash: string | null;
  /** In the order of the block. */
  readonly txids: readonly string[];
}

/** One snapshot of a block; txids and hash belong together. */
export async function readSampledBlock(session: Session, chain: ChainCode, height: number): Promise<SampledBlock> {
  return lookOnce<SampledBlock>(
    session,
    `SELECT (SELECT encode(hash, 'hex') FROM ${chain}.blocks WHERE height = $1) AS hash,
       (SELECT coalesce(json_agg(encode(txid, 'hex') ORDER BY tx_key), '[]') FROM ${chain}.transactions WHERE tx_key >= $2 AND tx_key < $3) AS txids`,
    [height, txKey(height, 0), txKey(height + 1, 0)],
  );
}

/** Hashes, keys and scripts are hex, amounts base units in decimal. */
export interface SampledTransaction {
  readonly txid: string;
  readonly fee: string | null;
  /** Gain of shielded pools by it, all together. */
  readonly poolGain: string;
  /** Outputs that are spent; the amount is null where it lies before the history and is not known. */
  readonly inputs: readonly (readonly [txid: string | null, vout: number, amount: string | null])[];
  /** The script is null where it is the template of the key. */
  readonly outputs: readonly (readonly [amount: string, key: string | null, script: string | null])[];
  /** CashTokens of each output, null for none; null as a whole where no output has any. */
  readonly tokens: readonly (CashToken | null)[] | null;
}

/** @param index of the transaction in its block */
export async function readSampledTransaction(
  session: Session,
  chain: ChainCode,
  height: number,
  index: number,
): Promise<SampledTransaction> {
  return onlyRow<SampledTransaction>(
    session,
    `SELECT encode(t.txid, 'hex') AS txid, t.fee::text AS fee,
       (coalesce(t.sprout_delta, 0)::numeric + coalesce(t.sapling_delta, 0) + coalesce(t.orchard_delta, 0) + coalesce(t.ironwood_delta, 0))::text AS "poolGain",
       (SELECT coalesce(json_agg(json_build_array(encode(coalesce(p.txid, i.txid), 'hex'), i.vout,
            coalesce(p.output_values[i.vout + 1], i.value)::text) ORDER BY i.n), '[]')
        FROM unnest(t.input_tx_keys, t.input_vouts, t.input_txids, t.input_values) WITH ORDINALITY AS i(tx_key, vout, txid, value, n)
        LEFT JOIN ${chain}.transactions p ON p.tx_key = i.tx_key) AS inputs,
       (SELECT coalesce(json_agg(json_build_array(o.value::text, encode(o.key, 'hex'), encode(o.script, 'hex')) ORDER BY o.n), '[]')
        FROM unnest(t.output_values, t.output_keys, t.output_scripts) WITH ORDINALITY AS o(value, key, script, n)) AS outputs,
       array_to_json(t.output_tokens) AS tokens
     FROM ${chain}.transactions t WHERE t.tx_key = $1`,
    [txKey(height, index)],
  );
}

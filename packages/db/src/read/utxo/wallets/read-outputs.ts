import { type ChainCode, scriptTextOfAddressKey } from '@chaintrail/chains';
import type { Queryable } from '../../../connection.js';
import { queryChain, withState } from '../../chain-state.js';

/** An output that a transaction made. `txid` is hex in display order. */
export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

export interface FoundOutput {
  /** Base units in decimal. */
  readonly amount: string;
  /** Hex. */
  readonly script: string;
}

type OutputColumns = readonly [place: number, amount: string, key: string | null, script: string | null];

/** Parameters: $1 txids, $2 indexes. The arrays of a transaction are decompressed once for all of its outputs. */
function outputsStatement(chain: ChainCode): string {
  const arrays = (table: string): string => `(
        SELECT output_values[1:] AS amounts, output_keys[1:] AS keys, output_scripts[1:] AS scripts
        FROM ${chain}.${table} WHERE (SELECT live FROM state) AND txid = g.txid LIMIT 1)`;
  return `${withState(chain)}
  SELECT json_agg(json_build_array(
    i.n, p.amounts[i.vout + 1]::text, encode(p.keys[i.vout + 1], 'hex'), encode(p.scripts[i.vout + 1], 'hex'))) AS outputs
  FROM (
    SELECT txid, array_agg(vout) AS vouts, array_agg(n) AS places
    FROM unnest($1::bytea[], $2::integer[]) WITH ORDINALITY AS a(txid, vout, n) GROUP BY txid) g
  CROSS JOIN LATERAL (
    SELECT * FROM (${arrays('transactions')} UNION ALL ${arrays('mempool_transactions')}) either LIMIT 1) p
  CROSS JOIN LATERAL unnest(g.vouts, g.places) AS i(vout, n)
  WHERE i.vout < cardinality(p.amounts)`;
}

/** Outputs, whatever became of them: a txid covers them. @returns null for each whose transaction is not indexed */
export async function readOutputs(
  db: Queryable,
  chain: ChainCode,
  outpoints: readonly Outpoint[],
): Promise<(FoundOutput | null)[]> {
  const found: (FoundOutput | null)[] = outpoints.map(() => null);
  if (outpoints.length === 0) return found;
  const [row] = await queryChain<{ outputs: readonly OutputColumns[] | null }>(db, 'outputs', chain, outputsStatement, [
    outpoints.map(({ txid }) => Buffer.from(txid, 'hex')),
    outpoints.map(({ vout }) => vout),
  ]);
  for (const [place, amount, key, script] of row?.outputs ?? [])
    found[place - 1] = { amount, script: script ?? (key === null ? '' : scriptTextOfAddressKey(key)) };
  return found;
}

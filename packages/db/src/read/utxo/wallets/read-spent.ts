import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../../../connection.js';
import { queryChain, withState } from '../../chain-state.js';
import { spentByJson } from '../utxo-transaction-json.js';

/** Parameter: $1 txids. */
function spentStatement(chain: ChainCode): string {
  return `${withState(chain)}
  SELECT json_agg(json_build_array(i.n, (
      SELECT json_agg(vout) FROM (
        SELECT vout FROM ${chain}.unspent_outputs u
        WHERE (SELECT live FROM state) AND u.txid = i.txid AND NOT EXISTS (
          SELECT FROM (SELECT ${spentByJson(chain, 'u.txid', 'u.vout')} AS json) s WHERE s.json IS NOT NULL)) unspent),
      (SELECT json_agg(vout) FROM (
        SELECT vout FROM ${chain}.mempool_spends o WHERE o.txid = i.txid AND EXISTS (
          SELECT FROM (SELECT ${spentByJson(chain, 'o.txid', 'o.vout')} AS json) s WHERE s.json IS NOT NULL)) taken)))
    AS found
  FROM unnest($1::bytea[]) WITH ORDINALITY AS i(txid, n)`;
}

/** Which outputs of a transaction are left, and which of them an unconfirmed transaction spends. */
export interface SpentOutputs {
  /** Indexes of outputs that blocks left unspent and nothing in the mempool spends. */
  readonly unspent: ReadonlySet<number>;
  /** Indexes of those that something in the mempool spends. */
  readonly taken: ReadonlySet<number>;
}

/** @returns in the order of the txids */
export async function readSpentOutputs(
  db: Queryable,
  chain: ChainCode,
  txids: readonly string[],
): Promise<SpentOutputs[]> {
  const none: SpentOutputs = { unspent: new Set(), taken: new Set() };
  const found = txids.map(() => none);
  if (txids.length === 0) return found;
  type Columns = readonly [n: number, unspent: readonly number[] | null, taken: readonly number[] | null];
  const [row] = await queryChain<{ found: readonly Columns[] | null }>(db, 'spent_outputs', chain, spentStatement, [
    txids.map((txid) => Buffer.from(txid, 'hex')),
  ]);
  for (const [n, unspent, taken] of row?.found ?? [])
    found[n - 1] = { unspent: new Set(unspent), taken: new Set(taken) };
  return found;
}

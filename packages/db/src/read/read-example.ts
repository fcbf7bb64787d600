import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { prepared } from './chain-state.js';

/** Something that exists on a chain right now, for documentation. */
export interface ChainExample {
  readonly height: number;
  /** The newest transaction. */
  readonly txid: string;
  /** Of the addresses that the newest transactions pay, the one with the longest history; null when they pay none. */
  readonly addressKey: Buffer | null;
}

const NEWEST_TRANSACTIONS = 50;
const OUTPUTS_EACH = 3;

/** A few hundred index probes; callers keep the answer for a while. */
function statement(chain: ChainCode): string {
  return `SELECT s.height, encode(newest.txid, 'hex') AS txid, busiest.key AS "addressKey"
    FROM sync_state s
    CROSS JOIN LATERAL (
      SELECT txid FROM transactions_${chain} WHERE tx_key < (s.height::bigint + 1) << 20 ORDER BY tx_key DESC LIMIT 1) newest
    LEFT JOIN LATERAL (
      SELECT o.key
      FROM (SELECT output_keys[1:${OUTPUTS_EACH}] AS keys FROM transactions_${chain}
            WHERE tx_key < (s.height::bigint + 1) << 20 ORDER BY tx_key DESC LIMIT ${NEWEST_TRANSACTIONS}) t
      CROSS JOIN LATERAL unnest(t.keys) AS o(key)
      CROSS JOIN LATERAL (
        SELECT seq FROM address_transactions_${chain} WHERE address_key = o.key ORDER BY seq DESC LIMIT 1) h
      ORDER BY h.seq DESC LIMIT 1) busiest ON true
    WHERE s.chain = '${chain}' AND s.live_since IS NOT NULL`;
}

/** @returns null when the chain is not followed, not live yet, or empty */
export async function readExample(db: Queryable, chain: ChainCode): Promise<ChainExample | null> {
  const { rows } = await db.query<ChainExample>(prepared('example', chain, statement));
  return rows[0] ?? null;
}

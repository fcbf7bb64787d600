import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';
import { ofMany, type PublicChainState, queryChain, withState } from './chain-state.js';

/** The running state of an address after one of its transactions. Amounts are base units in decimal. */
export interface AddressTotals {
  readonly balance: string;
  /** Sum of all outputs that paid the address until then; sent = received - balance. */
  readonly received: string;
  readonly transactionCount: number;
  /** Header times of the blocks of the first and the last transaction, unix seconds. */
  readonly firstSeen: number;
  readonly lastSeen: number;
}

/** What the unconfirmed transactions of an address do to it. */
interface PendingTotals {
  /** Net effect in base units, signed decimal. */
  readonly delta: string;
  readonly transactionCount: number;
}

export interface Balance {
  readonly state: PublicChainState;
  /** Null while unconfirmed transactions are not followed. At a past height there are none. */
  readonly pending: PendingTotals | null;
  /** Null when the address had no transaction until the height. */
  readonly totals: AddressTotals | null;
  /** The block that was asked for, null when it is not indexed or none was. */
  readonly block: { readonly height: number; readonly hash: string; readonly time: number } | null;
}

/**
 * `search` halves the range of `seq` in which the last transaction up to the height lies: rows of an address are sorted by
 * tx_key, so an address with a million transactions takes twenty index probes. Without a height it starts at its end.
 */
function statement(chain: ChainCode): string {
  const history = `${chain}.address_transactions`;
  return `${withState(chain)}, head AS MATERIALIZED (
    SELECT seq::bigint AS seq FROM ${history} WHERE (SELECT live FROM state) AND address_key = $1 ORDER BY seq DESC LIMIT 1
  ), search(low, high) AS (
    SELECT CASE WHEN $2::integer IS NULL THEN seq ELSE 0 END, seq FROM head
    UNION ALL
    SELECT CASE WHEN is_before THEN middle ELSE low END, CASE WHEN is_before THEN high ELSE middle - 1 END
    FROM search
    CROSS JOIN LATERAL (SELECT (low + high + 1) / 2 AS middle) m
    CROSS JOIN LATERAL (
      SELECT tx_key < ($2::bigint + 1) << 20 AS is_before FROM ${history} WHERE address_key = $1 AND seq = middle LIMIT 1) probe
    WHERE low < high
  )
  SELECT (SELECT json FROM state) AS state,
    (SELECT json_build_object('delta', coalesce(sum(delta), 0)::text, 'transactionCount', count(*))
     FROM ${chain}.mempool_address_transactions
     WHERE (SELECT followed FROM state) AND address_key = $1 AND tx_key IS NULL AND $2::integer IS NULL
     HAVING (SELECT followed FROM state)) AS pending,
    (SELECT json_build_object('height', height, 'hash', encode(hash, 'hex'), 'time', time)
     FROM ${chain}.blocks WHERE (SELECT live FROM state) AND height = $2::integer LIMIT 1) AS block,
    (SELECT json_build_object('balance', r.balance::text, 'received', r.received::text, 'transactionCount', r.seq,
       'firstSeen', opening.time, 'lastSeen', closing.time)
     FROM search s
     CROSS JOIN LATERAL (SELECT * FROM ${history} WHERE address_key = $1 AND seq = s.low LIMIT 1) r
     CROSS JOIN LATERAL (SELECT tx_key FROM ${history} WHERE address_key = $1 AND seq = 1 LIMIT 1) f
     CROSS JOIN LATERAL (SELECT time FROM ${chain}.blocks WHERE height = (f.tx_key >> 20)::integer LIMIT 1) opening
     CROSS JOIN LATERAL (SELECT time FROM ${chain}.blocks WHERE height = (r.tx_key >> 20)::integer LIMIT 1) closing
     WHERE s.low = s.high) AS totals`;
}

const manyStatement = (chain: ChainCode): string => ofMany(statement(chain), { $1: 'bytea[]' });

/**
 * Reads balances of addresses at one block, in their order.
 * @param height the last block to count, or null for the tip
 * @returns null when the chain has no row in sync_state; no totals while its first sync is under way
 */
export async function readBalances(
  db: Queryable,
  chain: ChainCode,
  addressKeys: readonly Buffer[],
  height: number | null,
): Promise<Balance[] | null> {
  const [only, ...others] = addressKeys;
  const rows =
    others.length === 0
      ? await queryChain<Balance>(db, 'balance', chain, statement, [only, height])
      : await queryChain<Balance>(db, 'balances', chain, manyStatement, [addressKeys, height]);
  return rows[0]?.state ? rows : null;
}

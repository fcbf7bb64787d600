/** SQL about the balance that the node said, and about what happened since, over the lists of `lists.ts`. */
import { type ChainCode, requireChain } from '@chaintrail/chains';
import { lastOfB, rowOfA } from './lists.js';

/**
 * Queries `ends`, of one row: the last `tx_key` and the sum of all deltas of A and of the parts of B; and `held`, of a row
 * where a balance is stored: what and of when it is, `is_current`, and `is_base`.
 *
 * A balance of the tip is current whatever traces may still tell. An older one is where nothing touched the address since,
 * and traces of all blocks since are there to say so. It is one to count back from where all is known up to its block and
 * no row is of a later one: the tip may be ahead of traces, as on a chain of several blocks a second it always is.
 */
export function heldBalance(chain: ChainCode): string {
  // The part traced after the fact ends below backfill_to, so that its end is found without passing over the other one.
  return `ends AS MATERIALIZED (
    SELECT a.tx_key AS a_key, coalesce(a.balance, 0) AS a_sum, newest.tx_key AS b_key,
      CASE WHEN newest.live THEN newest.balance ELSE 0 END AS b1_sum,
      CASE WHEN NOT oldest.live THEN oldest.balance ELSE 0 END AS b0_sum
    FROM (SELECT * FROM counts CROSS JOIN tracing WHERE (SELECT live FROM state)) c
    LEFT JOIN LATERAL (${rowOfA(chain, 'c.a')}) a ON true
    LEFT JOIN LATERAL (${lastOfB(chain, 'c.bound')}) newest ON true
    LEFT JOIN LATERAL (${lastOfB(chain, '((c.backfill_to + 1)::bigint << 20) - 1')}) oldest ON true
  ), held AS MATERIALIZED (
    SELECT h.balance, h.height, h.height = g.tip OR coalesce(g.complete_from <= h.height + 1 AND covers, false) AS is_current,
      coalesce(h.height <= g.live_to AND covers, false) AS is_base
    FROM tracing g
    CROSS JOIN ends e
    CROSS JOIN LATERAL (SELECT balance, height FROM address_balances_${chain} WHERE address_key = $1 LIMIT 1) h
    CROSS JOIN LATERAL (SELECT h.height <= g.tip AND coalesce(greatest(e.a_key, e.b_key) >> 20, 0) <= h.height AS covers) c)`;
}

/**
 * The balance after a transaction, as text; NULL where it is not known. Row `a` is the last one of A up to it, `i` the last
 * one of B, both may be all NULL; `g`, `e` and `h` are the rows of `tracing`, `ends` and `held`, the last may be all NULL.
 */
export function balanceAfter(chain: ChainCode, key: string): string {
  const since = `(e.a_sum - coalesce(a.balance, 0)
      + CASE WHEN i.live THEN e.b1_sum - i.balance ELSE e.b1_sum + e.b0_sum - coalesce(i.balance, 0) END)`;
  const isRegular = irregularBlocks(chain).map(
    ([network, height]) => `AND (${key} >> 20 >= ${height} OR (SELECT json ->> 'network' FROM state) <> '${network}')`,
  );
  return `CASE WHEN h.is_base AND ${key} >> 20 >= g.complete_since ${isRegular.join(' ')}
    THEN (h.balance - ${since})::text END`;
}

/** Networks of the chain with a block that moved balances without a trace of it. */
function irregularBlocks(code: ChainCode): (readonly [network: string, height: number])[] {
  const chain = requireChain(code);
  if (chain.family !== 'evm') return [];
  return chain.networks.flatMap(({ name, irregularBlock }) =>
    irregularBlock === null ? [] : [[name, irregularBlock] as const],
  );
}

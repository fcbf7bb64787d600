/** Moves between Zcash's pools, summed up over the chain, a bounded number of blocks at a time. */
import type { ChainCode, UtxoNetwork } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { txKey } from '../../tx-key.js';
import { lookOnce } from '../audit-session.js';
import { OUTPUTS, UNSPENDABLE, unspendableKeys } from './unspent-totals.js';

const BLOCKS = 5_000;

/** Sums over blocks, in base units as text. */
export interface PoolSums {
  readonly sprout: string;
  readonly sapling: string;
  readonly orchard: string;
  readonly ironwood: string;
  /**
   * Outputs that no one can spend. zebrad's transparent pool has them: it adds every output and subtracts every input
   * (zebra-chain transaction.rs transparent_value_balance_from_outputs); the UTXO set has not.
   */
  readonly unspendable: string;
}

export const NO_POOL_SUMS: PoolSums = { sprout: '0', sapling: '0', orchard: '0', ironwood: '0', unspendable: '0' };

export function addPoolSums(a: PoolSums, b: PoolSums): PoolSums {
  const add = (pool: keyof PoolSums) => (BigInt(a[pool]) + BigInt(b[pool])).toString();
  return {
    sprout: add('sprout'),
    sapling: add('sapling'),
    orchard: add('orchard'),
    ironwood: add('ironwood'),
    unspendable: add('unspendable'),
  };
}

/**
 * Sums of the blocks `from` to `to` (inclusive), or of the first {@link BLOCKS} of them.
 * @returns with `last`, the height they reach to
 */
export async function sumPools(
  session: Session,
  chain: ChainCode,
  network: UtxoNetwork,
  span: { readonly from: number; readonly to: number },
): Promise<{ readonly last: number; readonly sums: PoolSums }> {
  const last = Math.min(span.to, span.from + BLOCKS - 1);
  const sums = await lookOnce<PoolSums>(
    session,
    `WITH taken AS MATERIALIZED (
       SELECT tx_key, sprout_delta, sapling_delta, orchard_delta, ironwood_delta, output_values, output_keys, output_scripts
       FROM ${chain}.transactions WHERE tx_key >= $1 AND tx_key < $2
         AND (output_scripts IS NOT NULL OR coalesce(sprout_delta, sapling_delta, orchard_delta, ironwood_delta) IS NOT NULL))
     SELECT coalesce(sum(sprout_delta), 0)::text AS sprout, coalesce(sum(sapling_delta), 0)::text AS sapling,
       coalesce(sum(orchard_delta), 0)::text AS orchard, coalesce(sum(ironwood_delta), 0)::text AS ironwood,
       (SELECT coalesce(sum(o.value), 0)::text FROM taken t CROSS JOIN LATERAL ${OUTPUTS}
        WHERE t.output_scripts IS NOT NULL AND ${UNSPENDABLE} AND t.tx_key <> ALL ($3::bigint[])) AS unspendable
     FROM taken`,
    [txKey(span.from, 0), txKey(last + 1, 0), unspendableKeys(network)],
  );
  return { last, sums };
}

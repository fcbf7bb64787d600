/** The node's fee estimates, for the API, which does not talk to it. */
import type { ChainCode, FeeEstimate } from '@chaintrail/chains';
import type { Session } from '../../connection.js';

/** Replaces what was there. */
export async function saveFeeEstimates(
  session: Session,
  chain: ChainCode,
  estimates: readonly FeeEstimate[],
): Promise<void> {
  await session.query({
    name: `save_fee_estimates_${chain}`,
    text: `
      WITH gone AS (DELETE FROM ${chain}.node_fees WHERE blocks <> ALL ($1::integer[]))
      INSERT INTO ${chain}.node_fees (blocks, fee_rate) SELECT * FROM unnest($1::integer[], $2::bigint[])
      ON CONFLICT (blocks) DO UPDATE SET fee_rate = excluded.fee_rate, read_at = now()`,
    values: [estimates.map(({ blocks }) => blocks), estimates.map(({ feeRate }) => feeRate)],
  });
}

import { z } from 'zod';
import { component } from './component.js';
import { amount, count, currency, decimals, Tip } from './values.js';

const feeRate = z
  .number()
  .min(0)
  .meta({ description: 'Base units for a virtual byte, with what the transaction depends on.', examples: [12.5] });

const ProjectedBlock = component('ProjectedBlock', 'A coming block, if miners took what pays most.', {
  transactionCount: count.describe('Transactions that it would take.'),
  vsize: count.describe('Their virtual bytes.'),
  fees: amount.describe('Their fees in base units.'),
  lowestFeeRate: feeRate,
  medianFeeRate: feeRate,
  highestFeeRate: feeRate,
  full: z.boolean().describe('Whether nothing more has room.'),
});

const FeeBand = component('FeeBand', 'Transactions by what they pay.', {
  from: feeRate.describe('The lowest rate of the band; the next band begins where it ends.'),
  transactionCount: count,
  vsize: count.describe('Their virtual bytes.'),
});

export const Mempool = component('Mempool', 'Unconfirmed transactions as miners see them.', {
  currency,
  decimals,
  transactionCount: count.describe('Unconfirmed transactions that are indexed.'),
  unknownFeeCount: count.describe('Those of them whose fee is not known; they are in nothing that follows.'),
  vsize: count.describe('Virtual bytes of all of them.'),
  fees: amount.describe('Fees of all of them in base units.'),
  histogram: z.array(FeeBand).describe('The highest band first, without empty ones.'),
  projectedBlocks: z.array(ProjectedBlock).describe('The next ones, at most eight, the next first.'),
  tip: Tip,
});
export type Mempool = z.infer<typeof Mempool>;

export const Fees = component('Fees', 'What to pay to be in one of the next blocks.', {
  currency,
  decimals,
  estimates: z
    .array(
      z.object({
        blocks: count.describe('Be in one of so many blocks.'),
        feeRate: feeRate
          .nullable()
          .describe('Base units for a virtual byte. Null where the block has room left: what nodes relay is enough.'),
      }),
    )
    .describe('By what waits now. What comes meanwhile may pay more.'),
  tip: Tip,
});
export type Fees = z.infer<typeof Fees>;

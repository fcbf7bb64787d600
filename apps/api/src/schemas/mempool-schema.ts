import { z } from 'zod';
import { component } from './component.js';
import { amount, count, currency, decimals, height, Tip } from './values.js';

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

const GasFees = component('GasFees', 'What a unit of gas costs, as the node sums up the last blocks.', {
  nextBaseFee: amount.describe('Base fee of the block that comes next, in base units for a unit of gas.'),
  blocks: z
    .array(
      z.object({
        height,
        baseFee: amount.describe('In base units for a unit of gas.'),
        gasUsedRatio: z.number().min(0).describe('Part of its gas limit that it used.'),
        tips: z
          .object({ low: amount, median: amount, high: amount })
          .nullable()
          .describe('What was paid beside the base fee, at 10, 50 and 90 % of its gas; null where it is empty.'),
      }),
    )
    .describe('The last 20, the oldest first.'),
});

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
    .describe(
      'By what waits now. What comes meanwhile may pay more. Empty on chains with gas, and while unconfirmed ' +
        'transactions are not followed.',
    ),
  node: z
    .array(
      z.object({
        blocks: count.describe('Be in one of so many blocks.'),
        feeRate: feeRate.describe('Base units for a virtual byte.'),
      }),
    )
    .describe(
      'By the estimate of the node, which goes by what it saw confirmed: the nearest blocks first. Empty where it has ' +
        'none (Zcash, nodes that have just started), and on chains with gas.',
    ),
  gas: GasFees.nullable().describe('Of Ethereum and its layer 2s; null where no node answers, and on other chains.'),
  tip: Tip,
});
export type Fees = z.infer<typeof Fees>;

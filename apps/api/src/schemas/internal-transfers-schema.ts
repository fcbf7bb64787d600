import { GAP_REASONS } from '@chaintrail/db';
import { z } from 'zod';
import { component } from './component.js';
import { count, height } from './values.js';

const TraceGap = component('TraceGap', 'Blocks without traces, both ends among them.', {
  from: height,
  to: height,
  reason: z
    .enum(GAP_REASONS)
    .describe(
      '`off`: tracing was off, which stays so. The others are tried again. `state-gone`: the node has no state of the block any more; `untraceable`: it fails in every way; `too-slow`, `too-large`: its trace is; `contradiction`: traces contradict the receipts, or the balances that the node says; `node-away`: no answer in time.',
    ),
});

export const incomplete = z
  .array(TraceGap)
  .optional()
  .describe(
    'Ethereum and its layer 2s: gaps of traces among the blocks that are asked for, the newest first, at most 20. Transfers by contracts may be missing there. Only where there are any; `/v0/currencies` counts all.',
  );

export const InternalTransfersStatus = component(
  'InternalTransfersStatus',
  'Which blocks internal transfers, what contracts sent on, are indexed of. Only traces tell of them.',
  {
    mode: z
      .enum(['off', 'live', 'full'])
      .describe('Which blocks are traced: none, those that come, or all. `off` also where the node cannot trace.'),
    from: height.nullable().describe('First block that is traced; null before the first one.'),
    gapCount: count.describe('Stretches of later blocks without traces.'),
    gaps: z.array(TraceGap).describe('The newest of them, at most 20.'),
  },
);
export type InternalTransfersStatus = z.infer<typeof InternalTransfersStatus>;

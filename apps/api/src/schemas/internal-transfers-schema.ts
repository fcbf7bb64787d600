import { z } from 'zod';
import { component } from './component.js';
import { Progress } from './problem-schema.js';
import { height } from './values.js';

const Backfill = component('InternalTransfersBackfill', 'The tracing of blocks that were there before.', {
  from: height.describe('The first of them.'),
  to: height.describe('The last of them.'),
  stage: z
    .enum(['load', 'sort', 'index', 'done'])
    .describe(
      '`load`: blocks are traced; `sort`: histories are numbered; `index`: indexes are built. What is traced shows in histories once it is `done`.',
    ),
  progress: z.number().min(0).max(1).describe('Traced part of these blocks, from 0 to 1; 1 only when it is done.'),
  eta: Progress.eta.describe('Seconds until it is done, estimated; null when there is no estimate.'),
});

export const InternalTransfersStatus = component(
  'InternalTransfersStatus',
  'How far internal transfers, what contracts sent on, are indexed. Only traces tell of them, which come after the blocks.',
  {
    mode: z
      .enum(['off', 'live', 'full'])
      .describe('Which blocks are traced: none, those that come, or all. `off` also where the node cannot trace.'),
    from: height.nullable().describe('First block that was traced as blocks came; null before the first one.'),
    to: height.nullable().describe('Last one. Transactions in later blocks are `pending`.'),
    backfill: Backfill.nullable().describe('Null where no older blocks are to be traced.'),
  },
);
export type InternalTransfersStatus = z.infer<typeof InternalTransfersStatus>;

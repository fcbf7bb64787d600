import type { InternalProgress } from '@chaintrail/db';
import type { InternalTransfersStatus } from '../schemas/internal-transfers-schema.js';

/** What `progress` stops at until the rows count. */
const ALMOST = 0.999999;

export function shapeInternalProgress(internal: InternalProgress | null): InternalTransfersStatus | null {
  if (!internal) return null;
  const { mode, liveFrom, liveTo, backfill } = internal;
  const any = liveFrom !== null && liveTo !== null && liveTo >= liveFrom;
  return { mode, from: any ? liveFrom : null, to: any ? liveTo : null, backfill: backfill && shapeBackfill(backfill) };
}

function shapeBackfill({
  from,
  to,
  stage,
  blocksDone,
  blocksTotal,
  etaSeconds,
}: NonNullable<InternalProgress['backfill']>): NonNullable<InternalTransfersStatus['backfill']> {
  const isDone = stage === 'done';
  const part = blocksTotal <= 0 ? ALMOST : Math.min(ALMOST, Math.floor((blocksDone / blocksTotal) * 1e6) / 1e6);
  return { from, to, stage, progress: isDone ? 1 : part, eta: isDone ? null : etaSeconds };
}

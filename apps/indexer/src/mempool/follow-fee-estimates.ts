/** Keeps what the node says of fees in the tables. Nothing waits for the node: its answer is written in a later step. */
import { type FeeEstimate, NodeError, NodeLieError } from '@chaintrail/chains';
import type { Logger } from 'pino';
import { BackgroundTask, type BackgroundWork } from '../follow/background-work.js';

/** Estimates move with blocks and what came since; the API shows them for ten minutes. */
const EVERY_MS = 30_000;

export interface FeeEstimatesOptions {
  read(): Promise<readonly FeeEstimate[]>;
  save(estimates: readonly FeeEstimate[]): Promise<void>;
  readonly log: Logger;
}

export function followFeeEstimates({ read, save, log }: FeeEstimatesOptions): BackgroundWork {
  let asking: BackgroundTask<readonly FeeEstimate[]> | null = null;
  let dueMs = 0;
  let isAway = false;
  return {
    get idleMs() {
      if (asking !== null) return asking.outcome ? 0 : Number.POSITIVE_INFINITY;
      return Math.max(0, dueMs - performance.now());
    },
    async step() {
      if (asking === null) {
        if (dueMs <= performance.now()) asking = new BackgroundTask(read());
        return;
      }
      const { outcome } = asking;
      if (outcome === null) return;
      asking = null;
      dueMs = performance.now() + EVERY_MS;
      if ('value' in outcome) {
        isAway = false;
        await save(outcome.value);
        return;
      }
      const { error } = outcome;
      if (!(error instanceof NodeError || error instanceof NodeLieError)) throw error;
      if (!isAway) log.warn({ err: error }, 'the node does not say what transactions have to pay');
      isAway = true;
    },
  };
}

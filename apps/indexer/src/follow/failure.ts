/** Classifies failures: what the operator reads, and when to try again. */
import { BlockUnreadableError, DecodeError, NodeError, NodeLieError, PreflightError } from '@chaintrail/chains';
import {
  CursorMovedError,
  explainConnectionError,
  InconsistentBlockError,
  MigrationError,
  NetworkMismatchError,
  type Reason,
  type ReasonCode,
} from '@chaintrail/db';
import { DecoderDiedError } from '../decode/decoder.js';
import { ContradictedBlockError, StuckError } from './fetch-ahead.js';
import { DeepReorgError } from './find-fork.js';

export interface Failure {
  readonly phase: 'stalled' | 'halted';
  readonly reason: Reason;
  /** First wait; the caller doubles it up to {@link longestWaitMs}. */
  readonly waitMs: number;
  readonly longestWaitMs: number;
  /** False: the session or the ledger is in doubt, so ownership must be taken anew. */
  readonly keepsOwnership: boolean;
}

const SOON_MS = 1_000;
const LATER_MS = 10_000;
const LONGEST_MS = 30_000;

export function failureOf(error: unknown): Failure {
  if (error instanceof DeepReorgError) {
    const reason = { code: 'deep-reorg', text: error.message } as const;
    return { phase: 'halted', reason, waitMs: LATER_MS, longestWaitMs: LATER_MS, keepsOwnership: true };
  }
  if (error instanceof StuckError) return stalled('node-wrong', error.message);
  if (error instanceof BlockUnreadableError && !error.retryable) return stalled('node-wrong', error.message);
  if (error instanceof NodeError || error instanceof PreflightError) {
    return stalled(error.retryable ? 'node-unavailable' : 'node-unusable', error.message);
  }
  if (error instanceof ContradictedBlockError) return stalled('node-wrong', `${error.message}; nothing of it stays`);
  if (error instanceof NodeLieError) return stalled('node-wrong', `${error.message}; nothing of it was used`);
  if (error instanceof DecodeError || error instanceof InconsistentBlockError) {
    const text = `the node delivered a block that cannot be right: ${error.message}; nothing of it was written`;
    return stalled('node-wrong', text);
  }
  if (error instanceof DecoderDiedError) return stalled('internal', `${error.message}; its blocks are fetched again`);
  if (error instanceof NetworkMismatchError || error instanceof CursorMovedError) {
    return released('database', error.message);
  }
  // Soon enough after `migrate` it goes on by itself.
  if (error instanceof MigrationError) {
    return { ...released('database', error.message), phase: 'halted', longestWaitMs: LATER_MS };
  }
  const sentence = explainConnectionError(error);
  if (sentence !== null) return released('database', sentence);
  if (isOfDatabase(error)) return released('database', 'the database cannot be written: see the log of the indexer');
  return released('internal', 'an unexpected error in the indexer: see its log and report it');
}

/** An error of PostgreSQL or a system call carries a code; an error of our own code does not. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

function stalled(code: ReasonCode, text: string): Failure {
  return { phase: 'stalled', reason: { code, text }, waitMs: SOON_MS, longestWaitMs: LONGEST_MS, keepsOwnership: true };
}

function released(code: ReasonCode, text: string): Failure {
  return { ...stalled(code, text), keepsOwnership: false };
}

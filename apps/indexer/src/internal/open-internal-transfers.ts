/** Puts together what following internal transfers takes. */
import type { EvmChainNetwork } from '@chaintrail/chains';
import { type InternalMode, openInternalLedger, type Session } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { Decoder } from '../decode/decoder.js';
import type { BackgroundWork } from '../follow/background-work.js';
import { BackfillRunner } from './backfill-runner.js';
import { InternalFollower } from './internal-follower.js';
import { blockTracer, type TracingNode } from './trace-block.js';
import { TRACING_LIMITS, type TracingLimits } from './tracing-limits.js';

export interface InternalTransfersOptions {
  /** The owner's session of the chain. */
  readonly session: Session;
  /** For sessions beside it, which earlier blocks are written on. */
  readonly databaseUrl: string;
  readonly place: EvmChainNetwork;
  readonly node: TracingNode;
  readonly decoder: Pick<Decoder, 'run'>;
  readonly mode: InternalMode;
  /** Height of the first indexed block. */
  readonly historyFrom: number;
  readonly log: Logger;
  /** Ends what goes on in the background. */
  readonly signal: AbortSignal;
  readonly limits?: Partial<TracingLimits>;
}

/** One at a time on a session, and no longer than it. */
export function openInternalTransfers(options: InternalTransfersOptions): BackgroundWork {
  const { session, databaseUrl, place, node, decoder, mode, historyFrom, log } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const limits = { ...TRACING_LIMITS, ...options.limits };
  const ledger = openInternalLedger(session, place, historyFrom);
  const trace = blockTracer(place, node, decoder);
  const backfill = new BackfillRunner({ ledger, databaseUrl, place, trace, limits, log, signal });
  return new InternalFollower({ ledger, place, node, trace, mode, backfill, limits, log, stop });
}

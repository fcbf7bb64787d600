/** The load stage of tracing after the fact: ranges side by side, each on a session of its own. */
import { StateUnavailableError } from '@chaintrail/chains';
import type { BackfillRange, BlockToTrace, InternalBackfill } from '@chaintrail/db';
import { Backoff, pause } from '../follow/backoff.js';
import { isHopeless, type TraceBlock, type TracedBlock } from './trace-block.js';
import type { TracingLimits } from './tracing-limits.js';

/** Rows that moved under a range mean that blocks were taken back: a moment later they are where they belong. */
const MOVED_MS = 1_000;
const REST_LOOK_MS = 250;

export interface BackfillLoad {
  readonly trace: TraceBlock;
  /** Opens a session. */
  open(): Promise<InternalBackfill>;
  /** Whether the chain is at its tip, so that the node may be asked for more. */
  isLive(): boolean;
  onBlocks(blocks: readonly BlockToTrace[]): void;
  /** @param error null when tracing goes on */
  onTrouble(height: number, error: unknown): void;
  /** A block is left out. */
  onSkipped(height: number, error: unknown): void;
  readonly limits: TracingLimits;
  readonly signal: AbortSignal;
}

/** Resolves when no range has blocks to trace, or `signal` fires. @throws what the database reports */
export async function loadBackfill(load: BackfillLoad): Promise<void> {
  const sessions: InternalBackfill[] = [];
  const stop = new AbortController();
  const signal = AbortSignal.any([load.signal, stop.signal]);
  const close = () => Promise.all(sessions.map((session) => session.close()));
  // Stopping does not wait for PostgreSQL either: what it is at is cut, and done again another time.
  const cut = () => void close();
  load.signal.addEventListener('abort', cut, { once: true });
  try {
    const first = await load.open();
    sessions.push(first);
    for (;;) {
      const ranges = await first.openRanges();
      if (ranges.length === 0 || signal.aborted) return;
      while (sessions.length < Math.min(load.limits.ranges, ranges.length)) sessions.push(await load.open());
      const waiting = ranges.values();
      const works = sessions.map((session) => workOff({ ...load, signal }, session, waiting));
      try {
        await Promise.all(works);
      } catch (error) {
        stop.abort();
        await Promise.allSettled(works);
        throw error;
      }
    }
  } finally {
    load.signal.removeEventListener('abort', cut);
    await close();
  }
}

async function workOff(load: BackfillLoad, session: InternalBackfill, waiting: Iterator<BackfillRange>): Promise<void> {
  for (let next = waiting.next(); !next.done && !load.signal.aborted; next = waiting.next()) {
    await workOffRange(load, session, next.value);
  }
}

async function workOffRange(load: BackfillLoad, session: InternalBackfill, range: BackfillRange): Promise<void> {
  const { limits, signal } = load;
  const backoff = new Backoff(limits);
  for (let { doneTo } = range; doneTo < range.to; ) {
    while (!load.isLive() && !signal.aborted) await pause(REST_LOOK_MS, signal);
    // Read anew after trouble as well: a block that is not to be traced may be none of ours any more.
    const blocks = await session.toTrace(doneTo + 1, Math.min(range.to, doneTo + limits.rangeBlocks));
    const { traced, failure } = await traceInOrder(load, blocks);
    if (signal.aborted) return;
    if (failure === null || traced.length > 0) {
      const placed = traced.map((block) => block.placed);
      if (placed.length === 0 || !(await session.append({ ...range, doneTo }, placed))) {
        await pause(MOVED_MS, signal);
        return;
      }
      load.onBlocks(blocks.slice(0, placed.length));
      doneTo += placed.length;
      if (backoff.tries > 0) load.onTrouble(doneTo, null);
      backoff.succeeded();
    }
    if (failure === null) continue;
    backoff.failed();
    load.onTrouble(doneTo + 1, failure.error);
    const isLost = !(failure.error instanceof StateUnavailableError) && isHopeless(failure.error, backoff, limits);
    if (isLost && (await canTraceNext(load, session, doneTo + 1)) && (await session.skip({ ...range, doneTo }))) {
      load.onSkipped(++doneTo, failure.error);
      backoff.succeeded();
    } else await pause(backoff.leftMs, signal);
  }
}

/** Blocks after one that cannot be traced: where one of them can, the trouble is that block's. */
const NEXT_BLOCKS = 4;

async function canTraceNext({ trace }: BackfillLoad, session: InternalBackfill, height: number): Promise<boolean> {
  for (const block of await session.toTrace(height + 1, height + NEXT_BLOCKS)) {
    // One without transactions needs no node.
    const isTraced = block.transactions > 0 && (await trace(block).then(Boolean, () => false));
    if (isTraced) return true;
  }
  return false;
}

interface Traced {
  readonly traced: readonly TracedBlock[];
  /** Why the block after them could not be traced. */
  readonly failure: { readonly error: unknown } | null;
}

/** Traces blocks, some side by side, until they are done or fill a transaction, one fails, or `signal` fires. */
async function traceInOrder({ trace, limits, signal }: BackfillLoad, blocks: readonly BlockToTrace[]): Promise<Traced> {
  const traced: TracedBlock[] = [];
  let bytes = 0;
  for (let at = 0; at < blocks.length && bytes < limits.rangeBytes; at += limits.rangeAhead) {
    const wave = Promise.allSettled(blocks.slice(at, at + limits.rangeAhead).map(trace));
    for (const result of (await orAborted(wave, signal)) ?? []) {
      if (result.status === 'rejected') return { traced, failure: { error: result.reason } };
      traced.push(result.value);
      bytes += result.value.bytes;
    }
    if (signal.aborted) break;
  }
  return { traced, failure: null };
}

/** The work's outcome, or null as soon as `signal` fires: stopping does not wait for a node that is silent. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  let stop = () => {};
  const aborted = new Promise<null>((resolve) => {
    stop = () => resolve(null);
  });
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

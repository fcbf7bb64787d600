import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import { peakMemoryOf } from '../harness/processes.js';
import type { Program } from '../harness/program.js';
import { type ThreadSeconds, ThreadWatch } from '../harness/thread-seconds.js';
import { partOf, StageClock, type StageSeconds } from './stage-clock.js';
import { type StageProcessor, StageProcessorWatch } from './stage-processor.js';
import { readSyncState, type SyncState } from './sync-state.js';

const LOOK_EVERY_MS = 50;
const TELL_EVERY_MS = 5_000;
const COUNT_EVERY_MS = 500;

export interface WatchedSync {
  readonly seconds: StageSeconds;
  /** The most memory the indexer had resident, bytes; null where the machine does not tell. */
  readonly peakBytes: number | null;
  /** Processor time of the indexer's threads; null likewise. */
  readonly threads: ThreadSeconds | null;
  /** Processor time of each stage, the indexer's by thread and PostgreSQL's by session; null likewise. */
  readonly stages: StageProcessor | null;
}

/**
 * Samples a sync until the chain is live.
 * @param startedMs unix time at which the indexer was started
 * @param postmaster of the server, where the machine tells
 * @throws Error when the indexer ends, or stops the chain until its operator decides
 */
export async function watchSync(
  session: Session,
  chain: ChainCode,
  indexer: Program,
  startedMs: number,
  postmaster: number | null = null,
): Promise<WatchedSync> {
  const clock = new StageClock(startedMs);
  const threads = new ThreadWatch(indexer.pid);
  const processor = new StageProcessorWatch(indexer.pid, postmaster);
  let toldMs = startedMs;
  let countedMs = 0;
  for (;;) {
    indexer.requireRunning();
    const state = await readSyncState(session, chain);
    const now = Date.now();
    const liveMs = state?.liveSinceMs ?? null;
    // The database has the same clock. The last part lasted until the chain was live.
    const isLive = liveMs !== null;
    if (isLive || now - countedMs >= COUNT_EVERY_MS) {
      countedMs = now;
      threads.look();
    }
    processor.look(partOf(state));
    if (isLive) {
      return {
        seconds: clock.finish(liveMs),
        peakBytes: peakMemoryOf(indexer.pid),
        threads: threads.seconds(),
        stages: processor.seconds(),
      };
    }
    clock.look(now, state);
    if (state?.phase === 'halted') throw new Error(`the sync has stopped: ${state.reason}`);
    if (now - toldMs >= TELL_EVERY_MS) {
      toldMs = now;
      console.error(progressLine(now - startedMs, state, indexer));
    }
    await sleep(LOOK_EVERY_MS);
  }
}

function progressLine(elapsedMs: number, state: SyncState | null, indexer: Program): string {
  const memory = peakMemoryOf(indexer.pid);
  return [
    `${(elapsedMs / 1000).toFixed(0).padStart(5)} s  ${partOf(state)}`,
    state?.share == null ? null : `${(state.share * 100).toFixed(0)} %`,
    `block ${state?.height ?? '–'} of ${state?.nodeHeight ?? '–'}`,
    memory === null ? null : `at most ${(memory / 2 ** 20).toFixed(0)} MB`,
    state?.reason ?? null,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** The first sync of a chain, for every family: its stages one after the other, each from where it was. */
import type { BlockRef, ChainCode, ChainNetwork } from '@chaintrail/chains';
import type { Pool, Session } from '../../connection.js';
import { inStep, untilIdle } from '../../database-transaction.js';
import { hasShortSeq } from '../../tables/chain-tables.js';
import type { Stage } from '../../tables/sync-tables.js';
import { readCursor } from '../cursor.js';
import { buildIndexes } from './build-indexes.js';
import type { BlockLoad, FirstSync, OnShare } from './first-sync.js';
import {
  beginFirstSync,
  dropLeftovers,
  type FirstSyncState,
  leaveStage,
  readFirstSync,
  readShown,
} from './first-sync-state.js';
import { type HelperSource, withHelpers } from './helper-sessions.js';
import { planMemory } from './memory-plan.js';
import { createNumbering } from './numbering.js';
import { sortHistories } from './sort-histories.js';

export interface FirstSyncOptions<Place = ChainNetwork> {
  /** The owner's session of the chain. */
  readonly session: Session;
  /** Reads the progress of what the session is busy with. */
  readonly pool: Pool;
  /** The owner's session does all alone without. */
  readonly helpers?: HelperSource | undefined;
  readonly place: Place;
  readonly historyFrom: number;
  /** Bytes that this chain's first sync may use. */
  readonly memory: number;
  /** Threads that number histories; 0 numbers in the calling one. */
  readonly threads: number;
}

/** A load that can say that only a new one can go on. */
interface FamilyLoad<Block> extends BlockLoad<Block> {
  readonly hasFailed: boolean;
}

/** Last write of a stage, in the transaction that moves on to the next one; undefined where there is none. */
export type LastWrite = (() => Promise<void>) | undefined;
type RunStage = (state: FirstSyncState, onShare: OnShare) => Promise<LastWrite>;

/** Stages of a family. */
export interface FamilyStages<Block> {
  openLoad(state: FirstSyncState, cursor: BlockRef | null, onShare: OnShare): Promise<FamilyLoad<Block>>;
  /** Stages of its own. */
  readonly own: Readonly<Partial<Record<Stage, RunStage>>>;
  /** Tables of its own stages, dropped at the end where they are still there. */
  readonly stagingTables: readonly string[];
}

/** Runs a stage from where it is to its end, and moves on. */
export async function runStage(
  session: Session,
  chain: ChainCode,
  state: FirstSyncState,
  run: RunStage,
  onShare: OnShare,
): Promise<void> {
  const writeLast = await run(state, onShare);
  await inStep(session, async () => {
    await writeLast?.();
    await leaveStage(session, chain, state.stage);
  });
}

export function openStagedFirstSync<Block>(
  { session, pool, helpers, place, memory, threads }: FirstSyncOptions,
  family: FamilyStages<Block>,
): FirstSync<Block> {
  const { code } = place.chain;
  let load: FamilyLoad<Block> | null = null;
  const stages: Readonly<Partial<Record<Stage, RunStage>>> = {
    ...family.own,
    sort: async (state, onShare) => {
      const numbering = createNumbering(hasShortSeq(place.family), threads);
      try {
        await withHelpers(session, code, helpers, (sessions) =>
          sortHistories(sessions, code, state.sortedTo, numbering, planMemory(memory), onShare),
        );
      } finally {
        await numbering.close();
      }
    },
    index: async (_, onShare) => {
      await withHelpers(session, code, helpers, (sessions) => buildIndexes(sessions, pool, code, onShare));
    },
  };
  return {
    stage: async () => (await readFirstSync(session, code))?.stage ?? null,
    shown: () => readShown(session, code),
    begin: () => beginFirstSync(session, code),
    async openLoad(onShare) {
      if (load !== null && !load.hasFailed) {
        await load.flush();
        return load;
      }
      // A load before this one may have been given up while it wrote.
      await untilIdle(session);
      const state = await readFirstSync(session, code);
      if (state?.stage !== 'load') throw new Error(`${code}: the load stage is not under way`);
      load = await family.openLoad(state, await readCursor(session, code), onShare);
      return load;
    },
    async finish(onStage) {
      for (;;) {
        const state = await readFirstSync(session, code);
        if (state === null) {
          await dropLeftovers(session, code, family.stagingTables);
          return;
        }
        const run = stages[state.stage];
        if (run === undefined) throw new Error(`${code}: the ${state.stage} stage is not over`);
        onStage(state.stage, 0);
        await runStage(session, code, state, run, (share) => onStage(state.stage, share));
      }
    },
  };
}

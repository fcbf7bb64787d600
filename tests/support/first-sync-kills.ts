/** A first sync that is hit again and again, at moments that are drawn for each of its stages. */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import { type CrashablePostgres, createChainDatabase, spawnIndexer, waitFor } from '@chaintrail/testkit';
import fc from 'fast-check';
import { expect } from 'vitest';
import { Brake } from './first-sync-brake.js';
import { type DigestedEnd, digestEnd, expectEnd } from './first-sync-end.js';
import { isBefore, STOPS, type Standing, StandingWatch, type Stop, UTXO_STOPS } from './first-sync-standing.js';
import type { Sync, Victim } from './first-sync-victims.js';
import { testSeed } from './seed.js';

export interface SyncSetup {
  readonly chain: ChainCode;
  readonly postgres: CrashablePostgres;
  /** Settings of the indexer. */
  readonly env: Readonly<Record<string, string>>;
  /** The node's. */
  readonly tip: BlockRef;
  /** Stages of the chain's family; those with unspent outputs by default. */
  readonly stops?: readonly Stop[];
  /** Histories are sorted in several steps; one kill comes when the first of them is done, and not all. */
  readonly sortsInSteps?: boolean;
}

/** The same sync without kills: its rows, and how long its stages last on this machine now. */
export interface Undisturbed {
  readonly end: DigestedEnd;
  readonly durationsMs: Readonly<Record<Stop, number>>;
  /** Outputs went from memory into the table while blocks were still loaded. */
  readonly storedWhileLoading: boolean;
  /** The most sessions that wrote beside the owner's. */
  readonly helpers: number;
}

/** Line of an indexer once it handles signals. */
const STARTED = 'indexer started';
/** Shorter stages are taken to last this long. */
const SHORTEST_STAGE_MS = 20;

/** A moment of a stage: `fraction` of its usual length after it was entered. */
interface Kill {
  readonly stop: Stop;
  readonly fraction: number;
  /** The stage is held open until then, so that it is not over too soon. */
  readonly isHeld: boolean;
}

/**
 * Kills in every stage, once or twice. A stage is held open for a kill that is due before its usual end; one after that
 * meets the next stage, and where the stage itself was missed by it, it is hit once more while it is held open.
 * @param options.hold holds every stage: for chains so short that stages are over before anyone sees them
 */
export async function killInEveryStage(
  victim: Victim,
  setup: SyncSetup,
  undisturbed: Undisturbed,
  options: { readonly hold?: boolean } = {},
): Promise<void> {
  const allStops = stopsOf(setup);
  const missed = new Set<Stop>(allStops);
  const play = async (stops: readonly Stop[], hold: boolean): Promise<void> => {
    const groups = Math.ceil(stops.length / victim.killsPerSync);
    for (let group = 0; group < groups; group++) {
      const kills = drawKills(
        testSeed() + group,
        stops.filter((_, index) => index % groups === group),
        hold,
      );
      for (const hit of await syncDespite(victim, kills, setup, undisturbed)) missed.delete(hit);
    }
  };
  const twice = victim.killsPerSync > allStops.length;
  if (!options.hold) await play(twice ? [...allStops, ...allStops] : allStops, false);
  await play([...missed], true);
  expect([...missed], 'stages in which no kill happened').toEqual([]);
}

function stopsOf({ stops = UTXO_STOPS }: SyncSetup): readonly Stop[] {
  return stops;
}

/** @returns one kill for each of these, in the order of the stages, at moments that follow from the seed */
function drawKills(seed: number, stops: readonly Stop[], hold: boolean): Kill[] {
  // Above 100 % is after the usual end, where the next stage begins.
  const percents = fc.sample(fc.integer({ min: 0, max: 110 }), { seed, numRuns: stops.length });
  const ordered = stops.toSorted((a, b) => STOPS.indexOf(a) - STOPS.indexOf(b));
  return ordered.map((stop, index) => {
    const fraction = percents[index]! / 100;
    return { stop, fraction, isHeld: hold || fraction <= 1 };
  });
}

/** @param check anything else about the database */
export function syncUndisturbed(
  setup: SyncSetup,
  check: (databaseUrl: string) => Promise<void> = async () => undefined,
): Promise<Undisturbed> {
  return withSync(setup, async (sync) => {
    await finish(setup, sync);
    const { url } = sync.database;
    await check(url);
    expect(sync.watch.visited, 'places that a first sync goes through').toContain('load');
    const durations = STOPS.map((stop) => [stop, Math.max(SHORTEST_STAGE_MS, sync.watch.duration(stop))]);
    return {
      end: await digestEnd(url, setup.chain),
      durationsMs: Object.fromEntries(durations) as Record<Stop, number>,
      storedWhileLoading: sync.watch.storedWhileLoading,
      helpers: sync.watch.mostHelpers,
    };
  });
}

/**
 * Syncs from nothing with these kills and checks the end against the undisturbed run.
 * @returns the stages in which kills happened
 */
function syncDespite(
  victim: Victim,
  kills: readonly Kill[],
  setup: SyncSetup,
  undisturbed: Undisturbed,
): Promise<Stop[]> {
  return withSync(
    setup,
    async (sync) => {
      const hits: Stop[] = [];
      for (const kill of kills) {
        const hit = await waitForMoment(sync, kill, undisturbed.durationsMs[kill.stop]);
        if (setup.sortsInSteps && hit === 'sort' && sync.brake.holds('sort'))
          await waitFor(() => sync.brake.isReached('sort'), { what: 'a step of sorting to be done' });
        if (!hit) continue;
        hits.push(hit);
        await victim.end(sync);
        // Before it comes back: what is left of a killed indexer's session ends only now.
        await sync.brake.release(kill.stop);
        await victim.bringBack(sync);
      }
      await finish(setup, sync);
      expect(sync.watch.setbacks, `${victim.name} killed in ${hits}: progress that was lost`).toEqual([]);
      await expectEnd(sync.database.url, setup.chain, undisturbed.end);
      await sync.database.drop();
      return hits;
    },
    kills.filter(({ isHeld }) => isHeld).map(({ stop }) => stop),
  );
}

/** @returns the stage that is under way at the moment of the kill; undefined when that moment has passed */
async function waitForMoment({ watch, indexer }: Sync, kill: Kill, usualMs: number): Promise<Stop | undefined> {
  const waiting = { processes: [indexer], what: `the first sync to be at ${kill.stop}` };
  const { step } = await watch.until((standing) => !isBefore(standing.step, kill.stop), waiting);
  if (step !== kill.stop) return undefined;
  const dueMs = performance.now() + kill.fraction * usualMs;
  const standing = await watch.until(() => performance.now() >= dueMs, waiting);
  return STOPS.find((stop) => stop === standing.step);
}

/** Waits until all of it is done, and stops the indexer. */
async function finish({ chain, tip }: SyncSetup, { watch, indexer }: Sync): Promise<void> {
  const what = `${chain} to be live at block ${tip.height} ${tip.hash}`;
  const atTip = ({ step, phase, hash }: Standing): boolean => step === 'live' && phase === 'live' && hash === tip.hash;
  await watch.until(atTip, { processes: [indexer], what });
  // One that comes after a kill may find all of it done, and be asked to stop before it can be.
  const isStarted = (): boolean => indexer.output().includes(STARTED);
  await waitFor(isStarted, { processes: [indexer], what: `the indexer to say "${STARTED}"` });
  await indexer.stop();
  expect(indexer.exitStatus()).toBe('exit code 0');
}

/** Starts an indexer on an empty database. Where `play` does not drop that, it is left to whoever stops the server. */
async function withSync<T>(
  { chain, postgres, env }: SyncSetup,
  play: (sync: Sync) => Promise<T>,
  held: readonly Stop[] = [],
): Promise<T> {
  const database = await createChainDatabase({ chain }, postgres.url);
  const watch = new StandingWatch(database.url, chain, held.length > 0 ? 'held' : 'passing');
  const brake = await Brake.hold(database.url, chain, held);
  const indexer = spawnIndexer({ name: 'indexer', databaseUrl: database.url, env });
  const sync: Sync = { database, watch, brake, indexer };
  try {
    return await play(sync);
  } finally {
    await brake.close();
    await sync.indexer.stop();
    await watch.close();
  }
}

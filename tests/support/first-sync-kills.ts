/** A first sync that is hit again and again, at moments that are drawn for each of its stages. */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import { type CrashablePostgres, createChainDatabase, spawnIndexer, waitFor } from '@chaintrail/testkit';
import fc from 'fast-check';
import { expect } from 'vitest';
import { Brake } from './first-sync-brake.js';
import { expectSameEnd, type FirstSyncEnd, readEnd } from './first-sync-end.js';
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
}

/** The same sync without kills: what its rows are, and how long its stages last on this machine now. */
export interface Undisturbed {
  readonly end: FirstSyncEnd;
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
}

/**
 * Kills in every stage: once or twice as time has it, and for stages that were over too soon once more while the stage
 * is held open.
 * @param options.hold does nothing but the latter: for chains so short that stages are over before anyone sees them
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
      );
      for (const hit of await syncDespite(victim, kills, setup, undisturbed, hold)) missed.delete(hit);
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
function drawKills(seed: number, stops: readonly Stop[]): Kill[] {
  // Above 100 % is after the usual end, where the next stage begins.
  const percents = fc.sample(fc.integer({ min: 0, max: 110 }), { seed, numRuns: stops.length });
  const ordered = stops.toSorted((a, b) => STOPS.indexOf(a) - STOPS.indexOf(b));
  return ordered.map((stop, index) => ({ stop, fraction: percents[index]! / 100 }));
}

/** @param check anything else about the database */
export function syncUndisturbed(
  setup: SyncSetup,
  check: (databaseUrl: string) => Promise<void> = async () => undefined,
): Promise<Undisturbed> {
  return withSync(setup, async (sync) => {
    const end = await finish(setup, sync);
    await check(sync.database.url);
    expect(sync.watch.visited, 'places that a first sync goes through').toContain('load');
    const durations = STOPS.map((stop) => [stop, Math.max(SHORTEST_STAGE_MS, sync.watch.duration(stop))]);
    return {
      end,
      durationsMs: Object.fromEntries(durations) as Record<Stop, number>,
      storedWhileLoading: sync.watch.storedWhileLoading,
      helpers: sync.watch.mostHelpers,
    };
  });
}

/**
 * Syncs from nothing with these kills and checks the end against the undisturbed run.
 * @param hold waits in each stage until its kill has happened, so that none is missed
 * @returns the stages in which kills happened
 */
function syncDespite(
  victim: Victim,
  kills: readonly Kill[],
  setup: SyncSetup,
  undisturbed: Undisturbed,
  hold: boolean,
): Promise<Stop[]> {
  return withSync(
    setup,
    async (sync) => {
      const hits: Stop[] = [];
      for (const kill of kills) {
        const hit = await waitForMoment(sync, kill, undisturbed.durationsMs[kill.stop]);
        if (!hit) continue;
        hits.push(hit);
        await victim.end(sync);
        // Before it comes back: what is left of a killed indexer's session ends only now.
        await sync.brake.release(kill.stop);
        await victim.bringBack(sync);
      }
      const end = await finish(setup, sync);
      expect(sync.watch.setbacks, `${victim.name} killed in ${hits}: progress that was lost`).toEqual([]);
      expectSameEnd(end, undisturbed.end);
      return hits;
    },
    hold ? kills.map(({ stop }) => stop) : [],
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

async function finish({ chain, tip }: SyncSetup, { watch, indexer, database }: Sync): Promise<FirstSyncEnd> {
  const what = `${chain} to be live at block ${tip.height} ${tip.hash}`;
  const atTip = ({ step, phase, hash }: Standing): boolean => step === 'live' && phase === 'live' && hash === tip.hash;
  await watch.until(atTip, { processes: [indexer], what });
  // One that comes after a kill may find all of it done, and be asked to stop before it can be.
  const isStarted = (): boolean => indexer.output().includes(STARTED);
  await waitFor(isStarted, { processes: [indexer], what: `the indexer to say "${STARTED}"` });
  await indexer.stop();
  expect(indexer.exitStatus()).toBe('exit code 0');
  return readEnd(database.url, chain);
}

/** Starts an indexer on an empty database. Where `play` fails, the database is left to whoever stops the server. */
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
    const result = await play(sync);
    await database.drop();
    return result;
  } finally {
    await brake.close();
    await sync.indexer.stop();
    await watch.close();
  }
}

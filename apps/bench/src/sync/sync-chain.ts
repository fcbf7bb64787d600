/** Runs an indexer until its chain is live, and watches it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain, ChainCode } from '@chaintrail/chains';
import type { Session, Stage } from '@chaintrail/db';
import { SIMULATED_NETWORK } from '@chaintrail/devnet';
import { queryFollowed, type SpawnedProcess, spawnIndexer } from '@chaintrail/testkit';
import { rounded } from '../harness/figures.js';
import { peakMemoryMb, processorSeconds } from '../harness/procfs.js';
import type { BenchServer } from '../harness/server.js';
import { countersAt, partOf, type StageFigures, StageWatch } from './stages.js';

const LOOK_EVERY_MS = 50;
const TELL_EVERY_MS = 5_000;

export interface SyncedChain extends StageFigures {
  /** The most memory the indexer had resident, 2^20 bytes. */
  readonly peakRssMb: number;
  readonly cpuSeconds: { readonly indexer: number; readonly postgres: number };
}

/** The indexer's state of a chain at one moment. */
interface SyncState {
  readonly phase: string;
  readonly reason: string | null;
  readonly stage: Stage | null;
  readonly height: number | null;
  readonly nodeHeight: number | null;
  /** Unix time in milliseconds. */
  readonly liveSinceMs: number | null;
}

/** Starts an indexer that follows one node of a private network. @param nodeUrl with credentials */
export function startIndexer(
  chain: Chain,
  { url }: Pick<BenchServer, 'url'>,
  nodeUrl: string,
  settings: Readonly<Record<string, string>> = {},
): SpawnedProcess {
  const code = chain.code.toUpperCase();
  const env = {
    // So that it can be profiled.
    NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '',
    [`${code}_RPC_URL`]: nodeUrl,
    [`${code}_NETWORK`]: SIMULATED_NETWORK[chain.family],
    // The generated node of this family has its REST server on the same port.
    ...(chain.family === 'cosmos' && { [`${code}_REST_URL`]: nodeUrl }),
    ...settings,
  };
  return spawnIndexer({ databaseUrl: url, env });
}

/**
 * Starts an indexer, waits until its chain is live, and stops it. Time begins with its process.
 * @param settings further ones of the indexer
 * @throws Error when the indexer ends, or stops the chain until its operator decides
 */
export async function syncChain(
  chain: Chain,
  server: BenchServer,
  nodeUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<SyncedChain> {
  const before = server.processorSeconds();
  const startedMs = Date.now();
  const indexer = startIndexer(chain, server, nodeUrl, settings);
  const pid = indexer.pid ?? Number.NaN;
  const stages = new StageWatch(countersAt(startedMs, pid, server.postmaster));
  let toldMs = startedMs;
  for (;;) {
    const ended = indexer.exitStatus();
    if (ended !== null) throw new Error(`the indexer ended (${ended})\n${indexer.output()}`);
    const state = await readSyncState(server.session, chain.code);
    const now = Date.now();
    const liveMs = state?.liveSinceMs ?? null;
    // The database has the same clock. The last part lasted until the chain was live.
    stages.look(partOf(state), countersAt(liveMs ?? now, pid, server.postmaster));
    if (liveMs !== null) break;
    if (state?.phase === 'halted') throw new Error(`the sync has stopped: ${state.reason}`);
    if (now - toldMs >= TELL_EVERY_MS) {
      toldMs = now;
      const height = `block ${state?.height ?? '–'} of ${state?.nodeHeight ?? '–'}`;
      console.error(`${((now - startedMs) / 1000).toFixed(0).padStart(5)} s  ${partOf(state)}, ${height}`);
    }
    await sleep(LOOK_EVERY_MS);
  }
  const cpuSeconds = {
    indexer: rounded(processorSeconds(pid), 2),
    postgres: rounded(server.processorSeconds() - before, 2),
  };
  const peakRssMb = Math.round(peakMemoryMb(pid));
  await indexer.stop();
  return { ...stages.figures(), peakRssMb, cpuSeconds };
}

/** @returns null before the indexer has registered the chain */
export async function readSyncState(session: Session, chain: ChainCode): Promise<SyncState | null> {
  const rows = await queryFollowed<SyncState>(
    session,
    chain,
    // first_sync moves in the transactions of its rows; sync_state.stage follows when progress is next saved.
    `SELECT s.phase, s.reason, CASE WHEN s.live_since IS NULL THEN coalesce(f.stage, s.stage) END AS stage,
        s.height, s.node_height AS "nodeHeight", (extract(epoch FROM s.live_since) * 1000)::float8 AS "liveSinceMs"
      FROM ${chain}.sync_state s LEFT JOIN ${chain}.first_sync f ON true`,
  );
  return rows[0] ?? null;
}

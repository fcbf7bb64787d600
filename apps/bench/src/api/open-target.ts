/** Opens the API to measure: one over a database of this benchmark, or a running one. */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Chain, type ChainCode, chainOnNetwork, type Network, requireChain } from '@chaintrail/chains';
import { closeSession, openSession, type Session, saveRates } from '@chaintrail/db';
import { SIMULATED_NETWORK } from '@chaintrail/devnet';
import { Cleanup } from '../harness/cleanup.js';
import { childrenOf, familySecondsOf } from '../harness/processes.js';
import { indexerEnvironment, Program } from '../harness/program.js';
import { makeRunFolder, subfolder } from '../harness/run.js';
import { type BenchServer, startBenchServer } from '../harness/server.js';
import { startApi } from '../harness/start-api.js';
import { ThreadWatch } from '../harness/thread-seconds.js';
import { generatedNode } from '../sync/measure-sync.js';
import { readSyncOptions } from '../sync/sync-options.js';
import { readSyncState } from '../sync/sync-state.js';
import { watchSync } from '../sync/watch-sync.js';
import type { ApiOptions } from './api-options.js';
import { type CpuProfile, readProfiles } from './profile-parts.js';
import { drawSubjects, readSubjects, type Subjects } from './subjects.js';

export interface Target {
  /** Without a slash at the end. */
  readonly url: string;
  readonly subjects: Subjects;
  /** The database's side; null of an API that runs already. */
  readonly own: OwnSide | null;
  /** Stops this API, and starts another of so many processes. */
  withWorkers?(count: number): Promise<Target>;
}

export interface OwnSide {
  /** For bare rows alone: whatever it prepares stays. */
  readonly session: Session;
  /**
   * Processor time so far. `main` is the main threads of the API's processes, `node` all their threads. Null without
   * /proc.
   */
  processorSeconds(): Readonly<Record<'postgres' | 'node' | 'main', number | null>>;
  /** Stops the API. @returns its profiles, none where it was not profiled */
  stopProfiled(): Promise<CpuProfile[]>;
}

const CHAINS = ['btc', 'eth'] as const satisfies readonly ChainCode[];
/** Unconfirmed transactions count as followed for five minutes, an indexer as running for one. */
const REPORT_EVERY_MS = 15_000;

export async function openTarget(options: ApiOptions, cleanup: Cleanup): Promise<Target> {
  const { running, dataDir, profileDir, seed, workers, changesMs } = options;
  if (running) {
    return { url: running.url, subjects: await readSubjects(running.url, running.addressesFile), own: null };
  }
  const folder = await makeRunFolder(cleanup);
  if (dataDir !== null) await mkdir(dataDir, { recursive: true });
  const server = await startBenchServer(cleanup, join(dataDir ?? folder, 'postgres'));
  for (const code of CHAINS) await ensureChain(requireChain(code), options, cleanup, server, folder);
  await reportAsIndexer(cleanup, server.url, changesMs);
  const networks = new Map<ChainCode, Network>(CHAINS.map((code) => [code, networkOf(requireChain(code))]));
  console.error('Drawing addresses …');
  const subjects = await drawSubjects(server.session, networks, seed);
  const session = await cleanup.own(() => openSession(server.url, 'chaintrail-bench-rows'), closeSession);
  const start = async (count: number): Promise<Target> => {
    const profiles = profileDir === null ? null : await newFolder(profileDir);
    const nodeArguments = profiles === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
    const settings = { API_WORKERS: String(count) };
    const { url, pid, stop } = await startApi(cleanup, server.url, { nodeArguments, settings });
    console.error(`PostgreSQL is process ${server.postmaster ?? '?'} with its children, the API process ${pid}.`);
    const mainSeconds = mainThreadSeconds(pid);
    return {
      ...{ url, subjects },
      own: {
        session,
        processorSeconds() {
          return { postgres: server.processorSeconds(), node: familySecondsOf(pid), main: mainSeconds() };
        },
        async stopProfiled() {
          if (profiles === null) return [];
          await stop();
          console.error(`The profile is in ${profiles}.`);
          return readProfiles(profiles);
        },
      },
      async withWorkers(other) {
        await stop();
        return start(other);
      },
    };
  };
  return start(workers);
}

/** Of the main threads of a process and its children. */
function mainThreadSeconds(pid: number): () => number | null {
  const threads = new Map<number, ThreadWatch>();
  return () => {
    for (const each of [pid, ...childrenOf(pid)]) if (!threads.has(each)) threads.set(each, new ThreadWatch(each));
    const seconds = [...threads.values()].map((watch) => {
      watch.look();
      return watch.seconds()?.main ?? null;
    });
    return seconds.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0);
  };
}

/** Below a folder that is made when missing. */
async function newFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, 'api-'));
}

function networkOf(chain: Chain): Network {
  return chainOnNetwork(chain, SIMULATED_NETWORK[chain.family])!.network;
}

/** Indexes a generated chain, unless the database has one. */
async function ensureChain(
  chain: Chain,
  { transactions, blocks }: ApiOptions,
  cleanup: Cleanup,
  server: BenchServer,
  folder: string,
): Promise<void> {
  const before = await readSyncState(server.session, chain.code);
  if (before?.liveSinceMs != null) {
    console.error(`${chain.name} is in the database up to block ${before.height}.`);
    return;
  }
  // The node and the indexer would go on using the machine.
  const making = await cleanup.own(
    async () => new Cleanup(),
    (started) => started.close(),
  );
  const sync = { ...readSyncOptions([]), chain, transactions, blocks };
  const node = await generatedNode(sync, making, await subfolder(folder, chain.code));
  console.error('Syncing …');
  const indexer = await making.own(
    async () => new Program('indexer', indexerEnvironment(chain.code, server.url, node.url)),
    (started) => started.stop(),
  );
  await watchSync(server.session, chain.code, indexer, Date.now());
  await making.close();
  // Autovacuum would do this within minutes, during the measurement.
  await server.session.query('VACUUM (ANALYZE)');
  await server.session.query('CHECKPOINT');
}

/**
 * Reports what an indexer at the tip reports, so that the API answers as beside one. The mempool is followed, empty,
 * and changes its version; the rates are of today.
 */
async function reportAsIndexer(cleanup: Cleanup, databaseUrl: string, changesMs: number): Promise<void> {
  const session = await cleanup.own(() => openSession(databaseUrl, 'chaintrail-bench-indexer'), closeSession);
  const report = async (): Promise<void> => {
    for (const code of CHAINS)
      await session.query(
        `UPDATE ${code}.sync_state SET heartbeat_at = now(), mempool_at = now(), mempool_node = 0, mempool_indexed = 0`,
      );
    const now = Math.floor(Date.now() / 1_000);
    const rates = CHAINS.map((code) => ({
      symbol: requireChain(code).symbol,
      rate: '1',
      asOf: now,
      sources: ['bench'],
    }));
    await saveRates(session, now, rates);
  };
  const change = async (): Promise<void> => {
    await session.query('UPDATE btc.sync_state SET content_version = content_version + 1');
  };
  await report();
  const timers = [setInterval(() => void report().catch(() => undefined), REPORT_EVERY_MS)];
  if (changesMs > 0) timers.push(setInterval(() => void change().catch(() => undefined), changesMs));
  await cleanup.own(
    async () => timers,
    async () => timers.forEach(clearInterval),
  );
}

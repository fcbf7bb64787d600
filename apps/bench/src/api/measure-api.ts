import { availableParallelism } from 'node:os';
import { spawnApi } from '@chaintrail/testkit';
import { Forked } from '../harness/forked.js';
import { familySeconds } from '../harness/procfs.js';
import type { Cleanup } from '../harness/run.js';
import type { LoadCalls } from '../load-process.js';
import { type ApiFigures, SUMMARY_CONNECTIONS, summary } from './api-figures.js';
import type { ApiOptions, ScenarioName } from './api-options.js';
import { type BenchDatabase, openBenchDatabase } from './bench-database.js';
import { measureTarget, type Target } from './measure-target.js';
import { readSubjects } from './subjects.js';

/** Also measured with an API on all cores. */
const OF_ALL_CORES: readonly ScenarioName[] = ['newest', 'deep', 'ten', 'balance'];

export async function measureApi(options: ApiOptions, cleanup: Cleanup): Promise<ApiFigures> {
  const { url, addresses, profile, workers } = options;
  const load = new Forked<LoadCalls>('load-process', cleanup);
  if (url !== undefined) {
    const subjects = await readSubjects(url, addresses!);
    return measureTarget(options, { url, subjects, own: null }, load);
  }
  const database = await openBenchDatabase(options, cleanup);
  const api = await startApi(database, workers, profile);
  const figures = await measureTarget(options, api.target, load);
  if (profile !== undefined) {
    await api.stop();
    console.error(`CPU profiles are in ${profile}.`);
    return figures;
  }
  const cores = availableParallelism();
  if (workers > 1 || cores === 1) return figures;
  await api.stop();
  console.error(`\nWith ${cores} workers:`);
  const { target } = await startApi(database, cores);
  const only = OF_ALL_CORES.filter((name) => options.only.includes(name));
  const again = { ...options, connections: [SUMMARY_CONNECTIONS], only, hasBareRows: false };
  const { rows } = await measureTarget(again, target, load);
  return { ...figures, allCores: { workers: cores, ...summary(rows, [SUMMARY_CONNECTIONS]) } };
}

/** @param profile folder for CPU profiles, which its processes write when they stop */
async function startApi({ server, session, subjects }: BenchDatabase, workers: number, profile?: string) {
  const nodeArguments = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const env = { API_WORKERS: String(workers), NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '' };
  const { url, process: api } = await spawnApi({ databaseUrl: server.url, env, nodeArguments });
  const pid = api.pid ?? Number.NaN;
  console.error(`PostgreSQL is process ${server.postmaster} with its children, the API process ${pid}.`);
  const processorSeconds = () => ({ postgres: server.processorSeconds(), node: familySeconds(pid) });
  const target: Target = { url, subjects, own: { session, processorSeconds } };
  return { target, stop: () => api.stop() };
}

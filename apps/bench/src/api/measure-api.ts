import { mkdir, mkdtemp } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { spawnApi } from '@chaintrail/testkit';
import { Forked } from '../harness/forked.js';
import { childSeconds, familySeconds, threadSeconds } from '../harness/procfs.js';
import type { Cleanup } from '../harness/run.js';
import type { LoadCalls } from '../load-process.js';
import { type ApiFigures, type ApiRow, partLines, SUMMARY_CONNECTIONS, summary } from './api-figures.js';
import type { ApiOptions, ScenarioName } from './api-options.js';
import { type BenchDatabase, openBenchDatabase } from './bench-database.js';
import { fairnessLine, measureFairness } from './fairness.js';
import { type Measured, measureTarget, type Target } from './measure-target.js';
import { partsOf, readProfiles } from './profile-parts.js';
import { makeScenarios } from './scenarios.js';
import { readSubjects } from './subjects.js';

/** Also measured with an API on all cores. */
const OF_ALL_CORES: readonly ScenarioName[] = ['newest', 'deep', 'ten', 'balance'];

export async function measureApi(options: ApiOptions, cleanup: Cleanup): Promise<ApiFigures> {
  const { url, addresses, profile, seed, seconds, workers } = options;
  const load = new Forked<LoadCalls>('load-process', cleanup);
  if (url !== undefined) {
    const subjects = await readSubjects(url, addresses!);
    return (await measureTarget(options, { url, subjects, own: null }, load)).figures;
  }
  const database = await openBenchDatabase(options, cleanup);
  const profiles = profile === undefined ? null : await newFolder(profile);
  const api = await startApi(database, workers, profiles);
  const measured = await measureTarget(options, api.target, load);
  if (profiles !== null) {
    await api.stop();
    console.error(`The profile is in ${profiles}.`);
    return { ...measured.figures, rows: await withParts(measured, profiles) };
  }
  const { figures } = measured;
  const scenarios = makeScenarios(database.subjects, seed);
  const fairness = await measureFairness({ url: api.target.url, scenarios, seconds }, load, cleanup);
  for (const each of fairness) console.error(fairnessLine(each));
  const cores = availableParallelism();
  if (workers > 1 || cores === 1) return { ...figures, fairness };
  await api.stop();
  console.error(`\nWith ${cores} workers:`);
  const { target } = await startApi(database, cores);
  const only = OF_ALL_CORES.filter((name) => options.only.includes(name));
  const again = { ...options, connections: [SUMMARY_CONNECTIONS], only, hasBareRows: false };
  const { rows } = (await measureTarget(again, target, load)).figures;
  return { ...figures, fairness, allCores: { workers: cores, ...summary(rows, [SUMMARY_CONNECTIONS]) } };
}

/** @param parent made when missing */
async function newFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, 'api-'));
}

/** @param profiles folder of CPU profiles, which it writes when it stops */
async function startApi({ server, session, subjects }: BenchDatabase, workers: number, profiles: string | null = null) {
  const nodeArguments = profiles === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const env = { API_WORKERS: String(workers), NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '' };
  const { url, process: api } = await spawnApi({ databaseUrl: server.url, env, nodeArguments });
  const pid = api.pid ?? Number.NaN;
  console.error(`PostgreSQL is process ${server.postmaster} with its children, the API process ${pid}.`);
  const mainSeconds = (): number =>
    [pid, ...childSeconds(pid).keys()].reduce((sum, each) => sum + (threadSeconds(each).get(each) ?? Number.NaN), 0);
  const processorSeconds = () => ({
    ...{ postgres: server.processorSeconds(), node: familySeconds(pid), main: mainSeconds() },
  });
  const target: Target = { url, subjects, own: { session, processorSeconds } };
  return { target, stop: () => api.stop() };
}

async function withParts({ figures, windows }: Measured, folder: string): Promise<ApiRow[]> {
  const profiles = await readProfiles(folder);
  return figures.rows.map((row) => {
    const window = windows.get(row);
    if (window === undefined) return row;
    const shares = [...partsOf(profiles, window)];
    const parts = Object.fromEntries(shares.map(([part, share]) => [part, Number((share * row.mainMs).toFixed(3))]));
    console.error(partLines({ ...row, parts }));
    return { ...row, parts };
  });
}

import { availableParallelism } from 'node:os';
import type { Cleanup } from '../harness/cleanup.js';
import { type ApiOptions, type ScenarioName, WARM_UP_SHARE } from './api-options.js';
import { measureBareRows } from './bare-rows.js';
import { measureFairness } from './fairness.js';
import { type ApiFigures, type ApiRow, rounded, SUMMARY_CONNECTIONS, summary } from './figures.js';
import { LoadClient } from './load-client.js';
import { openTarget, type Target } from './open-target.js';
import { partsOf, type Window } from './profile-parts.js';
import { makeScenarios, type Scenario } from './scenarios.js';
import { fairnessLine, line, partLines, TITLES } from './table.js';

/** Before the first measurement: kinds in turn, fewer in a short trial. */
const WARM_UP_PATHS = 20;
const WARM_UP_REQUESTS = 3_000;
const WARM_UP_REQUESTS_PER_SECOND = 1_000;

/** Also measured with an API on all cores. */
const OF_ALL_CORES: readonly ScenarioName[] = ['newest', 'deep', 'ten', 'balance'];

export async function measureApi(options: ApiOptions, cleanup: Cleanup): Promise<ApiFigures> {
  const target = await openTarget(options, cleanup);
  const load = await LoadClient.start(cleanup);
  const figures = await measureTarget(options, target, load);
  const cores = availableParallelism();
  if (!target.withWorkers || options.profileDir !== null) return figures;
  const scenarios = makeScenarios(target.subjects, options.seed);
  const fairness = await measureFairness({ url: target.url, scenarios, seconds: options.seconds }, load, cleanup);
  for (const each of fairness) console.error(fairnessLine(each));
  if (options.workers > 1 || cores === 1) return { ...figures, fairness };
  console.error(`\nWith ${cores} workers:`);
  const names = OF_ALL_CORES.filter((name) => options.scenarios.includes(name));
  const measured = { ...options, connections: [SUMMARY_CONNECTIONS], scenarios: names, hasBareRows: false };
  const allCores = await measureTarget(measured, await target.withWorkers(cores), load);
  return { ...figures, fairness, allCores: { workers: cores, ...summary(allCores.rows, [SUMMARY_CONNECTIONS]) } };
}

export async function measureTarget(
  options: Pick<ApiOptions, 'connections' | 'seconds' | 'seed' | 'scenarios' | 'encoding'> & { hasBareRows?: boolean },
  target: Target,
  load: LoadClient,
): Promise<ApiFigures> {
  const made = makeScenarios(target.subjects, options.seed);
  const scenarios = made.filter(({ name }) => options.scenarios.includes(name));
  const missing = options.scenarios.filter((name) => !scenarios.some((scenario) => scenario.name === name));
  if (missing.length > 0) console.error(`Nothing to ask for: ${missing.join(', ')}.`);
  await warmUp(scenarios, options, target, load);
  const rows: ApiRow[] = [];
  const windows = new Map<ApiRow, Window>();
  let limits: string | null = null;
  console.error(`\n${TITLES}`);
  for (const scenario of scenarios) {
    for (const connections of options.connections) {
      const measured = await measureRequests(scenario, connections, options, target, load);
      if (limits === null && measured.limits !== null) console.error(`The API has limits on: ${measured.limits}`);
      limits ??= measured.limits;
      rows.push(measured.row);
      windows.set(measured.row, measured.window);
      console.error(line(measured.row));
    }
    if (!target.own || options.hasBareRows === false) continue;
    const bare = await measureBareRows(scenario, options.seconds, target.own);
    rows.push(bare);
    console.error(line(bare));
  }
  const common = { ...summary(rows, options.connections), seed: options.seed, encoding: options.encoding, limits };
  return { ...common, rows: await withParts(rows, windows, target) };
}

async function withParts(rows: readonly ApiRow[], windows: Map<ApiRow, Window>, { own }: Target): Promise<ApiRow[]> {
  const profiles = (await own?.stopProfiled()) ?? [];
  return rows.map((row) => {
    const window = windows.get(row);
    if (profiles.length === 0 || window === undefined || row.mainMs === null) return row;
    const shares = [...partsOf(profiles, window)];
    const parts = Object.fromEntries(shares.map(([part, share]) => [part, rounded(share * row.mainMs!)]));
    console.error(partLines({ ...row, parts }));
    return { ...row, parts };
  });
}

/**
 * Sends some requests of each kind, unmeasured. A process's first thousands cost more: its code is not compiled yet.
 */
async function warmUp(
  scenarios: readonly Scenario[],
  { seconds, encoding }: Pick<ApiOptions, 'seconds' | 'encoding'>,
  { url }: Target,
  load: LoadClient,
): Promise<void> {
  const paths = scenarios.flatMap(({ requests }) => requests.slice(0, WARM_UP_PATHS).map(({ path }) => path));
  const wanted = Math.min(WARM_UP_REQUESTS, seconds * WARM_UP_REQUESTS_PER_SECOND);
  const common = { url, paths, connections: SUMMARY_CONNECTIONS, seconds, encoding };
  for (let asked = 0; paths.length > 0 && asked < wanted; )
    asked += (await load.run({ ...common, first: asked })).requests;
}

async function measureRequests(
  scenario: Scenario,
  connections: number,
  { seconds, encoding }: Pick<ApiOptions, 'seconds' | 'encoding'>,
  { url, own }: Target,
  load: LoadClient,
): Promise<{ readonly row: ApiRow; readonly limits: string | null; readonly window: Window }> {
  const paths = scenario.requests.map(({ path }) => path);
  const common = { url, paths, connections, encoding };
  const { requests: warm } = await load.run({ ...common, first: 0, seconds: seconds * WARM_UP_SHARE });
  const before = own?.processorSeconds();
  const from = monotonicUs();
  const figures = await load.run({ ...common, first: warm, seconds });
  const window = [from, monotonicUs()] as const;
  const after = own?.processorSeconds();
  const { requests, p50Ms, p99Ms } = figures;
  const each = (from?: number | null, to?: number | null): number | null =>
    from == null || to == null ? null : rounded(((to - from) * 1_000) / requests);
  const row: ApiRow = {
    ...{ scenario: scenario.name, connections, requests, p50Ms, p99Ms },
    perSecond: Math.round((requests / figures.seconds) * 10) / 10,
    postgresMs: each(before?.postgres, after?.postgres),
    nodeMs: each(before?.node, after?.node),
    mainMs: each(before?.main, after?.main),
    loadMs: each(0, figures.processorSeconds),
    bytes: Math.round(figures.bytes / requests),
  };
  return { row, limits: figures.limits, window };
}

/** The clock of V8's profiles. */
const monotonicUs = (): number => Number(process.hrtime.bigint() / 1_000n);

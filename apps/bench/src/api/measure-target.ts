/** Measures each scenario of an API, at each number of connections. */

import { rounded } from '../harness/figures.js';
import type { Forked } from '../harness/forked.js';
import type { LoadCalls } from '../load-process.js';
import { type ApiFigures, type ApiRow, apiLine, SUMMARY_CONNECTIONS, summary, TITLES } from './api-figures.js';
import { type ApiOptions, WARM_UP_SHARE } from './api-options.js';
import { measureBareRows } from './bare-rows.js';
import type { OwnSide } from './bench-database.js';
import type { Window } from './profile-parts.js';
import { makeScenarios, type Scenario } from './scenarios.js';
import type { Subjects } from './subjects.js';

/** Before the first measurement: kinds in turn, fewer in a short trial. */
const WARM_UP_PATHS = 20;
const WARM_UP_REQUESTS = 3_000;
const WARM_UP_REQUESTS_PER_SECOND = 1_000;

export interface Target {
  /** Without a slash at the end. */
  readonly url: string;
  readonly subjects: Subjects;
  /** Null of an API that runs already. */
  readonly own: OwnSide | null;
}

export interface Measured {
  readonly figures: ApiFigures;
  /** When the rows of requests were measured. */
  readonly windows: ReadonlyMap<ApiRow, Window>;
}

type Options = Pick<ApiOptions, 'connections' | 'seconds' | 'seed' | 'only' | 'encoding'>;

export async function measureTarget(
  options: Options & { readonly hasBareRows?: boolean },
  target: Target,
  load: Forked<LoadCalls>,
): Promise<Measured> {
  const { connections, seconds, seed, only, encoding, hasBareRows = true } = options;
  const scenarios = makeScenarios(target.subjects, seed).filter(({ name }) => only.includes(name));
  const missing = only.filter((name) => !scenarios.some((scenario) => scenario.name === name));
  if (missing.length > 0) console.error(`Nothing to ask for: ${missing.join(', ')}.`);
  await warmUp(scenarios, options, target, load);
  const rows: ApiRow[] = [];
  const windows = new Map<ApiRow, Window>();
  let limits: string | null = null;
  const tell = (row: ApiRow): void => {
    rows.push(row);
    console.error(apiLine(row));
  };
  console.error(`\n${TITLES}`);
  for (const scenario of scenarios) {
    for (const each of connections) {
      const measured = await measureRequests(scenario, each, options, target, load);
      if (limits === null && measured.limits !== null) console.error(`The API has limits on: ${measured.limits}`);
      limits ??= measured.limits;
      tell(measured.row);
      windows.set(measured.row, measured.window);
    }
    if (target.own && hasBareRows) tell(await measureBareRows(scenario, seconds, target.own));
  }
  return { figures: { ...summary(rows, connections), seed, encoding, limits, rows }, windows };
}

/** Sends some requests of each kind, unmeasured. A process's first thousands cost more: its code is not compiled yet. */
async function warmUp(
  scenarios: readonly Scenario[],
  { seconds, encoding }: Options,
  { url }: Target,
  load: Forked<LoadCalls>,
): Promise<void> {
  const paths = scenarios.flatMap(({ requests }) => requests.slice(0, WARM_UP_PATHS).map(({ path }) => path));
  const wanted = Math.min(WARM_UP_REQUESTS, seconds * WARM_UP_REQUESTS_PER_SECOND);
  const common = { url, paths, connections: SUMMARY_CONNECTIONS, seconds, encoding };
  for (let asked = 0; paths.length > 0 && asked < wanted; )
    asked += (await load.call('load', { ...common, first: asked })).requests;
}

async function measureRequests(
  { name, requests: made }: Scenario,
  connections: number,
  { seconds, encoding }: Options,
  { url, own }: Target,
  load: Forked<LoadCalls>,
) {
  const common = { url, paths: made.map(({ path }) => path), connections, encoding };
  const used = () => own?.processorSeconds() ?? { postgres: Number.NaN, node: Number.NaN, main: Number.NaN };
  const { requests: warm } = await load.call('load', { ...common, first: 0, seconds: seconds * WARM_UP_SHARE });
  const before = used();
  const from = monotonicUs();
  const figures = await load.call('load', { ...common, first: warm, seconds });
  const window: Window = [from, monotonicUs()];
  const after = used();
  const { requests, p50Ms, p99Ms, limits, processorSeconds, bytes } = figures;
  const each = (of: number): number => rounded((of * 1_000) / requests);
  const row: ApiRow = {
    ...{ scenario: name, connections, requests, p50Ms, p99Ms },
    perSecond: rounded(requests / figures.seconds, 1),
    postgresMs: each(after.postgres - before.postgres),
    nodeMs: each(after.node - before.node),
    mainMs: each(after.main - before.main),
    loadMs: each(processorSeconds),
    bytes: Math.round(bytes / requests),
  };
  return { row, limits, window };
}

/** The clock of V8's profiles. */
const monotonicUs = (): number => Number(process.hrtime.bigint() / 1_000n);

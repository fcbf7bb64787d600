/** Measures each scenario of an API, at each number of connections. */
import type { Session } from '@chaintrail/db';
import { ownProcessorSeconds, type Percentiles, percentiles, rounded, timeMs } from '../harness/figures.js';
import type { Forked } from '../harness/forked.js';
import type { LoadCalls } from '../load-process.js';
import { type ApiFigures, type ApiRow, apiLine, SUMMARY_CONNECTIONS, summary, TITLES } from './api-figures.js';
import type { ApiOptions, ScenarioName } from './api-options.js';
import type { OwnSide } from './bench-database.js';
import { makeScenarios, type Scenario } from './scenarios.js';
import type { Subjects } from './subjects.js';

/** Before the first measurement: kinds in turn, fewer in a short trial. */
const WARM_UP_PATHS = 20;
const WARM_UP_REQUESTS = 3_000;
const WARM_UP_REQUESTS_PER_SECOND = 1_000;
/** Share of each measurement, before it: connections, plans, compilation. */
const WARM_UP_SHARE = 0.2;

export interface Target {
  /** Without a slash at the end. */
  readonly url: string;
  readonly subjects: Subjects;
  /** Null of an API that runs already. */
  readonly own: OwnSide | null;
}

type Options = Pick<ApiOptions, 'connections' | 'seconds' | 'seed' | 'only' | 'encoding'>;

/** Asks as often as that is possible in so many seconds. */
type Ask = (seconds: number) => Promise<AskFigures>;

interface AskFigures extends Percentiles {
  readonly requests: number;
  readonly seconds: number;
  /** Bytes, for a load generator. */
  readonly bytes?: number;
  readonly processorSeconds?: number;
  readonly limits?: string | null;
}

export async function measureTarget(
  options: Options & { readonly hasBareRows?: boolean },
  { url, subjects, own }: Target,
  load: Forked<LoadCalls>,
): Promise<ApiFigures> {
  const { seconds, seed, only, encoding, hasBareRows = true } = options;
  const scenarios = makeScenarios(subjects, seed).filter(({ name }) => only.includes(name));
  const missing = only.filter((name) => !scenarios.some((scenario) => scenario.name === name));
  if (missing.length > 0) console.error(`Nothing to ask for: ${missing.join(', ')}.`);
  const askFor = (paths: readonly string[], connections: number): Ask => {
    let first = 0;
    return async (length) => {
      const figures = await load.call('load', { url, paths, first, connections, encoding, seconds: length });
      first += figures.requests;
      return figures;
    };
  };
  await warmUp(scenarios, seconds, askFor);
  const rows: ApiRow[] = [];
  let limits: string | null = null;
  const measure = async (scenario: ScenarioName, connections: number | null, ask: Ask, used: Used): Promise<void> => {
    await ask(seconds * WARM_UP_SHARE);
    const before = used();
    const figures = await ask(seconds);
    const row = rowOf(scenario, connections, figures, before, used());
    if (limits === null && figures.limits != null) console.error(`The API has limits on: ${figures.limits}`);
    limits ??= figures.limits ?? null;
    rows.push(row);
    console.error(apiLine(row));
  };
  console.error(`\n${TITLES}`);
  for (const scenario of scenarios) {
    const paths = scenario.requests.map(({ path }) => path);
    for (const connections of options.connections)
      await measure(scenario.name, connections, askFor(paths, connections), own?.processorSeconds ?? unknownSeconds);
    if (!own || !hasBareRows) continue;
    const used: Used = () => ({ ...own.processorSeconds(), node: ownProcessorSeconds() });
    await measure(scenario.name, null, askForRows(scenario, own.session), used);
  }
  return { ...summary(rows, options.connections), seed, encoding, limits, rows };
}

type Used = OwnSide['processorSeconds'];
const unknownSeconds: Used = () => ({ postgres: Number.NaN, node: Number.NaN });

/** Sends some requests of each kind, unmeasured. A process's first thousands cost more: its code is not compiled yet. */
async function warmUp(
  scenarios: readonly Scenario[],
  seconds: number,
  askFor: (paths: readonly string[], connections: number) => Ask,
): Promise<void> {
  const paths = scenarios.flatMap(({ requests }) => requests.slice(0, WARM_UP_PATHS).map(({ path }) => path));
  const wanted = Math.min(WARM_UP_REQUESTS, seconds * WARM_UP_REQUESTS_PER_SECOND);
  const ask = askFor(paths, SUMMARY_CONNECTIONS);
  for (let asked = 0; paths.length > 0 && asked < wanted; ) asked += (await ask(seconds)).requests;
}

/** Asks PostgreSQL for the rows of the answers, one query after the other. Columns stay text. */
function askForRows({ name, bareRows, requests }: Scenario, session: Session): Ask {
  const types = { getTypeParser: () => (text: unknown) => text };
  let asked = 0;
  const ask = async (): Promise<void> => {
    const { values } = requests[asked++ % requests.length]!;
    await session.query({ name, text: bareRows, values: [...values!], types });
  };
  return async (seconds) => {
    const times: number[] = [];
    for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) times.push(await timeMs(ask));
    const spentMs = times.reduce((sum, each) => sum + each, 0);
    return { requests: times.length, seconds: spentMs / 1_000, ...percentiles(times) };
  };
}

function rowOf(
  scenario: ScenarioName,
  connections: number | null,
  { requests, seconds, p50Ms, p99Ms, processorSeconds = Number.NaN, bytes = Number.NaN }: AskFigures,
  before: ReturnType<Used>,
  after: ReturnType<Used>,
): ApiRow {
  const each = (of: number): number => rounded((of * 1_000) / requests);
  return {
    ...{ scenario, connections, requests, p50Ms, p99Ms },
    perSecond: rounded(requests / seconds, 1),
    postgresMs: each(after.postgres - before.postgres),
    nodeMs: each(after.node - before.node),
    loadMs: each(processorSeconds),
    bytes: Math.round(bytes / requests),
  };
}

/** Report of the benchmark: rows and their summary, as JSON and as lines of a table. */
import type { Percentiles } from '../harness/figures.js';
import type { ScenarioName } from './api-options.js';

/** Figures of a scenario. Processor time, in ms a request, is of all processes. What is not known is null in JSON. */
export interface ApiRow extends Percentiles {
  readonly scenario: ScenarioName;
  /** Null: the bare rows of the same pages, over one connection to PostgreSQL. */
  readonly connections: number | null;
  readonly requests: number;
  readonly perSecond: number;
  readonly postgresMs: number;
  /** Time of Node; for bare rows, the benchmark itself. */
  readonly nodeMs: number;
  /** Time of the load generator, on the same machine. */
  readonly loadMs: number;
  /** On average, as it was sent. */
  readonly bytes: number;
}

export interface ApiFigures extends ReturnType<typeof summary> {
  readonly seed: number;
  readonly encoding: string;
  /** The limits that the API names in its answers. */
  readonly limits: string | null;
  readonly rows: readonly ApiRow[];
  /** The summary of an API with a process for each core. */
  readonly allCores?: ReturnType<typeof summary> & { readonly workers: number };
}

/** The summary is of this number of connections where it was measured, else of the largest. */
export const SUMMARY_CONNECTIONS = 16;

/** Requests a second of the main scenarios, null where they were not measured, and the longest p99 of these. */
export function summary(rows: readonly ApiRow[], measured: readonly number[]) {
  const connections = measured.includes(SUMMARY_CONNECTIONS) ? SUMMARY_CONNECTIONS : Math.max(...measured);
  const find = (name: ScenarioName): ApiRow | undefined =>
    rows.find((row) => row.scenario === name && row.connections === connections);
  const of = { history: find('newest'), deep: find('deep'), ten: find('ten'), balance: find('balance') };
  const p99s = Object.values(of).flatMap((row) => (row ? [row.p99Ms] : []));
  return {
    historyPerSecond: of.history?.perSecond ?? null,
    deepPerSecond: of.deep?.perSecond ?? null,
    tenPerSecond: of.ten?.perSecond ?? null,
    balancePerSecond: of.balance?.perSecond ?? null,
    p99Ms: p99s.length === 0 ? null : Math.max(...p99s),
    connections,
  };
}

const WORDS: Readonly<Record<ScenarioName, string>> = {
  newest: '25 newest of thousands',
  deep: '25 in the older half',
  hundred: '90 to 110 transactions',
  ten: '10 transactions',
  one: '1 transaction',
  balance: 'balance',
  transaction: 'transaction',
  tokens: '25 of Ethereum',
  'evm-balance': 'balance of Ethereum',
  unused: 'script never used',
};
const COLUMNS = ['connections', 'requests/s', 'p50 ms', 'p99 ms', 'ms PostgreSQL', 'ms Node', 'ms asking', 'bytes'];
export const TITLES = cells('', COLUMNS);

/** A line of the table, which is told before the next one is measured. */
export function apiLine({ scenario, connections, ...row }: ApiRow): string {
  const times = [row.p50Ms, row.p99Ms, row.postgresMs, row.nodeMs, row.loadMs].map((ms) => ms.toFixed(2));
  const all = [connections ?? 'rows alone', row.perSecond, ...times, row.bytes].map(String);
  return cells(
    WORDS[scenario],
    all.map((each) => each.replace('NaN', '–')),
  );
}

function cells(first: string, others: readonly string[]): string {
  return [first.padEnd(24), ...others.map((each, at) => each.padStart(COLUMNS[at]!.length + 2))].join('');
}

/** What the benchmark reports. */
import type { Percentiles } from '../timing.js';
import type { ScenarioName } from './api-options.js';
import type { Fairness } from './fairness.js';

/** One line of the table. */
export interface ApiRow extends Percentiles {
  readonly scenario: ScenarioName;
  /** Null: the bare rows of the same pages, over one connection to PostgreSQL. */
  readonly connections: number | null;
  readonly requests: number;
  readonly perSecond: number;
  /** Processor time a request, of all processes; null where unknown. For bare rows `node` is the benchmark itself. */
  readonly postgresMs: number | null;
  readonly nodeMs: number | null;
  /** Of `nodeMs`, the main threads of the API's processes. */
  readonly mainMs: number | null;
  /** The parts of `mainMs` by the profile, in ms a request. */
  readonly parts?: Readonly<Record<string, number>>;
  /** Processor time of the load generator, on the same machine. */
  readonly loadMs: number | null;
  /** On average, as it was sent. */
  readonly bytes: number | null;
}

export interface ApiFigures {
  /** 25 rows of an address with thousands, the newest, at {@link ApiFigures.connections} connections, as all below. */
  readonly historyPerSecond: number | null;
  /** The same, somewhere in the older half. */
  readonly deepPerSecond: number | null;
  readonly tenPerSecond: number | null;
  readonly balancePerSecond: number | null;
  /** The longest p99 of these four. */
  readonly p99Ms: number | null;
  readonly connections: number;
  readonly seed: number;
  readonly encoding: string;
  /** The limits that the API names in its answers. */
  readonly limits: string | null;
  readonly rows: readonly ApiRow[];
  /** What attacks of one client do to another one. */
  readonly fairness?: readonly Fairness[];
  /** The summary of an API with a process for each core. */
  readonly allCores?: ReturnType<typeof summary> & { readonly workers: number };
}

/** The summary is of this number of connections where it was measured, else of the largest. */
export const SUMMARY_CONNECTIONS = 16;

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

/** To a microsecond. */
export const rounded = (ms: number): number => Number(ms.toFixed(3));

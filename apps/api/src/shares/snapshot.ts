/** Metrics of several processes in one text. */
import {
  AggregatorRegistry,
  Counter,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

/** As prom-client hands them to another process. */
export type Snapshot = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Metrics of one process. */
export interface ProcessMetrics {
  /** Metrics of the process itself. */
  snapshot(): Promise<Snapshot>;
  /** Metrics that any process may say for all, chains and databases, in the text format of Prometheus. */
  text(): Promise<string>;
}

/** Counted since the process started, though its type does not say so. */
const COUNTED = new Set(['chaintrail_database_answers']);

/** Counters, histograms and most gauges are summed; of the rest the worst counts. @param common of no process alone */
export async function textOf(snapshots: readonly Snapshot[], common: string): Promise<string> {
  return (await merge(snapshots).metrics()) + common;
}

/** The counts of ended processes. Sums that fall are a restart to Prometheus, which then counts all anew. */
export async function keepCounts(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const all = await merge(snapshots).getMetricsAsJSON();
  return all.filter(({ name, type }) => COUNTED.has(name) || ['counter', 'histogram'].includes(String(type)));
}

function merge(snapshots: readonly Snapshot[]) {
  const summed = snapshots.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: aggregatorOf(metric) })));
  return AggregatorRegistry.aggregate(summed);
}

function aggregatorOf({ name, aggregator }: Snapshot[number]): string {
  // The library leaves it out; that of the oldest process is that of the API.
  if (name === 'process_start_time_seconds') return 'min';
  return aggregator === 'average' ? 'max' : aggregator;
}

export const WORKER_ENDS = {
  name: 'chaintrail_api_worker_ends_total',
  help: 'Workers that ended without being told to, and were replaced.',
};

/** Each process that answers counts as one; the primary of several counts their ends. */
export function countWorkers(registry: Registry): void {
  const registers = [registry];
  new Gauge({ name: 'chaintrail_api_workers', help: 'Processes that answer requests.', registers }).set(1);
  new Counter({ ...WORKER_ENDS, registers });
}

import { Counter, Gauge, type Registry } from 'prom-client';

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

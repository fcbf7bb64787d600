export interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Spread extends Percentiles {
  readonly maxMs: number;
}

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** @param times at least one */
export function percentiles(times: readonly number[]): Percentiles {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number =>
    Number(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(3));
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** @param times at least one */
export function spread(times: readonly number[]): Spread {
  return { ...percentiles(times), maxMs: Number(Math.max(...times).toFixed(3)) };
}

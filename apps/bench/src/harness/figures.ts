/** Figures of times and processors, and tables of them. */
export interface Percentiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
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
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** @param times at least one */
export function spread(times: readonly number[]): Percentiles & { readonly maxMs: number } {
  return { ...percentiles(times), maxMs: rounded(Math.max(...times)) };
}

/** Processor time of all threads of this process: garbage collection counts, too. @param since a figure of before */
export function ownProcessorSeconds(since = 0): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 - since;
}

/** To a microsecond, for milliseconds. */
export function rounded(value: number, digits = 3): number {
  return Number(value.toFixed(digits));
}

/** Lines of cells, the first one to the left and the others to the right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ');
  return rows.map(line).join('\n');
}

/** The table of a run's work and findings. A run with a finding fails. */

/** Enough to see what is wrong; one mistake tends to show in thousands of answers. */
const KEPT = 50;

export interface Finding {
  readonly chain: string;
  readonly what: string;
}

export class Findings {
  readonly kept: Finding[] = [];
  readonly #counts = new Map<string, number>();

  add(chain: string, what: string): void {
    this.#counts.set(chain, this.count(chain) + 1);
    if (this.kept.length < KEPT) this.kept.push({ chain, what });
  }

  count(chain: string): number {
    return this.#counts.get(chain) ?? 0;
  }

  get total(): number {
    return sumOf(this.#counts);
  }
}

/** How often what has happened to a chain, and what was read of it. */
export interface Doings {
  /** Mined, those of reorgs included. */
  blocks: number;
  /** How often the active chain has been replaced or made shorter. */
  reorgs: number;
  restarts: number;
  /** Payments that reached the mempool beside those that blocks bring along, and such as were replaced or evicted. */
  arrived: number;
  dropped: number;
  /** Answers of the API that were checked, those of the end included. */
  pages: number;
  /** Addresses compared at the end. */
  addresses: number;
}

export interface ChainReport extends Readonly<Doings> {
  readonly chain: string;
  readonly height: number;
  /** Calls that a fault has struck. */
  readonly faults: number;
  readonly judged: ReadonlyMap<string, number>;
  readonly audit: 'clean' | 'failed' | 'not run';
  readonly findings: number;
}

export interface SoakReport {
  readonly seed: number;
  /** How often the indexer of all chains was killed. */
  readonly kills: number;
  readonly chains: readonly ChainReport[];
  /** The first of them; `count` has them all. */
  readonly findings: readonly Finding[];
  readonly count: number;
}

/** @returns the lines to print, findings last */
export function describeReport({ seed, kills, chains, findings, count }: SoakReport): string {
  const rows = chains.map((row) => Object.values(row).map((cell) => String(cell instanceof Map ? sumOf(cell) : cell)));
  const cells = [Object.keys(chains[0] ?? {}), ...rows];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const table = cells.map((row) => row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '));
  const checks = chains.map(({ chain, judged }) => {
    return `${chain}: ${[...judged].map(([name, times]) => `${times} ${name}`).join(', ')}`;
  });
  const found = findings.map(({ chain, what }) => `${chain}: ${what}`);
  const left = count - findings.length;
  if (left > 0) found.push(`… and ${left} more`);
  const verdict =
    count === 0
      ? 'Nothing wrong was found.'
      : `${count} finding${count === 1 ? '' : 's'}; --seed ${seed} plays the same again.`;
  return [...table, '', ...checks, `indexer killed ${kills} times`, '', ...found, verdict].join('\n');
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

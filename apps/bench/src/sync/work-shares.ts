/** Divides the work of a sync into reading the node's JSON, PostgreSQL, and the rest. */

/** Processor seconds, all threads and processes. */
export interface WorkSeconds {
  readonly indexer: number;
  readonly postgres: number;
  /** What JSON.parse takes over the same answers, measured alone. */
  readonly jsonParse: number;
  /** What the decoder takes over them, measured alone; reading their JSON is a part of it. */
  readonly decode: number;
}

/** Parts of 1; their sum is 1. */
export interface WorkShares {
  readonly json: number;
  readonly postgres: number;
  /** All else that the indexer does. */
  readonly ownCode: number;
}

/**
 * The node's own work is left out. A decoder that is faster than JSON.parse spends at most its own time on JSON, so the
 * smaller of the two counts.
 */
export function workShares({ indexer, postgres, jsonParse, decode }: WorkSeconds): WorkShares {
  const all = indexer + postgres;
  const json = Math.min(jsonParse, decode, indexer);
  return { json: round(json / all), postgres: round(postgres / all), ownCode: round((indexer - json) / all) };
}

/** Seconds and shares, one line each. */
export function workTable(seconds: WorkSeconds, shares: WorkShares): string {
  const all = seconds.indexer + seconds.postgres;
  const lines = (
    [
      ["reading the node's JSON", shares.json],
      ['PostgreSQL', shares.postgres],
      ["the indexer's own code", shares.ownCode],
    ] as const
  ).map(([what, share]) => row(what, (share * all).toFixed(1), `${(share * 100).toFixed(1)} %`));
  return [row('work', 'processor seconds', 'share'), ...lines].join('\n');
}

function row(what: string, seconds: string, share: string): string {
  return `${what.padEnd(26)}${seconds.padStart(18)}${share.padStart(10)}`;
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}

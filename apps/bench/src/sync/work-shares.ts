/** Divides the work of a sync into reading the node's JSON, PostgreSQL, and the rest. */
import { rounded, textTable } from '../harness/figures.js';

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
  return { json: rounded(json / all), postgres: rounded(postgres / all), ownCode: rounded((indexer - json) / all) };
}

/** Seconds and shares, one line each. */
export function workTable({ indexer, postgres }: WorkSeconds, shares: WorkShares): string {
  const row = (work: string, share: number): string[] => [
    ...[work, (share * (indexer + postgres)).toFixed(1), `${(share * 100).toFixed(1)} %`],
  ];
  return textTable([
    ['work', 'processor seconds', 'share'],
    row("reading the node's JSON", shares.json),
    row('PostgreSQL', shares.postgres),
    row("the indexer's own code", shares.ownCode),
  ]);
}

/** Divides the work of a sync into reading the node's JSON, PostgreSQL, and the rest. */
import { rounded, textTable } from '../harness/figures.js';

/**
 * Processor seconds, all threads and processes. `jsonParse` and `decode`: what JSON.parse and the decoder, which reads
 * JSON, too, take over the same answers alone.
 */
type WorkSeconds = Readonly<Record<'indexer' | 'postgres' | 'jsonParse' | 'decode', number>>;

/** Parts of 1; their sum is 1. `ownCode`: all else that the indexer does. */
export type WorkShares = Readonly<Record<'json' | 'postgres' | 'ownCode', number>>;

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

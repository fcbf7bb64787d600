import type { ScenarioName } from './api-options.js';
import type { Fairness } from './fairness.js';
import type { ApiRow } from './figures.js';

const WORDS: Readonly<Record<ScenarioName, string>> = {
  newest: '25 newest of thousands',
  deep: '25 in the older half',
  hundred: '90 to 110 transactions',
  ten: '10 transactions',
  one: '1 transaction',
  balance: 'balance',
  transaction: 'transaction',
  tokens: '25 of Ethereum',
};

const COLUMNS = ['connections', 'requests/s', 'p50 ms', 'p99 ms', 'ms PostgreSQL', 'ms Node', 'ms asking', 'bytes'];

export const TITLES = cells('', COLUMNS);

/** Processor milliseconds are per request. */
export function line({ scenario, connections, ...row }: ApiRow): string {
  const { perSecond, p50Ms, p99Ms, postgresMs, nodeMs, loadMs, bytes } = row;
  const times = [p50Ms, p99Ms, postgresMs, nodeMs, loadMs].map((ms) => ms?.toFixed(2) ?? '–');
  return cells(WORDS[scenario], [connections ?? 'rows alone', perSecond, ...times, bytes ?? '–']);
}

/** What the main thread of the API did, in processor milliseconds a request. */
export function partLines({ scenario, connections, nodeMs, mainMs, parts = {} }: ApiRow): string {
  const title = `\n${WORDS[scenario]}, ${connections} connections: ${nodeMs} ms, of which the main thread ${mainMs} ms:`;
  return [title, ...Object.entries(parts).map(([part, ms]) => `  ${part.padEnd(42)}${ms.toFixed(3)}`)].join('\n');
}

export function fairnessLine({ attack, quietP50Ms, attackedP50Ms, longestHealthMs }: Fairness): string {
  const ratio = (attackedP50Ms / quietP50Ms).toFixed(1);
  return `${attack}: balances of another client ${attackedP50Ms.toFixed(1)} ms, ${ratio} times those of quiet; /health ${longestHealthMs} ms at most`;
}

function cells(first: string, others: readonly (string | number)[]): string {
  return [first.padEnd(24), ...others.map((each, at) => String(each).padStart(COLUMNS[at]!.length + 2))].join('');
}

/** Every route of the API. What is not listed here does not answer, and what is listed is documented. */
import { balance } from './handlers/balance.js';
import { balances } from './handlers/balances.js';
import { block } from './handlers/block.js';
import { currencies } from './handlers/currencies.js';
import { docs, swagger } from './handlers/documents.js';
import { health, ready } from './handlers/health.js';
import { history } from './handlers/history.js';
import { holders } from './handlers/holders.js';
import { indexDocument } from './handlers/index-document.js';
import { metrics } from './handlers/metrics.js';
import { rates } from './handlers/rates.js';
import { status } from './handlers/status.js';
import { stream } from './handlers/stream.js';
import { transaction } from './handlers/transaction.js';
import { utxos } from './handlers/utxos.js';
import type { Route } from './http/route.js';

export const ROUTES: readonly Route[] = [
  history,
  balance,
  balances,
  utxos,
  transaction,
  block,
  holders,
  currencies,
  rates,
  status,
  stream,
  indexDocument,
  swagger,
  docs,
  health,
  ready,
  metrics,
];

/** Every route answers identically below both. */
export const PREFIXES = ['/v0', '/api/v0'] as const;

/** "METHOD path" → one line, for the index document. */
export function endpointLines(routes: readonly Route[]): Record<string, string> {
  return Object.fromEntries(routes.map((route) => [`GET ${endpointPath(route)}`, route.summary]));
}

function endpointPath({ path, atRoot }: Route): string {
  return atRoot ? path : `${PREFIXES[0]}${path}`;
}

/** Every route of the API. What is not listed here does not answer, and what is listed is documented. */
import { BLOCKBOOK_ROUTES } from './blockbook/routes.js';
import { ESPLORA_ROUTES } from './esplora/routes.js';
import { accountAddresses, accountBalance } from './handlers/accounts/account-state.js';
import { accountStream } from './handlers/accounts/account-stream.js';
import { accountTransactions } from './handlers/accounts/account-transactions.js';
import { accountUtxos } from './handlers/accounts/account-utxos.js';
import { address, balance } from './handlers/balance.js';
import { balances } from './handlers/balances.js';
import { block } from './handlers/block.js';
import { currencies } from './handlers/currencies.js';
import { docs, swagger } from './handlers/documents.js';
import { health, metrics, ready } from './handlers/health.js';
import { history } from './handlers/history.js';
import { holders, holdersByQuery } from './handlers/holders.js';
import { indexDocument } from './handlers/index-document.js';
import { fees, mempool } from './handlers/mempool.js';
import { rates } from './handlers/rates.js';
import { broadcast, rawTransaction } from './handlers/raw-transaction.js';
import { status } from './handlers/status.js';
import { stream } from './handlers/stream.js';
import { transaction } from './handlers/transaction.js';
import { utxos } from './handlers/utxos.js';
import { methodOf, type Route } from './services/route.js';

export const ROUTES: readonly Route[] = [
  history,
  balance,
  balances,
  // Behind what would be taken for an address.
  address,
  utxos,
  ...accountTransactions,
  ...accountBalance,
  ...accountUtxos,
  ...accountAddresses,
  ...accountStream,
  transaction,
  rawTransaction,
  broadcast,
  block,
  holders,
  holdersByQuery,
  mempool,
  fees,
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
  ...ESPLORA_ROUTES,
  ...BLOCKBOOK_ROUTES,
];

/** Every route answers identically below both. */
export const PREFIXES = ['/v0', '/api/v0'] as const;

/** "METHOD path" → one line, for the index document. The routes of another API are listed where software looks: in `/swagger`. */
export function endpointLines(routes: readonly Route[]): Record<string, string> {
  const own = routes.filter(({ tag }) => tag !== 'Esplora' && tag !== 'Blockbook');
  return Object.fromEntries(own.map((route) => [`${methodOf(route)} ${endpointPath(route)}`, route.summary]));
}

/** Path of a route with the prefix that clients use. */
export function endpointPath({ path, atRoot }: Route): string {
  return atRoot ? path : `${PREFIXES[0]}${path}`;
}

/** Every route of the API. What is not listed here does not answer, and what is listed is documented. */

import { BLOCKBOOK_ROUTES } from '../blockbook/routes.js';
import { ESPLORA_ROUTES } from '../esplora/routes.js';
import { methodOf, type Route } from '../http/route.js';
import { accountAddresses, accountBalance } from './accounts/account-state.js';
import { accountTransactions } from './accounts/account-transactions.js';
import { accountUtxos } from './accounts/account-utxos.js';
import { address, balance } from './balance.js';
import { balances } from './balances.js';
import { block } from './block.js';
import { currencies } from './currencies.js';
import { docs, swagger } from './documents.js';
import { health, metrics, ready } from './health.js';
import { history } from './history.js';
import { holders, holdersByQuery } from './holders.js';
import { indexDocument } from './index-document.js';
import { fees, mempool } from './mempool.js';
import { rates } from './rates.js';
import { broadcast, rawTransaction } from './raw-transaction.js';
import { status } from './status.js';
import { stream } from './stream.js';
import { transaction } from './transaction.js';
import { utxos } from './utxos.js';

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

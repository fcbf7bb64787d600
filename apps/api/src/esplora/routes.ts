/** Esplora's routes. More particular paths stand before those that would take them. */
import type { Route } from '../services/route.js';
import { ADDRESS_ROUTES } from './address-routes.js';
import { BLOCK_ROUTES } from './block-routes.js';
import { MEMPOOL_ROUTES } from './mempool-routes.js';
import { TRANSACTION_ROUTES } from './transaction-routes.js';

export const ESPLORA_ROUTES: readonly Route[] = [
  ...BLOCK_ROUTES,
  ...TRANSACTION_ROUTES,
  ...ADDRESS_ROUTES,
  ...MEMPOOL_ROUTES,
];

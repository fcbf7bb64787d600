import { z } from 'zod';
import { component } from './component.js';
import { HistoryTransaction } from './transaction.js';
import { address, addressName, count, currency, decimals, historyFrom, Tip } from './values.js';

export const History = component('History', 'One page of the transactions of an address.', {
  currency,
  address,
  name: addressName,
  decimals,
  limit: count.describe('The `limit` that was used.'),
  offset: count.describe('Transactions before this page in its order. With `cursor`: where the page lies now.'),
  total: count.describe('Transactions of the address, exactly, unconfirmed ones included.'),
  next: z.string().nullable().describe('`cursor` of the next page; null on the last one.'),
  tip: Tip,
  historyFrom,
  transactions: z.array(HistoryTransaction),
});
export type History = z.infer<typeof History>;

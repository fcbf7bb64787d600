import { EXAMINED_FOR_MENTIONS, EXAMINED_ROWS } from '@chaintrail/db';
import { z } from 'zod';
import { component } from './component.js';
import { incomplete } from './internal-transfers-schema.js';
import { HistoryTransaction } from './transaction-schema.js';
import { address, addressName, count, currency, decimals, historyFrom, Tip } from './values.js';

const TOTAL_REASONS = ['cursor', 'too-many'] as const;
export type TotalReason = (typeof TOTAL_REASONS)[number];

export const History = component('History', 'One page of the transactions of an address.', {
  currency,
  address,
  name: addressName,
  decimals,
  limit: count.describe('The `limit` that was used.'),
  offset: count
    .nullable()
    .describe(
      'Transactions that are asked for before this page in its order. With `cursor`: where the page lies now. Null where `total` is.',
    ),
  total: count
    .nullable()
    .describe(
      'Transactions that are asked for, exactly, unconfirmed ones included; null where they are not counted: see `totalReason`.',
    ),
  totalReason: z
    .enum(TOTAL_REASONS)
    .nullable()
    .describe(
      'Why `total` is null, with `direction`, `asset` or `spam` only. `cursor`: a page by `cursor` is not counted again; `too-many`: there are more ' +
        `than ${EXAMINED_ROWS} transactions to look at (with \`spam\` alone ${EXAMINED_FOR_MENTIONS}), or they have too many transfers: narrow the part (\`fromHeight\`, \`toHeight\`, \`fromTime\`, \`toTime\`). Null with a \`total\`.`,
    ),
  next: z.string().nullable().describe('`cursor` of the next page; null on the last one.'),
  tip: Tip,
  historyFrom,
  incomplete,
  transactions: z.array(HistoryTransaction),
});
export type History = z.infer<typeof History>;

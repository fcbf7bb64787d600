import { z } from 'zod';
import { component } from './component.js';
import {
  address,
  amount,
  count,
  currency,
  decimals,
  height,
  historyFrom,
  signedAmount,
  Tip,
  unixTime,
} from './values.js';

const TokenBalance = component('TokenBalance', 'What an address holds of a token. Bitcoin and Litecoin have none.', {
  asset: z.string().describe('Contract of the token.'),
  symbol: z.string().nullable(),
  name: z.string().nullable(),
  decimals: count.nullable(),
  standard: z.string(),
  balance: amount.nullable(),
});

const UsdValue = component('UsdValue', 'The balance in US dollars.', {
  rate: z.string().describe('US dollars per whole coin, in decimal.'),
  value: z.string().describe('US dollars, in decimal.'),
  asOf: unixTime.describe('Unix time of the rate in seconds.'),
});

export const Balance = component('Balance', 'What an address holds, and has received and sent.', {
  currency,
  address,
  decimals,
  balance: amount.nullable().describe('Confirmed balance in base units; null when `historyFrom` is above 0.'),
  pending: signedAmount
    .nullable()
    .describe(
      'Net effect of the unconfirmed transactions of the address in base units; 0 with `height`; null while unconfirmed ' +
        'transactions are not followed. `balance` does not contain it.',
    ),
  pendingTransactionCount: count
    .nullable()
    .describe('Unconfirmed transactions of the address; 0 with `height`; null while they are not followed.'),
  received: amount.nullable().describe('Sum of all outputs that paid the address; null when `historyFrom` is above 0.'),
  sent: amount.nullable().describe('Sum of those that it has spent; null when `historyFrom` is above 0.'),
  transactionCount: count.describe('Confirmed transactions of the address; unconfirmed ones are not counted here.'),
  firstSeen: unixTime
    .nullable()
    .describe('Header time of the block of its first transaction, unix seconds; null when it has none.'),
  lastSeen: unixTime
    .nullable()
    .describe('Header time of the block of its last transaction, unix seconds; null when it has none.'),
  tip: Tip,
  height: height.describe('The block that the figures hold at: `height` as asked for, or the tip.'),
  asOf: unixTime.describe('Header time of that block, unix seconds.'),
  historyFrom,
  tokens: z.array(TokenBalance),
  usd: UsdValue.nullable().describe('Null while no rate is known.'),
});
export type Balance = z.infer<typeof Balance>;

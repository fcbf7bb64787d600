import { TOKEN_STANDARDS } from '@chaintrail/chains';
import { z } from 'zod';
import { component } from './component.js';
import { incomplete } from './internal-transfers-schema.js';
import {
  address,
  addressName,
  amount,
  count,
  currency,
  decimals,
  evmAddress,
  height,
  historyFrom,
  signedAmount,
  Tip,
  UsdValue,
  unixTime,
} from './values.js';

/** Fields of a token, wherever there is one. */
export const TOKEN_SHAPE = {
  asset: evmAddress.describe(
    'Contract of the token; on THORChain and MAYAChain the denomination as the bank module writes it.',
  ),
  symbol: z
    .string()
    .nullable()
    .describe('What the token calls itself. Anybody may name a token anything: only `asset` says which it is.'),
  name: z.string().nullable().describe('The same, in full.'),
  decimals: count
    .nullable()
    .describe('Decimal places of the token; null where its contract says none, or is not known.'),
  standard: z
    .enum(TOKEN_STANDARDS)
    .nullable()
    .describe('Null for denominations, and where `asset` names a contract that logged no transfer.'),
  tokenId: amount.nullable().describe('Which token of an ERC-1155 contract, in decimal; null elsewhere.'),
};

const TokenBalance = component(
  'TokenBalance',
  'What an address holds of a token, on THORChain and MAYAChain of a denomination.',
  {
    ...TOKEN_SHAPE,
    balance: amount
      .nullable()
      .describe(
        'In base units of the token; of an ERC-721 contract the number of its tokens. Null where the contract gives no answer, or could not be asked; of a denomination where it is not known what was there before the first indexed block.',
      ),
    height: height
      .nullable()
      .describe(
        'The block that the balance holds at: the tip, or an older one that the contract was asked for where no transfer has touched the balance since. Null without a balance.',
      ),
    drifts: z
      .boolean()
      .describe(
        'Whether balances of the token, of whomever, were seen to differ from its transfers: it rebases, takes fees, or mints without an event. `balance` is what the contract says; transfers do not add up to it. Always false of denominations.',
      ),
  },
);
export type TokenBalance = z.infer<typeof TokenBalance>;

export const Balance = component('Balance', 'What an address holds, and has received and sent.', {
  currency,
  address,
  name: addressName,
  decimals,
  balance: amount
    .nullable()
    .describe(
      'Confirmed balance in base units, at the block `height`. UTXO chains: null when `historyFrom` is above 0. Ethereum and ' +
        'its layer 2s: what the node says, whether or not the address has a history; null while it cannot be asked. THORChain and ' +
        'MAYAChain: from the history where that begins with what was there before, else what the node says, or null. It is what ' +
        'the bank module has. What is bonded, in pools, savers, RUNEPool or trade accounts, or staked (TCY), is not in it.',
    ),
  pending: signedAmount
    .nullable()
    .describe(
      'Net effect of the unconfirmed transactions of the address in base units; 0 with `height`; null while unconfirmed ' +
        'transactions are not followed. `balance` does not contain it. On Ethereum and its layer 2s without their fees.',
    ),
  pendingTransactionCount: count
    .nullable()
    .describe('Unconfirmed transactions of the address; 0 with `height`; null while they are not followed.'),
  received: amount
    .nullable()
    .describe(
      'Sum of all outputs that paid the address; on Ethereum and its layer 2s of all transfers of the coin, and of what a ' +
        'genesis block gave it where `receivedFrom` is 0. Null when `historyFrom` is above 0, and there where the last block ' +
        'is not traced, or the node has not said yet what the genesis block gave. On THORChain and MAYAChain null where it had something before the first indexed block, or that is not known.',
    ),
  receivedFrom: height
    .nullable()
    .describe(
      'The first block that `received` and `sent` count; 0 where they count all. On Ethereum and its layer 2s the one from which on ' +
        'all blocks are traced. Null where `received` is.',
    ),
  receivedHeight: height
    .nullable()
    .describe('The last block that they count: `height` as requested, or the tip. Null where `received` is.'),
  sent: amount
    .nullable()
    .describe(
      'Sum of the outputs that it has spent; on account chains of all that it paid, fees included. Null where `received` is, or `historyFrom` is above 0.',
    ),
  transactionCount: count.describe('Confirmed transactions of the address; unconfirmed ones are not counted here.'),
  firstSeen: unixTime
    .nullable()
    .describe('Header time of the block of its first transaction, unix seconds; null when it has none.'),
  lastSeen: unixTime
    .nullable()
    .describe('Header time of the block of its last transaction, unix seconds; null when it has none.'),
  tip: Tip,
  height: height.describe(
    'The block that the balance holds at: `height` as asked for, or the tip. On Ethereum and its layer 2s an older one while ' +
      'the node cannot be asked and the balance is what it said then. All other figures hold at `tip`, or `height` as asked for.',
  ),
  asOf: unixTime.describe('Header time of that block, unix seconds.'),
  historyFrom,
  tokens: z
    .array(TokenBalance)
    .describe(
      'Tokens that it holds, a page of 100: first those that it ever sent itself, then those with a known balance, on Ethereum and its layer 2s of ' +
        'each the oldest contracts first; on THORChain and MAYAChain those that it has had longest. So what is sent ' +
        'to anybody hides nothing. None with a past `height` on Ethereum and its layer 2s, unless `asset` names them, and on chains without tokens. On THORChain and MAYAChain denominations of the bank module, secured assets among them; no trade assets.',
    ),
  tokenCount: count
    .nullable()
    .describe(
      'How many tokens it holds or may hold, unlisted ones included. Null with a past `height` on Ethereum and its layer 2s, where `asset` names some, and where they are too many to count.',
    ),
  nextTokens: z
    .string()
    .nullable()
    .describe(
      '`tokenCursor` of `/balance` for the next page of `tokens`; null where nothing follows. A walk shows every token; one whose rank changes meanwhile, as when its balance becomes known, may be seen twice or not at all.',
    ),
  incomplete,
  usd: UsdValue.nullable().describe(
    '`balance` at the rate of now, with `height` at that of the block. Null where either is not known, and on public test networks.',
  ),
});
export type Balance = z.infer<typeof Balance>;

export const Balances = component('Balances', 'What addresses hold, and have received and sent, all of one snapshot.', {
  currency,
  decimals,
  tip: Tip,
  height: height.describe('The block that was asked for, or the tip.'),
  historyFrom,
  balances: z.array(Balance).describe('In the order of the addresses that were asked for.'),
});

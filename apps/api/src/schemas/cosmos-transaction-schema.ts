/** Transactions of THORChain and MAYAChain. */
import { COSMOS_CHAINS } from '@chaintrail/chains';
import { z } from 'zod';
import { component } from './component.js';
import {
  alsoIn,
  amount,
  cosmosAddress,
  count,
  currencyOf,
  decimals,
  FAMILY,
  upperHash as hash,
  height,
  netEffect,
  nextOffset,
  Tip,
  unixTime,
  usdThen,
} from './values.js';

/** Sentence about entries of blocks themselves. */
const OWN_ENTRIES =
  'What a block itself moves is listed beside its transactions: before them (`kind` `begin`), and after them (`end`). There is an `end` entry for each transaction that it answers (`inTxid`), and one for the rest. Their `txid` is a text. The first indexed block begins with `opening`: what everybody had before it.';

const COSMOS_TRANSFER_KINDS = ['native', 'token', 'fee', 'mint', 'burn', 'genesis'] as const;

const id = z
  .string()
  .regex(/^([0-9A-F]{64}|block:[0-9]+:(begin|opening|end:[0-9]+))$/)
  .meta({
    description:
      'Transaction id in upper-case hexadecimal; of what a block itself moved `block:<height>:begin`, `block:<height>:end:<n>` or `block:<height>:opening`.',
  });
/** Id of a transaction of any chain, as the protocol writes it. */
const foreignId = z.string();

export const CosmosTransfer = component(
  'CosmosTransfer',
  'Something that an entry of a block moved, of one denomination.',
  {
    kind: z
      .enum(COSMOS_TRANSFER_KINDS)
      .describe(
        "`native`: the chain's own coin; `token`: another denomination; `fee`: the transaction fee; `mint`: new coins; `burn`: destroyed coins; `genesis`: held before the first indexed block.",
      ),
    from: cosmosAddress.nullable().describe('Null where it came into being.'),
    to: cosmosAddress.nullable().describe('Null where it ceased to be.'),
    asset: z
      .string()
      .nullable()
      .meta({
        description: "Denomination as the bank module writes it; null for the chain's own coin.",
        examples: ['btc-btc'],
      }),
    amount: amount.describe('In base units of the asset.'),
    decimals: count.nullable().describe('Decimal places of the asset; null where they are not known.'),
    symbol: z
      .string()
      .nullable()
      .describe('Symbol of the asset; of assets of other chains the ticker. Null where it is not known.'),
    name: z.string().nullable().describe('The same, in full; null where it is not known.'),
    tokenId: z.null().describe('There are none on these chains.'),
  },
);
export type CosmosTransfer = z.infer<typeof CosmosTransfer>;

export const Payout = component(
  'Payout',
  'What the protocol paid for a transaction, on this chain or another: follow a swap from `inTxid` to `txid`.',
  {
    inTxid: foreignId.describe(
      'The transaction that is answered, of this chain or the one that the coins came from, in upper-case hexadecimal.',
    ),
    txid: foreignId.describe(
      'What paid: a transaction of `chain` in upper-case hexadecimal, or an entry of this chain.',
    ),
    chain: z
      .string()
      .meta({ description: 'The chain that was paid on, as the protocol writes it.', examples: ['BTC'] }),
    to: z.string().describe('Address there.'),
    asset: z.string().meta({ description: 'What was paid, as the protocol writes it.', examples: ['BTC.BTC'] }),
    amount: amount.describe(
      'Base units of what this chain makes itself (MAYA.CACAO: 1e-10); else in 1e-8 of the asset, whatever its own decimal places.',
    ),
    decimals: count.describe('Of `amount`: 8, and 10 of MAYA.CACAO.'),
    memo: z.string().nullable().describe('Memo of the payout.'),
  },
);
export type Payout = z.infer<typeof Payout>;

const Outcome = component('Outcome', 'What became of a transaction that asks the protocol for a payout.', {
  status: z
    .enum(['open', 'paid', 'refunded'])
    .describe('`open`: nothing was paid yet, on any chain; `paid`: something was; `refunded`: it was given back.'),
  reason: z.string().nullable().describe('Why it was given back, as the chain says; null where it does not.'),
  txid: foreignId
    .nullable()
    .describe('The transaction on another chain, or the entry, that paid or gave back; null while it is open.'),
});

const shape = {
  family: z.literal('cosmos').describe(FAMILY),
  currency: currencyOf(COSMOS_CHAINS),
  txid: id,
  kind: z.enum(['transaction', 'begin', 'end', 'opening']).describe('What kind of entry of its block it is.'),
  status: z
    .enum(['confirmed', 'failed'])
    .describe('`failed`: a block has it, but nothing moved, save its fee where the chain takes one.'),
  blockHeight: height,
  blockHash: hash,
  blockIndex: count
    .nullable()
    .describe("Place among the block's transactions, from 0; null of what the block itself moved."),
  timestamp: unixTime.describe('Unix time of the block header in seconds.'),
  confirmations: count.describe('Blocks since and with the one that has it. Blocks are final at once.'),
  fee: amount
    .nullable()
    .describe("What was paid for it in the chain's own coin, base units; null of what the block itself moved."),
  decimals,
  from: cosmosAddress
    .nullable()
    .describe('The first signer; null where nobody signed: validators put what they observe into blocks.'),
  to: cosmosAddress.nullable().describe('Who it pays, or the contract that it calls, where its only message says so.'),
  value: amount
    .nullable()
    .describe(
      "What it sends or deposits of the chain's own coin, base units, as its only message says; null where that says nothing of the kind.",
    ),
  gasUsed: count.nullable().describe('Gas that it used; null of what the block itself moved.'),
  gasWanted: count.nullable().describe('Gas that it asked for.'),
  code: count
    .nullable()
    .describe('0 where it succeeded, else the code of its failure; null of what the block itself moved.'),
  failure: z.string().nullable().describe('Why it failed, as the chain says.'),
  outcome: Outcome.nullable().describe(
    'Of swaps, withdrawals, loans and other deposits that ask for a payout; of others only once they are given back. Null of failed ones. It changes with later blocks.',
  ),
  memo: z
    .string()
    .nullable()
    .meta({
      description: 'Memo of the deposit, else of the transaction: what the protocol is asked to do.',
      examples: ['=:BTC.BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    }),
  messages: z
    .array(z.looseObject({ type: z.string().describe('Type URL.') }))
    .describe(
      'Its messages: type URLs, with their fields where they are of known types. Of `opening`: where the balances are from.',
    ),
  inTxid: foreignId
    .nullable()
    .describe(
      'Of what a block paid: the transaction that it answers, of this chain or the one that the coins came from, in upper-case hexadecimal. Of a transaction: the deposit on another chain that it gives back.',
    ),
  transferCount: count.describe('How many transfers it has.'),
  transfers: z.array(CosmosTransfer).describe('What it moved, in order.'),
  payouts: z
    .array(Payout)
    .describe('What was paid for it, and what it tells to have been paid for others; at most 1,000.'),
  answers: z
    .array(z.string())
    .describe(
      'What answered it, by `txid`: entries of blocks with swaps, refunds and payouts on this chain, and transactions that gave it back; at most 1,000.',
    ),
};

export const CosmosTransaction = component(
  'CosmosTransaction',
  `A transaction of THORChain or MAYAChain with what it moved: a part of its messages and transfers where there are more than \`limit\`; payouts and answers are the same in each part. ${OWN_ENTRIES}`,
  { ...shape, messageCount: count.describe('How many messages it has.'), nextOffset, alsoIn, tip: Tip },
);
export type CosmosTransaction = z.infer<typeof CosmosTransaction>;

export const CosmosBlockTransaction = component(
  'CosmosBlockTransaction',
  `An entry of a block, with the first 20 of its transfers, payouts and answers; of long messages the types alone, and those of 20. ${OWN_ENTRIES}`,
  shape,
);
export type CosmosBlockTransaction = z.infer<typeof CosmosBlockTransaction>;

/** Fields that `fields=compact` leaves out. */
const { to, value, failure, messages, payouts, answers, outcome } = shape;
const LEFT_OUT_SHAPE = { to, value, failure, messages, payouts, answers, outcome };

export const CosmosHistoryTransaction = component(
  'CosmosHistoryTransaction',
  `A transaction of THORChain or MAYAChain from the point of view of an address. It carries at most 20 transfers, the address's own first, 20 payouts and 20 answers; of long messages the types alone, and those of 20. ${OWN_ENTRIES}`,
  {
    ...shape,
    ...z.object(LEFT_OUT_SHAPE).partial().shape,
    direction: z
      .enum(['in', 'out', 'self'])
      .describe(
        '`out` when `netAmount` is negative, `in` when it is positive, `self` where the address pays itself and `netAmount` is nothing ' +
          'but the fee. When `netAmount` is 0, what it sends and is sent decides, of any denomination: `in` or `out`, `self` for both.',
      ),
    ...netEffect(
      "Net effect on the address's balance of the chain's own coin in base units, the fee included where the address paid it.",
    ),
    balanceAfter: amount
      .nullable()
      .describe('Balance after it; null where it is not known what was there before the first indexed block.'),
    usd: usdThen,
  },
);
export type CosmosHistoryTransaction = z.infer<typeof CosmosHistoryTransaction>;

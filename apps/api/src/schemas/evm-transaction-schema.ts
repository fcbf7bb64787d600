/** Transactions of Ethereum and its layer 2s. */
import { EVM_CHAINS, TOKEN_STANDARDS, TRANSFER_KINDS } from '@chaintrail/chains';
import { z } from 'zod';
import { component } from './component.js';
import {
  alsoIn,
  amount,
  count,
  currencyOf,
  decimals,
  evmAddress,
  FAMILY,
  prefixedHash as hash,
  height,
  ifDropped,
  netEffect,
  nextOffset,
  signedAmount,
  Tip,
  unixTime,
  usdThen,
} from './values.js';

/** Sentence about the entry of a block itself. */
const OWN_ENTRY =
  'What the protocol moves at the end of a block is listed as one more transaction: withdrawals from validators, fee ' +
  "income, rewards before proof of stake. The `txid` of this own entry is the block's hash, its `type`, `from` and `to` " +
  'are null, and its `transfers` say what was paid to whom.';

const party = evmAddress
  .nullable()
  .describe('Null where it comes from nowhere (mint, withdrawal, fee, reward), or ceases to be (burn).');

const Transfer = component('Transfer', 'Something that a transaction moved.', {
  kind: z
    .enum(TRANSFER_KINDS)
    .describe(
      '`native`: the value of the transaction; `internal`: value that a contract sent on; `token`: by its contract. ' +
        '`withdrawal`: from a validator; `mint`: a deposit from layer 1, or new coins; `burn`: destroyed coins. ' +
        '`fee`: fees of a block, to their recipient; `reward`: of proof of work.',
    ),
  from: party,
  to: party,
  asset: evmAddress.nullable().describe("Contract of the token; null for the chain's own coin."),
  standard: z.enum(TOKEN_STANDARDS).nullable().describe("Null for the chain's own coin."),
  amount: amount.describe('In base units of the asset; 1 for a token that is one of its kind.'),
  decimals: count
    .nullable()
    .describe('Decimal places of the asset; null where its contract says none, or is not known.'),
  symbol: z
    .string()
    .nullable()
    .describe('What the asset calls itself. Anybody may name a token anything: only `asset` says which it is.'),
  name: z.string().nullable().describe("The same, in full; null for the chain's own coin."),
  tokenId: amount.nullable().describe('Which token of an ERC-721 or ERC-1155 contract, in decimal.'),
  spoofed: z
    .literal(true)
    .optional()
    .describe(
      'There where the log of a token says that `from` sent something, and `from` neither signed the transaction nor lost anything: the ' +
        '`amount` is 0, or the contract said that `from` had nothing of the token, in the block before the first such log and after it, and ' +
        'nothing had come meanwhile. Absent elsewhere: also where that was not asked, as in a first sync, and of mints.',
    ),
});
export type Transfer = z.infer<typeof Transfer>;

const shape = {
  family: z.literal('evm').describe(FAMILY),
  currency: currencyOf(EVM_CHAINS),
  txid: hash.describe("Transaction id; of the block's own entry the hash of the block."),
  status: z
    .enum(['pending', 'confirmed', 'failed', 'dropped'])
    .nullable()
    .describe(
      '`failed`: a block has it and its fee was paid, but nothing else moved, save what a deposit from layer 1 mints. Null ' +
        'where only running it tells: on Ethereum before Byzantium, where it used all its gas and logged nothing. With exactly ' +
        'the gas of a payment its value counts as moved, else not; where its block is traced, the trace settles it. `dropped`: ' +
        'the node had it waiting, and lost it without a block; `/transactions` tells of such for six hours, no list has them.',
    ),
  blockHeight: height.nullable().describe('Null until a block has it, as are the other block fields.'),
  blockHash: hash.nullable(),
  blockIndex: count.nullable().describe("Place in the block, from 0. The block's own entry comes last."),
  timestamp: unixTime.nullable().describe('Unix time of the block header in seconds.'),
  firstSeen: unixTime.nullable().describe('Unix time when the indexer first saw it; null once it is confirmed.'),
  confirmations: count.describe(
    'Blocks since and with the one that has it: tip height - block height + 1; 0 while it is pending. `finalizedHeight` of ' +
      '`/currencies` says up to where blocks are final.',
  ),
  fee: amount
    .nullable()
    .describe(
      "All that the sender paid beside the amount, the parts below included, in base units; null while it is pending, and of the block's own entry.",
    ),
  blobFee: amount.nullable().describe('Part of the fee that paid for blobs; null where there are none.'),
  l1Fee: amount.nullable().describe('Part of the fee that paid for layer 1 (Base, OP Mainnet); null elsewhere.'),
  operatorFee: amount
    .nullable()
    .describe("Part of the fee that went to the chain's operator (Base, OP Mainnet); null where there is none."),
  decimals,
  type: count
    .nullable()
    .describe("EIP-2718 type, 0 for the original form; null for the block's own entry, as is all that follows it."),
  from: evmAddress.nullable().describe('Who sent and paid for it.'),
  to: evmAddress.nullable().describe('Null where it creates a contract.'),
  value: amount
    .nullable()
    .describe(
      "Value of the transaction in base units: what it moves from `from` to `to`, unless it failed. Null of the block's own entry.",
    ),
  nonce: count.nullable().describe("Number of the transaction among the sender's, from 0."),
  gasLimit: count.nullable().describe('Most gas that it may use.'),
  gasUsed: count.nullable().describe('Gas that it used; null while it is pending.'),
  gasPrice: amount
    .nullable()
    .describe('Base units paid for a unit of gas; while it is pending the most that it offers.'),
  method: z
    .string()
    .regex(/^0x[0-9a-f]{8}$/)
    .nullable()
    .meta({
      description:
        'Selector of the function that it calls: the first four bytes of its input. Null where it calls none.',
      examples: ['0xa9059cbb'],
    }),
  contractCreated: evmAddress.nullable().describe('The contract that it created.'),
  memo: z.null().describe('There are none on these chains.'),
  transferCount: count.describe('How many transfers the transaction has, as far as they are indexed.'),
  transfers: z
    .array(Transfer)
    .describe(
      'What it moved, in order; what contracts sent on comes after the others. A failed ' +
        'transaction has none, but for the `mint` of a deposit from layer 1.',
    ),
  internalTransfers: z
    .enum(['complete', 'pending', 'off'])
    .describe(
      'Whether `transfers` has what contracts sent on: `pending`: not yet; `off`: no, and it will not be traced. Then ' +
        'amounts do not count it either.',
    ),
};

export const EvmTransaction = component(
  'AccountTransaction',
  `A transaction of an EVM chain with what it moved: a part of that where there are more transfers than \`limit\`. ${OWN_ENTRY}`,
  { ...shape, ...ifDropped, nextOffset, alsoIn, tip: Tip },
);
export type EvmTransaction = z.infer<typeof EvmTransaction>;

export const EvmBlockTransaction = component(
  'EvmBlockTransaction',
  `A transaction of a block, with the first 20 of its transfers, in order. ${OWN_ENTRY}`,
  shape,
);
export type EvmBlockTransaction = z.infer<typeof EvmBlockTransaction>;

export const EvmHistoryTransaction = component(
  'EvmHistoryTransaction',
  `A transaction of an EVM chain from the point of view of an address. It carries at most 20 transfers, the address's own first, each part in order. ${OWN_ENTRY}`,
  {
    ...shape,
    direction: z
      .enum(['in', 'out', 'self', 'mention'])
      .describe(
        '`out` when `netAmount` is negative, `in` when it is positive, `self` where the address sends the transaction to itself ' +
          'and `netAmount` is nothing but the fee. When `netAmount` is 0, what it sends and is sent decides, coin and tokens alike: ' +
          '`in` or `out`, `self` for both. `mention`: the address neither sent nor got the transaction, nothing of it moved, and it stands in ' +
          'transfers that are `spoofed` or of amount 0, as anybody can log.',
      ),
    ...netEffect(
      "Net effect on the address's balance in base units, the fee included where the address paid it; without what " +
        '`internalTransfers` says is missing. While it is pending, without the fee.',
    ),
    balanceAfter: signedAmount
      .nullable()
      .describe(
        'Balance after this transaction; null where what is indexed does not tell it exactly, and while it is pending.',
      ),
    usd: usdThen,
  },
);
export type EvmHistoryTransaction = z.infer<typeof EvmHistoryTransaction>;

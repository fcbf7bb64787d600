import { SCRIPT_TYPES, UTXO_CHAINS } from '@chaintrail/chains';
import { WELL_SOUGHT } from '@chaintrail/db';
import { z } from 'zod';
import { component } from './component.js';
import {
  address,
  alsoIn,
  amount,
  count,
  currencyOf,
  decimals,
  FAMILY,
  bareHash as hash,
  height,
  hex,
  ifDropped,
  netEffect,
  nextOffset,
  signedAmount,
  Tip,
  unixTime,
  usdThen,
} from './values.js';

export const Input = component('Input', 'What a transaction spends.', {
  txid: hash.describe('The transaction whose output is spent.'),
  vout: count.describe('Which output of it.'),
  address: address
    .nullable()
    .describe('Address of that output; null when its script has none, or it lies before `historyFrom`.'),
  amount: amount
    .nullable()
    .describe('Its amount in base units; null when it lies before `historyFrom` and is not known.'),
  mweb: z
    .enum(['pegin', 'hogaddr'])
    .nullable()
    .optional()
    .describe(
      'Litecoin only, what a HogEx spends. `pegin`: coins that enter the MWEB; `hogaddr`: all that were in it.',
    ),
});
export type Input = z.infer<typeof Input>;

const TokenNft = component('TokenNft', 'A non-fungible token.', {
  capability: z
    .enum(['none', 'mutable', 'minting'])
    .describe('Whether who spends it may change its commitment, or make new ones of its category.'),
  commitment: hex.describe('What it says of itself.'),
});

export const Token = component('Token', 'CashTokens that an output holds besides its amount.', {
  category: hash.describe('The category: id of the transaction whose first output was spent to make it.'),
  amount: amount.describe("Fungible tokens, in the category's base units; 0 for a non-fungible token alone."),
  nft: TokenNft.nullable().describe('The non-fungible token; null without one.'),
});

export const SpentBy = component('SpentBy', 'What spends an output.', {
  txid: hash.describe('The transaction.'),
  vin: count.describe('Which of its inputs, from 0.'),
});

export const Output = component('Output', 'What a transaction pays.', {
  vout: count.describe('Index of the output in its transaction.'),
  address: address
    .nullable()
    .describe('Null when the script pays no single address. A bare public key counts as its P2PKH address.'),
  amount,
  script: hex
    .nullable()
    .optional()
    .describe(
      'The output script. In a list, null when it is longer than 1,024 bytes. Not with `fields=compact`, as are `type`, `spent`, `opReturn` and `mweb`.',
    ),
  type: z
    .enum(SCRIPT_TYPES)
    .nullable()
    .optional()
    .describe("The script's type, in Bitcoin Core's words; null where the script is left out."),
  spent: z
    .boolean()
    .optional()
    .describe('Whether a confirmed transaction spends it. Outputs that can never be spent are not spent.'),
  spentBy: SpentBy.nullable()
    .optional()
    .describe(
      'Not in lists of transactions. The transaction that spends it, confirmed or not. Null where nothing does, or it was not found: `spent` tells ' +
        'the two apart. It is looked for among the transactions of the address that send as much. ' +
        `Of an address that sends all the time it may not be found; \`limit=1\` with its \`offset\` looks at the most, \`limit=${WELL_SOUGHT}\` at as much in all.`,
    ),
  opReturn: z
    .array(hex)
    .nullable()
    .optional()
    .describe('The data that a `nulldata` output carries, one element per push; null for other types.'),
  mweb: z
    .enum(['pegin', 'pegout', 'hogaddr'])
    .nullable()
    .optional()
    .describe(
      'Litecoin only. `pegin`: moves coins into the MWEB; `pegout`: pays coins out of it; `hogaddr`: holds all coins that are in it.',
    ),
  token: Token.nullable().optional().describe('Bitcoin Cash only. The CashTokens it holds; null for none.'),
});
export type Output = z.infer<typeof Output>;

const poolDelta = signedAmount.nullable();

const Shielded = component(
  'Shielded',
  'What the pools of shielded coins gain by the transaction, in base units: negative where coins leave a pool. ' +
    'null where a pool is not touched.',
  { sprout: poolDelta, sapling: poolDelta, orchard: poolDelta, ironwood: poolDelta },
);

const shape = {
  family: z.literal('utxo').describe(FAMILY),
  currency: currencyOf(UTXO_CHAINS),
  txid: hash.describe('Transaction id.'),
  status: z
    .enum(['pending', 'confirmed', 'dropped'])
    .describe(
      '`confirmed`: a block of the active chain has it; `pending`: the mempool has it; `dropped`: the mempool had it, and lost it ' +
        'without a block. `/transactions` tells of such for six hours; no list has them.',
    ),
  blockHeight: height.nullable().describe('Null until confirmed, as are the other block fields.'),
  blockHash: hash.nullable(),
  blockIndex: count.nullable().describe('Place in the block, the coinbase being 0.'),
  timestamp: unixTime.nullable().describe('Unix time of the block header in seconds.'),
  firstSeen: unixTime
    .nullable()
    .describe(
      'Unix time when it was first seen, by the indexer, or by its node before that. Of a confirmed one `/transactions` has it for some hours; null otherwise.',
    ),
  confirmations: count.describe(
    'Blocks since and with the one that has it: tip height - block height + 1; 0 while it is pending.',
  ),
  fee: amount
    .nullable()
    .describe(
      'Inputs minus outputs, and minus what shielded pools gain, in base units; 0 for a coinbase; null when an input lies before `historyFrom` and is not known.',
    ),
  decimals,
  size: count.nullable().describe('Bytes, with witnesses.'),
  vsize: count.nullable().describe('Virtual bytes: weight / 4, rounded up.'),
  version: count.nullable(),
  lockTime: count.nullable(),
  coinbase: z
    .boolean()
    .describe('Whether it creates the block reward. A coinbase has no inputs; on Zcash, others may have none either.'),
  mweb: z
    .enum(['hogex'])
    .nullable()
    .optional()
    .describe('Litecoin only. `hogex`: the transaction with which a block carries coins into and out of the MWEB.'),
  shielded: Shielded.optional().describe('Zcash only.'),
  inputCount: count.describe('How many inputs the transaction has.'),
  outputCount: count.describe('How many outputs the transaction has.'),
  inputs: z.array(Input),
  outputs: z.array(Output),
};

const feeRate = z
  .number()
  .min(0)
  .meta({ description: 'Base units for a virtual byte.', examples: [12.5] });

const relatives = z
  .object({
    count,
    vsize: count.nullable().describe('Their virtual bytes; null where one of them is not known, as is `fee`.'),
    fee: amount.nullable().describe('Their fees in base units.'),
  })
  .nullable();

export const Waiting = component('Waiting', 'How an unconfirmed transaction stands among the others.', {
  feeRate: feeRate.nullable().describe('What it pays itself, in base units for a virtual byte; null where not known.'),
  effectiveFeeRate: feeRate
    .nullable()
    .describe(
      'What miners see, in base units for a virtual byte: with what it depends on, or with a child that pays for it. Null where not known.',
    ),
  rbf: z
    .boolean()
    .nullable()
    .describe(
      'Whether it says that it may be replaced, or something that it depends on does (BIP125). Many nodes replace others, too. ' +
        'Null where that was not seen, and on Bitcoin Cash and Zcash.',
    ),
  ancestors: relatives.describe(
    'Unconfirmed transactions that it depends on, without itself. Null where there are too many to look at.',
  ),
  descendants: relatives.describe('Unconfirmed transactions that depend on it, likewise.'),
  projectedBlock: count
    .nullable()
    .describe(
      'In which of the next blocks it would be, from 1, by what `/mempool` projected some seconds ago. Null where it is in none of them, or not known.',
    ),
});
export type Waiting = z.infer<typeof Waiting>;

export const UtxoTransaction = component(
  'UtxoTransaction',
  'A transaction with its inputs and outputs, in their order: a part of them where there are more than `limit`.',
  {
    ...shape,
    ...ifDropped,
    waiting: Waiting.nullable().describe('Of unconfirmed ones; null of others.'),
    nextOffset,
    alsoIn,
    tip: Tip,
  },
);
export type UtxoTransaction = z.infer<typeof UtxoTransaction>;

export const UtxoBlockTransaction = component(
  'UtxoBlockTransaction',
  'A transaction of a block, with the first 20 of its inputs and of its outputs, in their order.',
  shape,
);
export type UtxoBlockTransaction = z.infer<typeof UtxoBlockTransaction>;

export const UtxoHistoryTransaction = component(
  'UtxoHistoryTransaction',
  "A transaction from the point of view of an address. It carries at most 20 inputs and 20 outputs: the address's own first, each part in order.",
  {
    ...shape,
    direction: z
      .enum(['in', 'out', 'self'])
      .describe(
        '`self`: the address both spends and receives, and its balance changes by nothing but the fee (`netAmount` is 0 or -`fee`). ' +
          'Otherwise `out` when `netAmount` is negative, else `in`.',
      ),
    ...netEffect("Net effect on the address's balance in base units, the fee included where the address paid it."),
    balanceAfter: signedAmount
      .nullable()
      .describe(
        'Balance after this transaction, in the order of the block; null while it is pending, and when `historyFrom` is above 0. ' +
          'Bitcoin Cash sorts the transactions of a block by txid: there it may be below zero within a block, never at its end.',
      ),
    usd: usdThen,
  },
);
export type UtxoHistoryTransaction = z.infer<typeof UtxoHistoryTransaction>;

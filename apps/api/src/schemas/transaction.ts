import { SCRIPT_TYPES } from '@chaintrail/chains';
import { z } from 'zod';
import { component } from './component.js';
import {
  address,
  amount,
  count,
  currency,
  decimals,
  hash,
  height,
  hex,
  signedAmount,
  Tip,
  unixTime,
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
});
export type Input = z.infer<typeof Input>;

export const Output = component('Output', 'What a transaction pays.', {
  vout: count.describe('Index of the output in its transaction.'),
  address: address
    .nullable()
    .describe('Null when the script pays no single address. A bare public key counts as its P2PKH address.'),
  amount,
  script: hex.nullable().describe('The output script. In a list, null when it is longer than 1,024 bytes.'),
  type: z
    .enum(SCRIPT_TYPES)
    .nullable()
    .describe("The script's type, in Bitcoin Core's words; null where the script is left out."),
  spent: z
    .boolean()
    .describe('Whether a confirmed transaction spends it. Outputs that can never be spent are not spent.'),
  opReturn: z
    .array(hex)
    .nullable()
    .describe('The data that a `nulldata` output carries, one element per push; null for other types.'),
  mweb: z
    .enum(['pegin', 'pegout', 'hogaddr'])
    .nullable()
    .optional()
    .describe(
      'Litecoin only. `pegin`: moves coins into the MWEB; `pegout`: pays coins out of it; `hogaddr`: holds all coins that are in it.',
    ),
});
export type Output = z.infer<typeof Output>;

const shape = {
  currency,
  txid: hash.describe('Transaction id.'),
  status: z.enum(['pending', 'confirmed', 'failed']).describe('Whether a block of the active chain has it.'),
  blockHeight: height.nullable().describe('Null until confirmed, as are the other block fields.'),
  blockHash: hash.nullable(),
  blockIndex: count.nullable().describe('Place in the block, the coinbase being 0.'),
  timestamp: unixTime.nullable().describe('Unix time of the block header in seconds.'),
  confirmations: count.describe('Blocks since and with the one that has it: tip height - block height + 1.'),
  fee: amount
    .nullable()
    .describe(
      'Inputs minus outputs in base units; 0 for a coinbase; null when an input lies before `historyFrom` and is not known.',
    ),
  decimals,
  size: count.nullable().describe('Bytes, with witnesses.'),
  vsize: count.nullable().describe('Virtual bytes: weight / 4, rounded up.'),
  version: count.nullable(),
  lockTime: count.nullable(),
  coinbase: z.boolean().describe('Whether it creates the block reward. A coinbase has no inputs.'),
  inputCount: count.describe('How many inputs the transaction has.'),
  outputCount: count.describe('How many outputs the transaction has.'),
  inputs: z.array(Input),
  outputs: z.array(Output),
};

export const Transaction = component('Transaction', 'A transaction with all its inputs and outputs, in their order.', {
  ...shape,
  tip: Tip,
});
export type Transaction = z.infer<typeof Transaction>;

export const HistoryTransaction = component(
  'HistoryTransaction',
  "A transaction from the point of view of an address. It carries at most 20 inputs and 20 outputs: the address's own first, each part in order.",
  {
    ...shape,
    direction: z
      .enum(['in', 'out', 'self'])
      .describe(
        '`self`: the address both spends and receives, and its balance changes by nothing but the fee (`amount` is 0 or -`fee`). ' +
          'Otherwise `out` when `amount` is negative, else `in`.',
      ),
    amount: signedAmount.describe(
      "Net effect on the address's balance in base units, the fee included where the address paid it.",
    ),
    balanceAfter: amount.nullable().describe('Balance after this transaction; null when `historyFrom` is above 0.'),
  },
);
export type HistoryTransaction = z.infer<typeof HistoryTransaction>;

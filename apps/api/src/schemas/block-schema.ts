import { z } from 'zod';
import { component } from './component.js';
import { BlockTransaction } from './transaction-schema.js';
import { amount, count, currency, decimals, hash, height, historyFrom, Tip, unixTime } from './values.js';

export const Block = component('Block', 'A block, and one page of its entries.', {
  currency,
  decimals,
  height,
  hash,
  parentHash: hash.describe('Hash of the block before it; zeros where there is none.'),
  nextHash: hash.nullable().describe('Hash of the block after it; null at the tip, and where it is `orphaned`.'),
  time: unixTime.describe('Unix time of the block header in seconds.'),
  size: count.describe('Bytes of the block, with witnesses.'),
  transactionCount: count.describe('Transactions of the block, the coinbase included.'),
  fees: amount
    .nullable()
    .describe('Fees of all its transactions in base units. Null where they are not known, and on account chains.'),
  reward: amount
    .nullable()
    .describe(
      'What its coinbase pays in base units: new coins and fees. On Zcash, with what goes to funds and shielded pools. Null like `fees`.',
    ),
  weight: count.nullable().describe('Weight in units of BIP141. Null on chains without witnesses.'),
  minerTag: z
    .string()
    .nullable()
    .describe('Text that the miner wrote into the coinbase: anybody may write anything. Null where there is none.'),
  orphaned: z
    .boolean()
    .describe(
      'Whether a reorganisation took it back after it was indexed. Such a block is found by its hash; its transactions are not kept, and `total` is 0.',
    ),
  replacedBy: hash.nullable().describe('The block that has its height now, where it is `orphaned` and there is one.'),
  confirmations: count.describe('Blocks since and with it: tip height - height + 1; 0 where it is `orphaned`.'),
  final: z
    .boolean()
    .nullable()
    .describe('Whether it is never taken back, as the node says. Null on chains that do not say.'),
  limit: count.describe('The `limit` that was used.'),
  offset: count.describe('Entries before this page.'),
  total: count.describe(
    'Entries of the block, exactly: its transactions, and on account chains what the block itself moved.',
  ),
  tip: Tip,
  historyFrom,
  transactions: z.array(BlockTransaction).describe('In the order of the block.'),
});
export type Block = z.infer<typeof Block>;

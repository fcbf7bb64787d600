import { z } from 'zod';
import { component } from './component.js';
import { BlockTransaction } from './transaction-schema.js';
import { count, currency, decimals, hash, height, historyFrom, Tip, unixTime } from './values.js';

export const Block = component('Block', 'A block of the active chain, and one page of its entries.', {
  currency,
  decimals,
  height,
  hash,
  parentHash: hash.describe('Hash of the block before it; zeros where there is none.'),
  nextHash: hash.nullable().describe('Hash of the block after it; null at the tip.'),
  time: unixTime.describe('Unix time of the block header in seconds.'),
  size: count.describe('Bytes of the block, with witnesses.'),
  transactionCount: count.describe('Transactions of the block, the coinbase included.'),
  confirmations: count.describe('Blocks since and with it: tip height - height + 1.'),
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

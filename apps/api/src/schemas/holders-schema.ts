import { COUNTED_HOLDERS } from '@chaintrail/db';
import { z } from 'zod';
import { TOKEN_SHAPE } from './balance-schema.js';
import { component } from './component.js';
import { addressName, amount, count, currency, evmAddress, height, historyFrom, Tip } from './values.js';

const Holder = component('Holder', 'An address that holds a token.', {
  address: evmAddress,
  name: addressName,
  balance: amount.describe('In base units of the token; of an ERC-721 contract the number of its tokens.'),
  height: height.describe(
    'The block that the balance holds at: the tip, or an older one that the contract was asked for.',
  ),
  changedSince: z
    .boolean()
    .describe(
      'Whether a transfer has touched the balance since that block, so that it may be another one by now. The contract is asked again; `balance` and `height` are the last that are known.',
    ),
});
export type Holder = z.infer<typeof Holder>;

export const INCOMPLETE_REASONS = ['unknown-balances', 'older-balances', 'drifts', 'later-start'] as const;

export const Holders = component('Holders', 'One page of the holders of a token, or of a denomination.', {
  currency,
  ...TOKEN_SHAPE,
  limit: count.describe('The `limit` that was used.'),
  offset: count.nullable().describe('Holders before this page; null with `cursor`.'),
  total: count
    .nullable()
    .describe(
      'Holders whose balance is known, be it as of an older block, exactly: those that the pages list. Null where they are not counted: see `totalReason`.',
    ),
  totalReason: z
    .enum(['cursor', 'too-many'])
    .nullable()
    .describe(
      `Why \`total\` is null. \`cursor\`: a page by \`cursor\` is not counted again; \`too-many\`: there are more than ${COUNTED_HOLDERS}. Null with a \`total\`.`,
    ),
  unknown: count
    .nullable()
    .describe(
      `Addresses that had a transfer of the token and whose balance is not known, or was nothing before the last one: they may hold some, and are not listed. Null where the contract has more than ${COUNTED_HOLDERS} such, of all its tokens.`,
    ),
  complete: z.boolean().describe('Whether the pages list every holder, with what it has at the tip.'),
  incompleteReasons: z
    .array(z.enum(INCOMPLETE_REASONS))
    .describe(
      'Why not, nothing where `complete`. `unknown-balances`: see `unknown`; `older-balances`: balances are listed that a transfer has touched since, see `changedSince`; `drifts`: balances of the token were seen to change without a transfer, so any may be old; `later-start`: who had transfers before `historyFrom` alone is not known.',
    ),
  next: z.string().nullable().describe('`cursor` of the next page; null on the last one.'),
  tip: Tip,
  historyFrom,
  holders: z.array(Holder).describe('The largest balance first.'),
});
export type Holders = z.infer<typeof Holders>;

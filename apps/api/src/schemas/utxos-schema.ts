import { SCRIPT_TYPES } from '@chaintrail/chains';
import { COUNTED_UTXOS } from '@chaintrail/db';
import { z } from 'zod';
import { component } from './component.js';
import { SpentBy, Token } from './utxo-transaction-schema.js';
import {
  address,
  amount,
  count,
  currency,
  decimals,
  bareHash as hash,
  height,
  hex,
  historyFrom,
  Tip,
  unixTime,
} from './values.js';

export const Utxo = component('Utxo', 'An output that no confirmed transaction has spent.', {
  txid: hash.describe('The transaction that made it.'),
  vout: count.describe('Index of the output in it.'),
  amount,
  status: z.enum(['pending', 'confirmed']).describe('Whether a block of the active chain has that transaction.'),
  blockHeight: height.nullable().describe('Null while it is pending.'),
  timestamp: unixTime.nullable().describe('Unix time of the block header in seconds; null while it is pending.'),
  confirmations: count.describe('Blocks since and with that one; 0 while it is pending.'),
  coinbase: z.boolean().describe('Whether it is part of a block reward.'),
  mature: z
    .boolean()
    .describe(
      "Whether the next block may spend it: outputs of coinbases and, on Litecoin, coins that left the MWEB have to wait. The output's own script may ask for more.",
    ),
  script: hex.describe('The output script.'),
  type: z.enum(SCRIPT_TYPES).describe("The script's type, in Bitcoin Core's words."),
  token: Token.nullable().optional().describe('Bitcoin Cash only. The CashTokens it holds; null for none.'),
  spentBy: SpentBy.nullable().describe('The unconfirmed transaction that spends it; null without one.'),
});
export type Utxo = z.infer<typeof Utxo>;

export const Utxos = component('Utxos', 'One page of the unspent outputs of an address.', {
  currency,
  address,
  decimals,
  limit: count.describe('The `limit` that was used.'),
  offset: count.nullable().describe('Outputs before this page; null with `cursor`.'),
  total: count
    .nullable()
    .describe(
      'Unspent outputs of the address, exactly, unconfirmed ones included; null where they are not counted: see `totalReason`.',
    ),
  totalReason: z
    .enum(['cursor', 'too-many'])
    .nullable()
    .describe(
      `Why \`total\` is null. \`cursor\`: a page by \`cursor\` is not counted again; \`too-many\`: there are more than ${COUNTED_UTXOS}. Null with a \`total\`.`,
    ),
  next: z.string().nullable().describe('`cursor` of the next page; null on the last one.'),
  tip: Tip,
  historyFrom: historyFrom.describe(
    'Height of the first indexed block. Above 0, outputs that are older are not known.',
  ),
  utxos: z.array(Utxo),
});
export type Utxos = z.infer<typeof Utxos>;

/** The values that answers are made of, with their units. */
import { CHAIN_CODES, type Chain } from '@chaintrail/chains';
import { z } from 'zod';
import { component } from './component.js';

export const amount = z
  .string()
  .regex(/^(0|[1-9]\d*)$/)
  .meta({ description: 'Amount in base units (satoshi, wei), in decimal.', examples: ['150000'] });

export const signedAmount = z
  .string()
  .regex(/^(0|-?[1-9]\d*)$/)
  .meta({ description: 'Signed amount in base units (satoshi, wei), in decimal.', examples: ['-150000'] });

export const currency = z.enum(CHAIN_CODES).meta({ description: 'Currency code.', examples: ['btc'] });

/** Codes of the chains of one family: where shapes differ by family, the code tells which it is. */
export const currencyOf = (chains: readonly Chain[]) =>
  z.enum(chains.map(({ code }) => code)).meta({ description: 'Currency code.', examples: [chains[0]!.code] });

/** Description of `family` in transactions. */
export const FAMILY = 'The family of the chain, which tells what a transaction has.';

/** A hash of UTXO chains. */
export const bareHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'Hash in the form that nodes and explorers show, in lower-case hexadecimal.' });

/** A hash of EVM chains. */
export const prefixedHash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .meta({ description: 'Hash in lower-case hexadecimal after `0x`.' });

/** A hash of Cosmos chains. */
export const upperHash = z
  .string()
  .regex(/^[0-9A-F]{64}$/)
  .meta({ description: 'Hash in upper-case hexadecimal.' });

export const hash = z
  .string()
  .regex(/^((0x)?[0-9a-f]{64}|[0-9A-F]{64})$/)
  .meta({
    description:
      'Hash in the form that nodes and explorers show, in lower-case hexadecimal; on Ethereum and its layer 2s after `0x`, on THORChain and MAYAChain in upper case.',
  });

export const hex = z
  .string()
  .regex(/^([0-9a-f]{2})*$/)
  .meta({ description: 'Bytes in lower-case hexadecimal.' });

export const count = z.int().min(0);
export const height = count.meta({ description: 'Block height.', examples: [840000] });
export const unixTime = count.meta({ description: 'Unix time in seconds.', examples: [1713571767] });
export const decimals = count.meta({
  description: 'Decimal places between the base unit and the coin.',
  examples: [8],
});
/** Next part of a transaction, whose lists are read in parts. */
export const nextOffset = count
  .nullable()
  .describe('The `offset` of the next part of its lists; null where this one has the end of each of them.');

/** Other places of a transaction. */
export const alsoIn = z
  .array(
    z.object({
      blockHeight: height,
      blockHash: z.string().describe('Hash of that block.'),
      blockIndex: count.describe("Place among the block's entries, from 0."),
      status: z.enum(['confirmed', 'failed']).describe('What became of it there.'),
    }),
  )
  .describe(
    'Other places of the same txid, the newest first, at most 100; mostly none. The answer is about the one that succeeded, ' +
      'else the newest.',
  );

export const address = z.string().meta({
  description:
    'Address in its canonical form. The address that an answer is about is without `bitcoincash:` where it was given so.',
  examples: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
});
/** Address of an EVM chain, which is also the example of fields that Cosmos chains have, too. */
export const evmAddress = address.meta({ examples: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'] });

/** Address of an account, contract or module of Cosmos chains. */
export const cosmosAddress = address.meta({ examples: ['thor1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0'] });
export const addressName = z
  .string()
  .nullable()
  .meta({
    description:
      'Name of the address on THORChain and MAYAChain: of the module whose account it is, or the THORName or MAYAName that was asked for. Null elsewhere.',
    examples: ['asgard'],
  });

export const historyFrom = height.describe(
  'Height of the first indexed block. Above 0, histories start there, and gross sums are unknown (null); so are balances, except on Ethereum and its layer 2s. On THORChain and MAYAChain both are known where it is known what was there before: the first indexed block begins with an entry `opening`.',
);

export const Tip = component(
  'Tip',
  'The last indexed block. Everything in the answer was read in one snapshot at this block.',
  {
    height,
    hash,
    time: unixTime.describe('Unix time of the block header in seconds.'),
  },
);

/** Fields of a history's item with one meaning, the second under its older name. */
export const netEffect = (meaning: string) => ({
  netAmount: signedAmount.describe(meaning),
  amount: signedAmount.describe('The same as `netAmount`, by the name that it had first.').meta({ deprecated: true }),
});

export const UsdValue = component('UsdValue', 'An amount in US dollars.', {
  rate: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .describe('US dollars per whole coin, in decimal.'),
  value: z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .describe('US dollars, in decimal, with the sign of the amount; rounded to six decimal places.'),
  asOf: unixTime.describe('When the newest price that the rate comes from was made, unix seconds.'),
  stale: z.boolean().describe('Whether the rate is too old to rely on. See `/rates`.'),
});
export type UsdValue = z.infer<typeof UsdValue>;

/** Value of a transaction in a history. */
export const usdThen = UsdValue.nullable()
  .optional()
  .describe(
    'With `usd=1`: `netAmount` at the rate of `timestamp`, while it is pending at that of now. Null where none is known of then.',
  );

/** Columns of a transaction that was dropped. */
const dropped = {
  dropReason: z
    .enum(['replaced', 'conflicted', 'evicted', 'expired'])
    .nullable()
    .describe(
      '`replaced`: another unconfirmed transaction spends the same, or has the same nonce; `conflicted`: a block has such a one; `evicted`: it ' +
        "paid less than the node's full mempool takes; `expired`: it waited for two weeks. Null where the node removed it and nothing tells why.",
    ),
  replacedBy: hash
    .nullable()
    .describe(
      'The transaction that took its place, or the place of one that it depended on. Null where none is known.',
    ),
  droppedAt: unixTime.describe('Unix time when the indexer saw that it was dropped.'),
};
export type DroppedFields = z.infer<z.ZodObject<typeof dropped>>;

/** The same where a transaction may not be dropped at all. */
export const ifDropped = {
  dropReason: dropped.dropReason
    .optional()
    .describe(`Of dropped ones alone, as are the next two. ${dropped.dropReason.description}`),
  replacedBy: dropped.replacedBy.optional().describe(dropped.replacedBy.description!),
  droppedAt: dropped.droppedAt.optional().describe(dropped.droppedAt.description!),
};

/** Parameters arrive as text; these schemas say what is allowed, and turn it into values. */
import { COUNTED_HOLDERS, COUNTED_UTXOS, FIRST_PART } from '@chaintrail/db';
import { z } from 'zod';
import { EXAMPLE_PARAMETERS } from './examples.js';

/** Decimal digits as a number; `05`, `+5`, `1e3`, ` 5` are refused, not guessed at. @param remedy what to do instead */
export function integerText(minimum: number, maximum: number, remedy = '') {
  const expected = `expected a whole number from ${minimum} to ${maximum} in plain digits${remedy}`;
  return z
    .string()
    .regex(/^(0|[1-9]\d{0,15})$/, expected)
    .transform(Number)
    .pipe(z.int(expected).min(minimum, expected).max(maximum, expected));
}

/** Example of an opaque text: a real one means something only to the server that gave it. */
const EXAMPLE_CURSOR = 'AgAAAAAAAAAANwAAAAAAAAAAwJCdrU34Q34';

/** Any text: one that is no code of this server is an unknown currency, not a malformed one. */
export const currencyParameter = z
  .string()
  .meta({ description: 'Currency code, in any case. See `/currencies`.', examples: [EXAMPLE_PARAMETERS.currency] });

export const tokenCurrencyParameter = currencyParameter.meta({
  description: 'Currency code of a chain with tokens, in any case. See `/currencies`.',
  examples: ['eth'],
});

export const addressParameter = z
  .string()
  .max(512, 'expected an address, which has at most 512 characters')
  .meta({
    description:
      'Address in any form that its users have. On THORChain and MAYAChain also a registered THORName or MAYAName, where the server can resolve it (`names` among the `features` of `/currencies`).',
    examples: [EXAMPLE_PARAMETERS.address],
  });

/** Bound on one request. */
export const MOST_ADDRESSES = 100;
const ONE_TO_MOST = `expected 1 to ${MOST_ADDRESSES} addresses: address=…&address=…`;

export const addressesParameter = z
  .array(z.string().max(512, 'expected an address, which has at most 512 characters'), ONE_TO_MOST)
  .min(1, ONE_TO_MOST)
  .max(MOST_ADDRESSES, ONE_TO_MOST)
  .meta({
    description: `Addresses in any form that their users have, each as a parameter of its own: \`address=…&address=…\`, at most ${MOST_ADDRESSES}.`,
    examples: [[EXAMPLE_PARAMETERS.address]],
  });

/** Each is a question to a contract, as each token of a page is. */
export const MOST_ASSETS = 100;
const ONE_TO_MOST_ASSETS = `expected 1 to ${MOST_ASSETS} tokens: asset=…&asset=…`;

export const assetsParameter = z
  .array(
    z.string().min(1, 'expected a token').max(128, 'expected a token, in at most 128 characters'),
    ONE_TO_MOST_ASSETS,
  )
  .min(1, ONE_TO_MOST_ASSETS)
  .max(MOST_ASSETS, ONE_TO_MOST_ASSETS)
  .optional()
  .meta({
    description:
      `Only these tokens, in this order, with what the address does not hold of them, too: contracts on Ethereum and its layer 2s, denominations on ` +
      `THORChain and MAYAChain, each as a parameter of its own: \`asset=…&asset=…\`, at most ${MOST_ASSETS}. Of ERC-1155 contracts it is each token that ` +
      'the address ever had, up to 100 in all.',
    examples: [[EXAMPLE_PARAMETERS.asset]],
  });

export const tokenCursorParameter = z
  .string()
  .min(1, 'expected a cursor')
  .max(1_024, 'expected a cursor, which is shorter')
  .optional()
  .meta({
    description: 'The `nextTokens` of an earlier balance of the address: `tokens` goes on behind it.',
    examples: [EXAMPLE_CURSOR],
  });

/** Which of the forms a chain has, and what is wrong otherwise, its family says (`readTxid`). */
export const txidParameter = z
  .string()
  .max(96, 'expected a transaction id')
  .meta({
    description:
      'Transaction id: 64 hexadecimal digits in any case, with or without `0x` before them; on THORChain and MAYAChain also what a ' +
      'block itself moved: `block:<height>:begin`, `block:<height>:end:<n>`, `block:<height>:opening`.',
    // No flag: a pattern in the OpenAPI document has none.
    pattern: '^((0[xX])?[0-9a-fA-F]{64}|block:[0-9]+:(begin|opening|end:[0-9]+))$',
    examples: [EXAMPLE_PARAMETERS.txid],
  });

/** Which of the forms it is, `readBlockName` says. */
export const blockParameter = z
  .string()
  .max(96, 'expected a height, a hash or latest')
  .meta({
    description: 'Height, or hash of 64 hexadecimal digits in any case with or without `0x`, or `latest` for the tip.',
    pattern: '^(latest|0|[1-9][0-9]{0,9}|(0[xX])?[0-9a-fA-F]{64})$',
    examples: ['latest'],
  });

export const blockOffsetParameter = integerText(0, Number.MAX_SAFE_INTEGER)
  .default(0)
  .meta({
    description: 'Entries of the block to pass over. Any offset costs the same.',
    examples: [50],
  });

export const limitParameter = integerText(1, 1000)
  .default(25)
  .meta({ description: 'Entries on the page.', examples: [100] });

export const partLimitParameter = integerText(1, FIRST_PART.limit)
  .default(FIRST_PART.limit)
  .meta({
    description: 'Entries of each of `inputs`, `outputs`, `transfers` and `messages`.',
    examples: [100],
  });

export const partOffsetParameter = integerText(0, Number.MAX_SAFE_INTEGER)
  .default(FIRST_PART.offset)
  .meta({
    description: 'Entries of each of them to pass over. Any offset costs about the same. See `nextOffset`.',
    examples: [100],
  });

export const offsetParameter = integerText(0, Number.MAX_SAFE_INTEGER)
  .default(0)
  .meta({
    description:
      'Transactions to pass over, counted as things are now. Any offset costs the same. While transactions and blocks arrive, the transactions at an offset change with `order=desc`; a `cursor` stays where it is. Not together with `cursor`.',
    examples: [50],
  });

export const utxoOffsetParameter = integerText(0, COUNTED_UTXOS, '; to go further, follow `next` with `cursor`')
  .default(0)
  .meta({
    description: `Outputs to pass over, counted as things are now, at most ${COUNTED_UTXOS}. A \`cursor\` goes further, to the last output, and costs the same everywhere. Not together with \`cursor\`.`,
    examples: [50],
  });

export const holdersOffsetParameter = integerText(0, COUNTED_HOLDERS, '; to go further, follow `next` with `cursor`')
  .default(0)
  .meta({
    description: `Holders to pass over, at most ${COUNTED_HOLDERS}. A \`cursor\` goes further and costs the same everywhere. Not together with \`cursor\`.`,
    examples: [50],
  });

/** A balance and an address of 32 bytes each fit. */
export const holdersCursorParameter = z
  .string()
  .min(1, 'expected the `next` of an earlier page')
  .max(128, 'expected the `next` of an earlier page')
  .optional()
  .meta({
    description: '`next` of the page before: goes on behind the holder that it ended with.',
    examples: [EXAMPLE_CURSOR],
  });

/** Which of them the chain has, `readAsset` says. */
export const tokenParameter = z
  .string()
  .regex(/^[!-~]{1,128}$/, 'expected the contract of a token, or a denomination')
  .meta({
    description:
      'Contract of the token; on THORChain and MAYAChain the denomination as the bank module writes it, percent-encoded where it has a slash. A proxy may decode that: `/tokens/{currency}/holders` takes it as `asset`.',
    examples: [EXAMPLE_PARAMETERS.asset],
  });

export const tokenIdParameter = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})$/, 'expected a whole number of at most 78 plain digits')
  .optional()
  .meta({
    description: 'Which token of an ERC-1155 contract, in decimal: needed there, and refused elsewhere.',
    examples: ['5'],
  });

export const cursorParameter = z
  .string()
  .min(1, 'expected the `next` of an earlier page')
  .max(96, 'expected the `next` of an earlier page')
  .optional()
  .meta({
    description: '`next` of the page before. It stays valid, and where it is, while transactions and blocks arrive.',
    examples: [EXAMPLE_CURSOR],
  });

export const orderParameter = z
  .enum(['desc', 'asc'], 'expected desc (newest first) or asc (oldest first)')
  .optional()
  .meta({
    description: '`desc`: newest first (the default); `asc`: oldest first. A `cursor` brings its own order.',
    examples: ['asc'],
  });

export const heightParameter = integerText(0, 2 ** 31 - 1)
  .optional()
  .meta({
    description:
      'The balance at the end of this block, and transactions up to and with it. From `historyFrom` to the tip; the tip when absent.',
    examples: [840_000],
  });

export const atParameter = integerText(0, 2 ** 31 - 1)
  .optional()
  .meta({
    description: 'A past moment, unix seconds: the rates that were known then. Now when absent.',
    examples: [1_704_067_200],
  });

/** Bound on one stream. */
export const MOST_STREAM_ADDRESSES = 1_000;

export const streamAddressesParameter = z
  .array(addressParameter)
  .max(MOST_STREAM_ADDRESSES)
  .optional()
  .meta({
    description: `An address in any form that its users have, but no name; repeated for each, up to ${MOST_STREAM_ADDRESSES}. Events have its canonical form, without the prefix of a CashAddr where it was given without.`,
    examples: [[EXAMPLE_PARAMETERS.address]],
  });

export const lastEventIdParameter = z
  .string()
  .optional()
  .meta({
    description:
      'The `id` of the last event that was received, for those that cannot send `Last-Event-ID`; that header goes before it.',
    examples: [EXAMPLE_CURSOR],
  });

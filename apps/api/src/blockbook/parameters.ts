/** Parameters of Blockbook's routes, and of the messages that ask the same. */
import { z } from 'zod';
import { EXAMPLE_BLOCK, EXAMPLE_TXID } from '../esplora/esplora-route.js';
import { addressParameter, integerText } from '../schemas/parameters.js';
import { DETAILS } from './address-account.js';
import { MOST_MOMENTS } from './fiat.js';

/** Pages of an address. */
export const MOST_ITEMS = 1_000;
const MOST_HEIGHT = 2 ** 31 - 2;
const MOST_SECONDS = 2 ** 32;

const text = (description: string, example: string) =>
  z
    .string()
    .max(512, 'too long')
    .meta({ description, examples: [example] });
const flag = (description: string) =>
  z
    .enum(['true', 'false', '0', '1'])
    .optional()
    .meta({ description, examples: ['true'] });

/** @param value of a parameter that says yes or no */
export const isSet = (value: string | undefined): boolean => value === 'true' || value === '1';

export const txidParameter = text('Transaction id: 64 hexadecimal digits.', EXAMPLE_TXID);
export const blockParameter = text('Height or hash of a block.', EXAMPLE_BLOCK);
export const addressOfPath = addressParameter;
export const descriptorParameter = z
  .string()
  .max(2_000, 'too long')
  .meta({
    description: 'Extended public key or output descriptor.',
    examples: [
      'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V',
    ],
  });
export const blocksParameter = integerText(1, 1_008).meta({
  description: 'Blocks that the transaction may wait for.',
  examples: [2],
});
export const spendingParameter = flag('Whether it is told what spends each output.');
export const ignoredFlag = flag('Taken and left alone.');
/** Insight's API, which Blockbook came after, had it. */
export const statusParameters = { q: text('Taken and left alone: some software adds it.', 'getinfo').optional() };
const confirmedParameter = flag('Whether unconfirmed outputs are left out.');

const pageParameter = integerText(1, 1_000_000)
  .default(1)
  .meta({ description: 'Page, from 1. One behind the end is empty.', examples: [2] });
const pageSizeParameter = integerText(1, MOST_ITEMS)
  .default(MOST_ITEMS)
  .meta({ description: 'Transactions of a page.', examples: [25] });
const heightParameter = (what: string) =>
  integerText(0, MOST_HEIGHT)
    .optional()
    .meta({ description: what, examples: [0] });
const secondsParameter = (what: string) =>
  integerText(0, MOST_SECONDS)
    .optional()
    .meta({ description: what, examples: [1_767_225_600] });
const currencyOf = text('Currency; there are rates in `usd`.', 'usd').optional();

export const pageParameters = { page: pageParameter, pageSize: pageSizeParameter };

/** Taken and left alone: what they ask for is told anyway, or by no chain here. */
const IGNORED = {
  confirmedNonce: flag('Taken and left alone: the nonce is that after the last block.'),
  protocols: text('Taken and left alone.', 'erc4626').optional(),
};

export const accountParameters = {
  ...pageParameters,
  details: z
    .enum(DETAILS)
    .default('txids')
    .meta({
      description: '`txs` has bytes; `txslight` has none. Of all of them the transactions come from the node.',
      examples: ['txs'],
    }),
  from: heightParameter('The first height.'),
  to: heightParameter('The last height.'),
  contract: text(
    'Contract whose transfers are asked for; of Ethereum and its layer 2s.',
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  ).optional(),
  secondary: currencyOf,
  ...IGNORED,
};

const gap = integerText(1, 1_000)
  .optional()
  .meta({ description: 'Unused addresses in a row that end the search.', examples: [20] });

export const descriptorParameters = {
  ...accountParameters,
  tokens: z
    .enum(['nonzero', 'used', 'derived'])
    .default('nonzero')
    .meta({ description: 'Which addresses are listed.', examples: ['derived'] }),
  gap,
};
export const utxoParameters = { confirmed: confirmedParameter, gap };

export const historyParameters = {
  from: secondsParameter('Unix seconds: the first.'),
  to: secondsParameter('Unix seconds: the last.'),
  groupBy: integerText(1, 366 * 86_400)
    .optional()
    .meta({ description: 'Seconds of a stretch; 3,600 by default.', examples: [86_400] }),
  fiatcurrency: currencyOf,
  gap,
};

export const tickerParameters = {
  currency: currencyOf,
  token: text('Refused: tokens have no rates here.', '0xdAC17F958D2ee523a2206206994597C13D831ec7').optional(),
  timestamp: secondsParameter('Unix seconds; now where it is left out.'),
  block: heightParameter('Height of a block, in the place of `timestamp`.'),
};
export const multiTickerParameters = {
  currency: currencyOf,
  timestamp: z
    .string()
    .max(11 * MOST_MOMENTS, 'too long')
    .meta({
      description: `Unix seconds, commas between them: at most ${MOST_MOMENTS}.`,
      examples: ['1767225600,1767312000'],
    }),
};
export const hexParameter = z
  .string()
  .meta({ description: 'The signed transaction in hexadecimal.', examples: ['0200000001'] });

/** Parameters of histories alone: which part of one, and in which form. */
import { EXAMINED_FOR_MENTIONS, EXAMINED_ROWS } from '@chaintrail/db';
import { z } from 'zod';
import { EXAMPLE_PARAMETERS } from './examples.js';
import { integerText } from './parameters.js';

/** A day in 2286. Milliseconds are above it. */
const LAST_TIME = 9_999_999_999;
const heightBound = () => integerText(0, 2 ** 31 - 1).optional();
const timeBound = () => integerText(0, LAST_TIME, ': unix seconds').optional();
const eitherBound = () => integerText(0, LAST_TIME, ': a height, or unix seconds').optional();

const BY_HEIGHT = 'A block height. One that the chain has not come to yet is allowed.';
const BY_TIME =
  'Unix seconds. Exactly the blocks count whose header time, the `timestamp` of their transactions, lies in the range.';
const EITHER =
  'A number below 1230768000, the first second of 2009, is a height; one from there on unix seconds. Where the chain comes to such ' +
  'heights within a year, that number may be both and is refused. `fromHeight`, `fromTime`, `toHeight` and `toTime` say which it is, on every chain.';

const fromHeightParameter = heightBound().meta({
  description: `Only transactions of this block or later ones, and unconfirmed ones. ${BY_HEIGHT}`,
  examples: [840_000],
});

const toHeightParameter = heightBound().meta({
  description: `Only transactions up to and with this block: unconfirmed ones are later. ${BY_HEIGHT}`,
  examples: [845_000],
});

const fromTimeParameter = timeBound().meta({
  description: `Only transactions of this time or later ones, and unconfirmed ones. ${BY_TIME}`,
  examples: [1_704_067_200],
});

const toTimeParameter = timeBound().meta({
  description: `Only transactions up to and with this time: unconfirmed ones are later. ${BY_TIME}`,
  examples: [1_735_689_599],
});

const fromParameter = eitherBound().meta({
  description: `Short for \`fromHeight\` or \`fromTime\`, in the place of which it stands. ${EITHER}`,
  examples: [840_000],
});

const toParameter = eitherBound().meta({
  description: `Short for \`toHeight\` or \`toTime\`, in the place of which it stands. ${EITHER}`,
  examples: [845_000],
});

const directionParameter = z
  .enum(['in', 'out', 'self', 'mention'], 'expected in, out, self or mention')
  .optional()
  .meta({
    description:
      'Only transactions of this `direction`, which no index has, as with `asset`. So a page reads at most ' +
      `${EXAMINED_ROWS} transactions. It may have fewer than \`limit\`, or none, and a \`next\` all the same. \`offset\` and \`total\` count what ` +
      `is found; where there are more than ${EXAMINED_ROWS} to go through, \`total\` is null and an \`offset\` is refused.`,
    examples: ['in'],
  });

/** Parameters of the part of a history, in the order of the documents. */
export const PART_PARAMETERS = {
  fromHeight: fromHeightParameter,
  toHeight: toHeightParameter,
  fromTime: fromTimeParameter,
  toTime: toTimeParameter,
  from: fromParameter,
  to: toParameter,
  direction: directionParameter,
};

export const spamParameter = z
  .enum(['include', 'exclude'], 'expected include or exclude')
  .optional()
  .meta({
    description:
      '`exclude`: without transactions whose `direction` is `mention`, which anybody can make, and in CSV without the rows of transfers that are ' +
      '`spoofed`. What moved is never left out, nor is what others sent the address unasked. `total` and `offset` count what is left. Transactions ' +
      `are looked at one by one, as with \`direction\`, but alone ${EXAMINED_FOR_MENTIONS} at most, so that it costs less. ` +
      'Chains other than Ethereum and its layer 2s have no mentions: nothing is left out there.',
    examples: ['exclude'],
  });

export const assetParameter = z
  .string()
  .min(1, 'expected native, or a token')
  .max(128, 'expected native, or a token, in at most 128 characters')
  .optional()
  .meta({
    description:
      "Only transactions that concern this asset. `native`: those that change the address's balance of the chain's own coin, fees included. On Ethereum " +
      'and its layer 2s, the address of a contract: transactions in which the address sends or is sent its tokens; unconfirmed ones have moved none. On ' +
      'THORChain and MAYAChain, a denomination: those that change what the address has of it. On Bitcoin and its like there is nothing but `native`. ' +
      `As with \`direction\`, transactions are looked at one by one; only those of a denomination alone are listed as such, and counted up to ${EXAMINED_ROWS}.`,
    examples: ['native', EXAMPLE_PARAMETERS.asset],
  });

export const fieldsParameter = z
  .enum(['full', 'compact'], 'expected full or compact')
  .optional()
  .meta({
    description:
      '`compact`: lists that are smaller and faster. On Bitcoin and its like outputs come without `script`, and without what takes scripts to tell: `type`, ' +
      '`spent`, `opReturn`, `mweb`. On Ethereum and its layer 2s `transfers` are those of the address alone. On THORChain and MAYAChain too, and ' +
      '`messages`, with `to` and `value`, `failure`, `payouts` and `answers` are left out.',
    examples: ['compact'],
  });

export const usdParameter = z
  .enum(['0', '1'], 'expected 1 (with values in US dollars) or 0 (without)')
  .optional()
  .meta({
    description: '`1`: every transaction also says what its `netAmount` was worth in US dollars at its time.',
    examples: ['1'],
  });

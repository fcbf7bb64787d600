import { z } from 'zod';
import { TOKENS_WEIGHT } from '../families/family.js';
import { readAddress } from '../families/named-address.js';
import { asksForBalances, readValued } from '../families/read-balances.js';
import { answerAtTip } from '../http/kept-answers.js';
import { Rows } from '../http/rows.js';
import { ProblemError } from '../problem.js';
import type { FollowedChain, NamedAddress } from '../read/followed-chain.js';
import { Balances } from '../schemas/balance-schema.js';
import {
  addressesParameter,
  assetsParameter,
  currencyParameter,
  heightParameter,
  MOST_ADDRESSES,
  MOST_ASSETS,
} from '../schemas/parameters.js';
import { route, SYNCING } from '../services/route.js';

/** A hundred of the longest addresses fit: unified ones of Zcash with every receiver have some 240 characters. */
const MAX_URL_BYTES = 26_624;
/** A balance takes PostgreSQL as long as so many rows of a history. */
const ROWS_OF_BALANCE = 4;

export const balances = route({
  path: '/addresses/{currency}/balances',
  operationId: 'getBalances',
  tag: 'Addresses',
  summary: `Balances of up to ${MOST_ADDRESSES} addresses, now or at a past block`,
  description:
    'All of one snapshot, in the order asked for, each as its own route answers it. An address that is given twice is answered twice. ' +
    'On Ethereum and its layer 2s, contracts of tokens are asked where it is one address. Of more, `tokens` has what is stored, each with its ' +
    '`height`, and null where nothing is. Names of THORChain and MAYAChain are not taken here. It costs as much as a page of as many rows; ' +
    `where the node is asked, as on Ethereum and its layer 2s, each address costs a question to it. The URL may have ${MAX_URL_BYTES} bytes.`,
  pathParameters: z.strictObject({ currency: currencyParameter }),
  query: z.strictObject({ address: addressesParameter, height: heightParameter, asset: assetsParameter }),
  lists: { address: MOST_ADDRESSES, asset: MOST_ASSETS },
  maxUrlBytes: MAX_URL_BYTES,
  response: Balances,
  problems: {
    404: 'This server does not follow the currency, or the node no longer has the state of the block asked for.',
    503: SYNCING,
  },
  cost: ({ followed, query: { address } }) => ({
    rows: address.length,
    work: address.length * ROWS_OF_BALANCE,
    asksNode: asksForBalances(followed) ? address.length : 0,
  }),
  changesWith: ({ query: { height } }) => (height === undefined ? 'rows and rate' : null),
  async handle(services, { followed, query: { address: texts, height, asset } }) {
    const asked = readAddresses(followed, texts);
    const distinct = [...new Map(asked.map((named) => [hexOf(named), named])).values()];
    const { state, tip, balances, rates } = await readValued(services, followed, distinct, height, { asset });
    const { code, decimals } = followed.chain;
    const body = () => {
      const places = new Map(distinct.map((named, n) => [hexOf(named), n]));
      const balanceOf = (named: NamedAddress) => ({ ...balances[places.get(hexOf(named))!]!, address: named.address });
      return {
        currency: code,
        ...{ decimals, tip, height: height ?? tip.height, historyFrom: state.historyFrom },
        balances: Rows.of(asked, balanceOf, TOKENS_WEIGHT),
      };
    };
    return answerAtTip(state, body, rates);
  },
});

/** Names an address, however it was written. */
const hexOf = ({ key }: NamedAddress): string => key.toString('hex');

/** @throws ProblemError saying which of them are wrong, how, and what is expected */
function readAddresses(followed: FollowedChain, texts: readonly string[]): NamedAddress[] {
  const messages: string[] = [];
  let first: ProblemError | undefined;
  const read = texts.flatMap((text, n) => {
    try {
      return [readAddress(followed, text)];
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      first ??= error;
      messages.push(`address ${n + 1} of ${texts.length}: ${error.message}`);
      return [];
    }
  });
  if (first === undefined) return read;
  const errors = messages.map((message) => ({ parameter: 'address', message }));
  throw new ProblemError(first.code, messages.join('; '), { facts: { errors }, cause: first });
}

import { z } from 'zod';
import { asksForName, findAddress } from '../families/named-address.js';
import { asksForBalances, readValued } from '../families/read-balances.js';
import { answerAtTip } from '../http/kept-answers.js';
import { Balance } from '../schemas/balance-schema.js';
import {
  addressParameter,
  assetsParameter,
  currencyParameter,
  heightParameter,
  MOST_ASSETS,
  tokenCursorParameter,
} from '../schemas/parameters.js';
import { type Route, route, SYNCING } from '../services/route.js';

export const balance = route({
  path: '/addresses/{currency}/{address}/balance',
  operationId: 'getAddressBalance',
  tag: 'Addresses',
  summary: 'Balance of an address, now or at a past block',
  description:
    'An address without transactions is answered with zeros. On Ethereum and its layer 2s the balance is what the node says, ' +
    'also of addresses without transactions. `height` needs a node that still has the state of that block, or traces of all ' +
    'blocks from there on; otherwise the answer is `state-unavailable`. On THORChain and MAYAChain both come from the history.',
  pathParameters: z.strictObject({ currency: currencyParameter, address: addressParameter }),
  query: z.strictObject({ height: heightParameter, tokenCursor: tokenCursorParameter, asset: assetsParameter }),
  lists: { asset: MOST_ASSETS },
  response: Balance,
  problems: {
    404: 'This server does not follow the currency, nobody has registered the name, or the node no longer has the state of the block asked for.',
    503: SYNCING,
  },
  cost: ({ followed, path }) => ({
    asksNode: asksForBalances(followed) || asksForName(followed, path.address),
  }),
  changesWith: ({ query: { height } }) => (height === undefined ? 'rows and rate' : null),
  async handle(services, { followed, path, query }) {
    const named = await findAddress(services, followed, path.address);
    const isPlain = Object.values(query).every((value) => value === undefined);
    const { state, balances, rates } = isPlain
      ? await services.balances.read(services, followed, named)
      : await readValued(services, followed, [named], query.height, query);
    return answerAtTip(state, () => balances[0]!, rates);
  },
});

/** The path that most people try first. */
export const address: Route = {
  ...balance,
  path: '/addresses/{currency}/{address}',
  operationId: 'getAddress',
  summary: 'The same as the balance of the address',
  description: `${balance.description} Beside it are \`/transactions\`, and \`/utxos\` on Bitcoin and its like.`,
};

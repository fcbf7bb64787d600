import { z } from 'zod';
import { route } from '../http/route.js';
import { Currencies, FEATURES } from '../schemas/currencies.js';
import { chainProgress, chainStatus } from '../shape/progress.js';
import { answerNow } from './respond.js';

export const currencies = route({
  path: '/currencies',
  atRoot: false,
  operationId: 'getCurrencies',
  tag: 'Chains',
  summary: 'The currencies that this server follows, and how far',
  pathParameters: z.strictObject({}),
  query: z.strictObject({}),
  response: Currencies,
  problems: { 503: 'The database does not answer.' },
  async handle({ chains }) {
    const followed = await chains.list();
    return answerNow(
      {
        currencies: followed.map(({ chain, network, state }) => ({
          currency: chain.code,
          name: chain.name,
          symbol: chain.symbol,
          decimals: chain.decimals,
          family: chain.family,
          network: network.name,
          addressExample: network.addressExample,
          features: FEATURES.filter((feature) => feature !== 'pending' || state.mempool !== null),
          status: chainStatus(state),
          historyFrom: state.historyFrom,
          tipTime: state.blockTime,
          ...chainProgress(state),
        })),
      },
      1,
    );
  },
});

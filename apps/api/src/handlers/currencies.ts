import { z } from 'zod';
import { featuresOf } from '../families/features.js';
import { route } from '../http/route.js';
import { Currencies } from '../schemas/currencies.js';
import { shapeInternalProgress } from '../shape/internal-progress.js';
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
  async handle({ chains, nodes }) {
    const followed = await chains.list();
    return answerNow(
      {
        currencies: followed.map((listed) => {
          const { chain, network, state } = listed;
          return {
            currency: chain.code,
            name: chain.name,
            symbol: chain.symbol,
            decimals: chain.decimals,
            family: chain.family,
            network: network.name,
            addressExample: network.addressExample,
            features: featuresOf(listed, nodes),
            status: chainStatus(state),
            historyFrom: state.historyFrom,
            tipTime: state.blockTime,
            finalizedHeight: state.finalizedHeight,
            ...chainProgress(state),
            internalTransfers: shapeInternalProgress(state.internal),
          };
        }),
      },
      1,
    );
  },
});

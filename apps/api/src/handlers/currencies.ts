import { featuresOf } from '../families/features.js';
import { bareAddress } from '../families/named-address.js';
import { answerNow } from '../http/answer.js';
import { chainProgress, listedStatus, shapeInternalProgress } from '../read/progress.js';
import { Currencies } from '../schemas/currencies-schema.js';
import { NO_DATABASE, route } from '../services/route.js';
import { modulesOf } from '../shape/cosmos/modules.js';

export const currencies = route({
  path: '/currencies',
  operationId: 'getCurrencies',
  tag: 'Chains',
  summary: 'The currencies that this server follows, and how far',
  description:
    'Where to begin: which codes other routes take, what each chain offers here (`features`), how to write an amount ' +
    '(`decimals`), and how far its index has come. A chain in its first sync is listed, too.',
  response: Currencies,
  problems: { 503: NO_DATABASE },
  async handle(services) {
    const { chains: followed, unavailable } = await services.chains.list();
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
            addressExample: bareAddress(network, network.addressExample),
            features: featuresOf(listed, services),
            modules: modulesOf(listed),
            status: listedStatus(listed),
            historyFrom: state.historyFrom,
            tipTime: state.blockTime,
            finalizedHeight: state.finalizedHeight,
            ...chainProgress(state),
            internalTransfers: shapeInternalProgress(state.internal),
          };
        }),
        unavailable: [...unavailable],
      },
      1,
    );
  },
});

/** A real mayanode, of an older Cosmos SDK: everything the index says of it against its own blocks and its bank module. */
import { nodeOrSkip } from '@chaintrail/testkit';
import { describe } from 'vitest';
import { mayachainQuotes } from '../apps/indexer/src/rates/pools.js';
import { describeCosmosScenario } from './scenario/cosmos/cosmos-scenario.js';

const binary = nodeOrSkip('mayanode');

describe.runIf(binary !== undefined)('mayanode', () => {
  describeCosmosScenario({
    chain: { code: 'cacao', denom: 'cacao' },
    program: 'mayanode',
    binary: binary!,
    // A transaction of the first one fails: this node lets none into its mempool that would.
    scenarios: ['suites/errata-tx/errata-tx.yaml', 'suites/swaps/aggregator-swaps.yaml'],
    module: 'mayachain',
    fees: { success: '2000000000', failure: '0' },
    messages: { send: '/types.MsgSend', deposit: '/types.MsgDeposit' },
    swap: { amount: '50000000000', denom: 'btc/btc', asset: 'BTC/BTC' },
    rates: {
      quotes: mayachainQuotes,
      before: [],
      // Its test network has none of the dollars of the main one.
      open: ['none of its pools of dollars is traded and deep enough'],
      halts: {
        HaltTrading: 'trading is halted',
        HaltChainGlobal: 'trading is halted',
        HaltMAYAChain: 'trading is halted',
      },
    },
  });
});

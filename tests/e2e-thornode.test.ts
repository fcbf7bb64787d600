/** A real thornode: everything the index says of it against its own blocks and its bank module. */
import { nodeOrSkip } from '@chaintrail/testkit';
import { describe } from 'vitest';
import { thorchainQuotes } from '../apps/indexer/src/rates/pools.js';
import { describeCosmosScenario } from './scenario/cosmos/cosmos-scenario.js';

const binary = nodeOrSkip('thornode');

describe.runIf(binary !== undefined)('thornode', () => {
  describeCosmosScenario({
    chain: { code: 'rune', denom: 'rune' },
    program: 'thornode',
    binary: binary!,
    scenarios: ['suites/synths/synths.yaml', 'suites/swaps/aggregator-swaps.yaml'],
    module: 'thorchain',
    fees: { success: '2000000', failure: '2000000' },
    messages: { send: '/types.MsgSend', deposit: '/types.MsgDeposit' },
    swap: { amount: '1000000000', denom: 'btc/btc', asset: 'BTC/BTC' },
    rates: {
      quotes: thorchainQuotes,
      before: ['TorAnchor-BTC-BTC'],
      open: ['RUNE'],
      halts: {
        HaltTrading: 'trading is halted',
        HaltChainGlobal: 'trading is halted',
        HaltTHORChain: 'trading is halted',
        HaltBTCChain: 'trading of all pools that dollars are measured by is halted',
        SolvencyHaltBTCChain: 'trading of all pools that dollars are measured by is halted',
        DollarsPerRune: 'it knows no price of RUNE',
      },
    },
    async play(cast) {
      await cast.send('fish', 'deer', '900000000000000000rune', 'too much');
      await cast.bankSend('cat', 'deer', '55000000rune', 'by the bank module');
      // More than the pool may mint synthetic assets for: it is refunded.
      await cast.deposit('cat', '90000000000', 'rune', `=:BTC/BTC:${cast.address('fish')}`);
    },
  });
});

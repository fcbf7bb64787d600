/** A real litecoind, the real indexer, database and API: what the product says is what the node says. */
import { litecoindOrSkip, startLitecoind } from '@chaintrail/testkit';
import { describe } from 'vitest';
import { describeScenario } from './scenario/scenario.js';

const binary = litecoindOrSkip();

describe.runIf(binary !== undefined)('litecoind', () => {
  describeScenario({
    title: 'the scenario, with MWEB',
    chain: {
      code: 'ltc',
      addressTypes: ['legacy', 'p2sh-segwit', 'bech32'],
      descriptorWallet: false,
      mwebActivation: 432,
    },
    startNode: () => startLitecoind(binary!),
  });
});

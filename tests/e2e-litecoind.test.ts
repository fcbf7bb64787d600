/** A real litecoind, the real indexer, database and API: what the product says is what the node says. */
import { litecoindOrSkip, RealNode } from '@chaintrail/testkit';
import { describe } from 'vitest';
import { litecoin } from './scenario/utxo/utxo-chains.js';
import { describeScenario } from './scenario/utxo/utxo-scenario.js';

const binary = litecoindOrSkip();

describe.runIf(binary !== undefined)('litecoind', () => {
  describeScenario({
    title: 'the scenario, with MWEB',
    chain: litecoin,
    startNode: () => RealNode.start('litecoind', binary!),
  });
});

/** A real geth: everything the index says of it against its own receipts, traces and balances. */
import { nodeOrSkip } from '@chaintrail/testkit';
import { describe } from 'vitest';
import { playBlob } from './scenario/evm/evm-plays.js';
import { engineReorgs } from './scenario/evm/evm-reorgs.js';
import { describeEvmScenario } from './scenario/evm/evm-scenario.js';
import { playWithdrawals, startGeth } from './scenario/evm/geth.js';

const binary = nodeOrSkip('geth');

describe.runIf(binary !== undefined)('geth', () => {
  describeEvmScenario({
    title: 'Ethereum',
    chain: { code: 'eth', isOptimism: false },
    startNode: () => startGeth(binary!, 'osaka'),
    reorgsOf: engineReorgs,
    plays: [playBlob, playWithdrawals],
    survivesKills: true,
  });
});

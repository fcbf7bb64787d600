/** A real geth: everything the index says of it against its own receipts, traces and balances. */
import { nodeOrSkip } from '@chaintrail/testkit';
import { describe } from 'vitest';
import { playWithdrawals, startGeth } from './scenario/evm/geth.js';
import { playBlob } from './scenario/evm/plays.js';
import { engineReorgs } from './scenario/evm/reorgs.js';
import { describeEvmScenario } from './scenario/evm/scenario.js';

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

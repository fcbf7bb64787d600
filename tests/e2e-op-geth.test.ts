/**
 * A real op-geth: everything the index says of it against its own receipts, traces and balances, from Ecotone to Jovian.
 * Where geth is at hand, its suite tells what does not depend on the chain; the first sync here has every play in it.
 */
import { isNodeAtHand, isTestedBy, nodeOrSkip } from '@chaintrail/testkit';
import { describe } from 'vitest';
import { engineReorgs } from './scenario/evm/evm-reorgs.js';
import { describeEvmScenario } from './scenario/evm/evm-scenario.js';
import { startOpGeth } from './scenario/evm/layer2/op-geth.js';
import { playOpDeposits, playOpWithdrawals } from './scenario/evm/layer2/op-plays.js';

const binary = nodeOrSkip('opGeth');

describe.runIf(binary !== undefined)('op-geth', () => {
  describeEvmScenario({
    title: 'the OP stack',
    chain: { code: 'op', isOptimism: true },
    startNode: () => startOpGeth(binary!),
    reorgsOf: engineReorgs,
    plays: [playOpDeposits, playOpWithdrawals],
    survivesKills: true,
    isPlayedElsewhere: binary !== undefined && isTestedBy('e2e-geth', isNodeAtHand('geth')),
    software: /^Geth\//,
    tracesNewToo: true,
  });
});

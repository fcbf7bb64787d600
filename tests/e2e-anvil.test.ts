/**
 * A real EVM node (Anvil): everything the index says of it against its own receipts, traces and balances. Where geth and
 * op-geth are at hand, their suites tell what does not depend on the node.
 */
import { anvilOrSkip, isNodeAtHand, isTestedBy, startAnvil } from '@chaintrail/testkit';
import { describe } from 'vitest';
import { playBlob, playPseudoEmitter } from './scenario/evm/evm-plays.js';
import { anvilReorgs } from './scenario/evm/evm-reorgs.js';
import { describeEvmScenario } from './scenario/evm/evm-scenario.js';
import { playAnvilDeposits } from './scenario/evm/layer2/op-plays.js';

const binary = anvilOrSkip();
const hasGeth = binary !== undefined && isTestedBy('e2e-geth', isNodeAtHand('geth'));
const hasOpGeth = binary !== undefined && isTestedBy('e2e-op-geth', isNodeAtHand('opGeth'));
/** In the order in which the scenario sends them, and only when it says so. */
const args = ['--order', 'fifo'];

describe.runIf(binary !== undefined)('Anvil', () => {
  describeEvmScenario({
    title: 'Ethereum',
    chain: { code: 'eth', isOptimism: false },
    startNode: () => startAnvil(binary!, ...args),
    reorgsOf: anvilReorgs,
    plays: [playPseudoEmitter, playBlob],
    survivesKills: false,
    isPlayedElsewhere: hasGeth,
  });
  describeEvmScenario({
    title: 'the OP stack',
    chain: { code: 'op', isOptimism: true },
    startNode: () => startAnvil(binary!, ...args, '--network', 'optimism', '--chain-id', '10'),
    reorgsOf: anvilReorgs,
    // The OP stack has no blobs of its own, only layer 1 has.
    plays: [playPseudoEmitter, playAnvilDeposits],
    survivesKills: false,
    isPlayedElsewhere: hasOpGeth,
    isShort: hasOpGeth,
  });
});

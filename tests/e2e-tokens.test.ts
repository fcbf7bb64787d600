/**
 * Tokens of every odd kind on real nodes: what is shown of each is what its storage says, not what its logs look like.
 * The table is in tests/scenario/evm/tokens.
 */
import { anvilOrSkip, nodeOrSkip, startAnvil } from '@chaintrail/testkit';
import { describe } from 'vitest';
import { anvilReorgs, engineReorgs } from './scenario/evm/evm-reorgs.js';
import { startGeth } from './scenario/evm/geth.js';
import { describeTokens } from './scenario/evm/tokens/describe-tokens.js';

const anvil = anvilOrSkip();
const geth = nodeOrSkip('geth');

// Before Cancun a contract may end after the transaction that made it.
describe.runIf(anvil !== undefined)('Anvil', () => {
  describeTokens({
    startNode: () => startAnvil(anvil!, '--order', 'fifo', '--hardfork', 'shanghai', '--gas-limit', '200000000'),
    reorgsOf: anvilReorgs,
  });
});
describe.runIf(geth !== undefined)('geth', () => {
  describeTokens({ startNode: () => startGeth(geth!, 'osaka'), reorgsOf: engineReorgs });
});

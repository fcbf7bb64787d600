/**
 * Tokens of every odd kind on a real node: what is shown of each is what its storage says, not what its logs look like.
 * The table is in tests/scenario/evm/tokens. It needs nothing that only one of the nodes has.
 */
import { anvilOrSkip, nodeOrSkip, startAnvil } from '@chaintrail/testkit';
import { describe } from 'vitest';
import { anvilReorgs, engineReorgs } from './scenario/evm/evm-reorgs.js';
import { startGeth } from './scenario/evm/geth.js';
import { describeTokens } from './scenario/evm/tokens/describe-tokens.js';

const geth = nodeOrSkip('geth');
const anvil = geth === undefined ? anvilOrSkip() : undefined;

describe.runIf(geth !== undefined)('geth', () => {
  describeTokens({ startNode: () => startGeth(geth!, 'osaka'), reorgsOf: engineReorgs });
});
describe.runIf(anvil !== undefined)('Anvil', () => {
  describeTokens({
    startNode: () => startAnvil(anvil!, '--order', 'fifo', '--gas-limit', '200000000'),
    reorgsOf: anvilReorgs,
  });
});

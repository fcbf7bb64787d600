/** One answer about one block is missing, broken or refused for ever. */
import { type NodeAnswer, refusal } from '@chaintrail/testkit';
import type { LastingCase } from './case.js';

export const SINGLE_ANSWERS: readonly LastingCase[] = [
  {
    title: 'a block whose bytes are cut short',
    world: 'knots',
    phase: 'live',
    faults: ({ block }) => [
      {
        method: /getblock$|^\/rest\/block\//,
        blocks: [block.hash],
        change: ({ result }): NodeAnswer => ({ result: String(result).slice(0, -10) }),
      },
    ],
    lasts: {
      phase: 'stalled',
      reason: /block \d+ \([0-9a-f]{64}\) cannot be read in any way .*repair the node.*BTC_RPC_URL/,
    },
  },
  {
    title: 'a block whose results are refused',
    world: 'rune',
    phase: 'live',
    faults: ({ block }) => [
      { method: 'block_results', blocks: [block.height], change: refusal(-32_603, 'Internal error') },
    ],
    lasts: {
      phase: 'stalled',
      reason: /block \d+ \([0-9A-Fa-f]{64}\) cannot be read .*block_results.*Internal error.*RUNE_RPC_URL/,
    },
  },
  {
    title: 'a list of what waits that is refused',
    world: 'knots',
    phase: 'mempool',
    faults: () => [{ method: 'getrawmempool', change: refusal(-32_603, 'Internal error') }],
    lasts: { tip: true, log: /getrawmempool.*Internal error/ },
  },
];

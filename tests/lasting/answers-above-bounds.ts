/**
 * A block has more than this version reads: the operator is told which bound it is and what to do, in a first sync and
 * live. The node announces so many bytes and need not send them.
 */
import type { LastingFault } from '@chaintrail/testkit';
import type { BlockDamage, Damage, LastingCase } from './case.js';

const MIB = 2 ** 20;

const announcing =
  (bytes: number): LastingFault['change'] =>
  () => ({ status: 200, body: '{', announced: bytes });

/** @param named what names the block in calls about it @param sentence of the operator, after block and hash */
function above(
  method: RegExp,
  bound: number,
  named: (damage: Damage) => (string | number)[],
  sentence: (damage: Damage) => RegExp,
): BlockDamage {
  return {
    faults: (damage) => [{ method, blocks: named(damage), change: announcing(bound + 1) }],
    lasts: { phase: 'stalled', reason: sentence },
  };
}

const LARGE_BLOCK = above(
  /getblock$|^\/rest\/block\//,
  64 * MIB,
  ({ block }) => [block.hash],
  ({ block }) => new RegExp(`block ${block.hash} is larger than 67108864 bytes.*let BTC_RPC_URL name another node`),
);
const LARGE_RESULTS = above(
  /^block_results$/,
  512 * MIB,
  ({ block }) => [block.height],
  ({ block }) => new RegExp(`results of block ${block.height} are larger than 536870912 bytes.*use a newer version`),
);

/** Receipts beyond 512 MiB are read one by one; those that have 1 GiB together are not. */
const receiptsOf = (damage: Damage): (string | number)[] => [
  ...[damage.block.height, `0x${damage.block.hash}`],
  ...damage.block.txids.map((txid) => `0x${txid}`),
];
const LARGE_RECEIPTS: BlockDamage & Pick<LastingCase, 'above'> = {
  faults: (damage) => [
    { method: 'eth_getBlockReceipts', blocks: receiptsOf(damage), change: announcing(512 * MIB + 1) },
    { method: 'eth_getTransactionReceipt', blocks: receiptsOf(damage), change: announcing(1024 * MIB + 1) },
  ],
  lasts: {
    phase: 'stalled',
    reason: ({ block: { height, hash } }) =>
      new RegExp(
        `block ${height} \\(${hash}\\) is larger than this version reads .*1073741824 bytes.*use a newer version`,
      ),
  },
  above: [
    {
      faults: (damage) => [
        { method: 'eth_getBlockReceipts', blocks: receiptsOf(damage), change: announcing(512 * MIB + 1) },
      ],
      lasts: { tip: true, log: /was read by hash, receipts one by one.*536870912 bytes/ },
    },
  ],
};

const RECEIPTS = { title: 'receipts above 1 GiB, and above 512 MiB', world: 'eth', ...LARGE_RECEIPTS } as const;

export const ANSWERS_ABOVE_BOUNDS: readonly LastingCase[] = [
  { ...RECEIPTS, phase: 'first sync' },
  { ...RECEIPTS, phase: 'live' },
  { title: 'a block above 64 MiB', world: 'knots', phase: 'live', ...LARGE_BLOCK },
  { title: 'results above 512 MiB', world: 'rune', phase: 'first sync', ...LARGE_RESULTS },
];

/** An EVM node is wrong about blocks for ever, in one answer that others can replace. */
import { type LastingFault, type NodeAnswer, refusal } from '@chaintrail/testkit';
import type { BlockDamage, Damage, LastingCase } from './case.js';

const receiptsOf = 'eth_getBlockReceipts';

function placesOf({ block }: Damage): (string | number)[] {
  return [block.height, `0x${block.hash}`, ...block.txids.map((txid) => `0x${txid}`)];
}

const READ_OTHERWISE: NonNullable<BlockDamage['lasts']> = {
  tip: true,
  log: ({ block: { height, hash } }) => new RegExp(`block ${height} \\(${hash}\\) was read by`),
};

/** A call about the block, and no other, has this answer. */
function instead(method: string | RegExp, change: LastingFault['change']): BlockDamage {
  const faults = (damage: Damage): LastingFault[] => [{ method, blocks: placesOf(damage).slice(0, 2), change }];
  return { faults, lasts: READ_OTHERWISE };
}

const crashed = refusal(-32_603, 'method handler crashed');
const short = ({ result }: NodeAnswer): NodeAnswer => ({ result: (result as unknown[]).slice(1) });

export const EVM_ANSWERS: readonly LastingCase[] = [
  {
    title: 'blocks that one method is wrong about',
    world: 'anvil',
    phase: 'first sync',
    ...instead(receiptsOf, () => ({ result: [] })),
    above: [
      instead(receiptsOf, short),
      instead(receiptsOf, crashed),
      instead('eth_getBlockByHash', () => ({ result: null })),
    ],
  },
];

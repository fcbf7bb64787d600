/** An EVM node is wrong about blocks for ever: in every answer, or in one that others can replace. */
import { type LastingFault, type NodeAnswer, refusal } from '@chaintrail/testkit';
import type { BlockDamage, Damage, LastingCase } from './case.js';

type Record = { [member: string]: unknown };
type Receipt = Record & { readonly logs: unknown[]; readonly gasUsed: string };

const receiptsOf = 'eth_getBlockReceipts';

function placesOf({ block }: Damage): (string | number)[] {
  return [block.height, `0x${block.hash}`, ...block.txids.map((txid) => `0x${txid}`)];
}

/** One receipt is another one, however it is requested. */
function everyReceipt(damage: Damage, change: (receipt: Receipt) => Receipt): LastingFault[] {
  const changed = ({ result }: NodeAnswer): NodeAnswer => ({
    result: Array.isArray(result) ? (result as Receipt[]).map(change) : change(result as Receipt),
  });
  return [{ method: /^eth_get(Block|Transaction)Receipts?$/, blocks: placesOf(damage), change: changed }];
}

const withoutLogs = (receipt: Receipt): Receipt => ({ ...receipt, logs: [], logsBloom: `0x${'0'.repeat(512)}` });
const withOtherStatus = (receipt: Receipt): Receipt => ({
  ...receipt,
  status: receipt['status'] === '0x1' ? '0x0' : '0x1',
});
const withOtherGas = (receipt: Receipt): Receipt => ({
  ...receipt,
  gasUsed: `0x${(Number(receipt.gasUsed) - 1).toString(16)}`,
});

function withoutTransactions(damage: Damage): LastingFault[] {
  return [
    {
      method: /^eth_getBlockBy/,
      blocks: placesOf(damage),
      change: ({ result }) => ({ result: result && { ...(result as Record), transactions: [] } }),
    },
    { method: receiptsOf, blocks: placesOf(damage), change: () => ({ result: [] }) },
  ];
}

const REFUSED: NonNullable<BlockDamage['lasts']> = {
  phase: 'stalled',
  reason: ({ block: { height, hash } }) =>
    new RegExp(
      `block ${height} \\(${hash}\\) cannot be read in any way .*repair .*_RPC_URL.*blocks before it stay indexed`,
    ),
};

const READ_OTHERWISE: NonNullable<BlockDamage['lasts']> = {
  tip: true,
  log: ({ block: { height, hash } }) => new RegExp(`block ${height} \\(${hash}\\) was read by`),
};

/** A call about the block, and no other, has this answer. */
function instead(method: string | RegExp, change: LastingFault['change']): BlockDamage {
  const faults = (damage: Damage): LastingFault[] => [{ method, blocks: placesOf(damage).slice(0, 2), change }];
  return { faults, lasts: READ_OTHERWISE };
}

const refused = (faults: BlockDamage['faults']): BlockDamage => ({ faults, lasts: REFUSED });

/** Blocks of a world that is loaded first and then followed: each is refused until the node is right about it. */
const CONTRADICTED: readonly Pick<LastingCase, 'phase' | 'faults' | 'lasts' | 'above'>[] = [
  {
    phase: 'first sync',
    ...refused((damage) => everyReceipt(damage, withOtherStatus)),
    above: [
      refused((damage) => everyReceipt(damage, withoutLogs)),
      refused((damage) => everyReceipt(damage, withOtherGas)),
      refused(withoutTransactions),
    ],
  },
  {
    phase: 'live',
    ...refused(withoutTransactions),
    above: [
      refused((damage) => everyReceipt(damage, withOtherGas)),
      refused((damage) => everyReceipt(damage, withOtherStatus)),
    ],
  },
];

const crashed = refusal(-32_603, 'method handler crashed');
const short = ({ result }: NodeAnswer): NodeAnswer => ({ result: (result as Receipt[]).slice(1) });

export const EVM_ANSWERS: readonly LastingCase[] = [
  ...CONTRADICTED.map((each): LastingCase => ({ title: 'blocks that contradict their header', world: 'eth', ...each })),
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
  {
    title: 'receipts that no method gives',
    world: 'anvil',
    phase: 'live',
    ...refused((damage) => [
      { method: /^eth_get(Block|Transaction)Receipts?$/, blocks: placesOf(damage), change: crashed },
    ]),
  },
];

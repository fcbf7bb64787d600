/** Commitments of a header, compared by the product with blocks of the simulation, which is written apart. */
import {
  chainOnNetwork,
  checkCommitments,
  type EvmChainNetwork,
  type EvmDoubt,
  requireChain,
} from '@chaintrail/chains';
import { describe, expect, test } from 'vitest';
import { TrieList } from '../../chains/src/evm/commitments/trie-root.js';
import { trieRoot } from '../src/evm/block/trie-root.js';
import { EVM_CODES, type EvmCode, hex, type NodeJson, rpcBatch, startEvm } from './evm-helpers.js';

const BLOCKS = 20;

interface Answers {
  readonly block: NodeJson;
  readonly receipts: NodeJson[];
}

function placeOf(code: EvmCode): EvmChainNetwork {
  const place = chainOnNetwork(requireChain(code), 'local');
  if (place?.family !== 'evm') throw new TypeError(`${code} has no local network`);
  return place;
}

async function readBlocks(code: EvmCode): Promise<Answers[]> {
  const node = await startEvm(code, { blocks: BLOCKS, txPerBlock: 6 });
  const heights = Array.from({ length: BLOCKS + 1 }, (_, height) => hex(height));
  const blocks = await rpcBatch(
    node,
    heights.map((height) => ['eth_getBlockByNumber', height, true]),
  );
  const receipts = await rpcBatch(
    node,
    heights.map((height) => ['eth_getBlockReceipts', height]),
  );
  await node.close();
  return blocks.map((block, height) => ({ block, receipts: receipts[height] as NodeJson[] }));
}

function check(code: EvmCode, { block, receipts }: Answers): EvmDoubt | null {
  const body = (result: unknown): Buffer => Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
  const ref = { height: Number(block.number), hash: block.hash.slice(2) };
  return checkCommitments(placeOf(code), ref, { block: body(block), receipts: body(receipts), uncles: null });
}

const more = (quantity: string): string => hex(Number(quantity) + 1);
const OTHER = `0x${'c0'.repeat(20)}`;

/** One thing that a node is wrong about, and what the operator reads of it. @returns false where a block has no such thing */
type Damage = readonly [what: string, change: (block: NodeJson, receipts: NodeJson[]) => boolean, sentence: RegExp];

/** Changes the first member of a list that has a property; damage like this is refused wherever it is. */
function first(list: NodeJson[], has: (item: NodeJson) => boolean, change: (item: NodeJson) => object): boolean {
  const found = list.find(has);
  return found !== undefined && merge(found, change(found));
}
const any = (): boolean => true;
function merge(item: NodeJson, members: object): true {
  Object.assign(item, members);
  return true;
}
const hasLogs = ({ logs }: NodeJson): boolean => logs.length > 0;

const DAMAGE: readonly Damage[] = [
  [
    'a receipt that failed',
    (_, all) => first(all, any, (r) => ({ status: r.status === '0x1' ? '0x0' : '0x1' })),
    /the receipts have root/,
  ],
  ['a receipt without its logs', (_, all) => first(all, hasLogs, () => ({ logs: [] })), /the receipts have root/],
  [
    'a log of another contract',
    (_, all) =>
      first(all, hasLogs, ({ logs: [log, ...others] }) => ({ logs: [{ ...log, address: OTHER }, ...others] })),
    /the receipts have root/,
  ],
  [
    'a log with other data',
    (_, all) => first(all, hasLogs, ({ logs: [log, ...others] }) => ({ logs: [{ ...log, data: '0x01' }, ...others] })),
    /the receipts have root/,
  ],
  [
    'another sum of gas',
    (_, all) => first(all, any, (r) => ({ cumulativeGasUsed: more(r.cumulativeGasUsed) })),
    /receipt/,
  ],
  ['other gas', (_, all) => first(all, any, (r) => ({ gasUsed: more(r.gasUsed) })), /receipt \d+ has a wrong gasUsed/],
  [
    'no transactions',
    (block, all) => merge(block, { transactions: all.splice(0, 0) }) && all.splice(0).length > 0,
    /there are 0 transactions/,
  ],
  ['no receipts', (_, all) => all.splice(0).length > 0, /there are 0 receipts/],
  [
    'a transaction less',
    (block, all) => block.transactions.length > 1 && all.pop() !== undefined && block.transactions.pop() !== undefined,
    /the transactions have root/,
  ],
  [
    'another value',
    ({ transactions }) =>
      first(
        transactions,
        ({ type }) => type === '0x2',
        (t) => ({ value: more(t.value) }),
      ),
    /is not what its hash/,
  ],
  [
    'another recipient',
    ({ transactions }) =>
      first(
        transactions,
        ({ type, to }) => type === '0x2' && to !== null,
        () => ({ to: OTHER }),
      ),
    /is not what its hash/,
  ],
  [
    'another nonce',
    ({ transactions }) =>
      first(
        transactions,
        ({ type }) => type === '0x0',
        (t) => ({ nonce: more(t.nonce) }),
      ),
    /is not what its hash/,
  ],
  [
    'another input',
    ({ transactions }) => first(transactions, any, (t) => ({ input: `${t.input}00` })),
    /is not what its hash/,
  ],
  [
    'the hash of another transaction',
    ({ transactions }) => first(transactions, any, () => ({ hash: `0x${'12'.repeat(32)}` })),
    /is not what its hash/,
  ],
  ['another time', (block) => merge(block, { timestamp: more(block.timestamp) }), /a field of the header/],
  ['another miner', (block) => merge(block, { miner: OTHER }), /a field of the header/],
  ['another base fee', (block) => merge(block, { baseFeePerGas: more(block.baseFeePerGas) }), /a field of the header/],
  ['another parent', (block) => merge(block, { parentHash: `0x${'12'.repeat(32)}` }), /a field of the header/],
  ['an uncle', (block) => merge(block, { uncles: [`0x${'12'.repeat(32)}`] }), /there are 1 uncles/],
];
const OF_ETHEREUM: readonly Damage[] = [
  [
    'another withdrawal',
    ({ withdrawals }) => first(withdrawals, any, (w) => ({ amount: more(w.amount) })),
    /the withdrawals have root/,
  ],
  [
    'no withdrawals',
    (block) => block.withdrawals.length > 0 && merge(block, { withdrawals: [] }),
    /there are 0 withdrawals/,
  ],
  ['withdrawals left out', (block) => Reflect.deleteProperty(block, 'withdrawals'), /a root of withdrawals alone/],
  [
    'another price',
    (_, all) =>
      first(
        all,
        ({ type }) => type === '0x2',
        (r) => ({ effectiveGasPrice: more(r.effectiveGasPrice) }),
      ),
    /a wrong effectiveGasPrice/,
  ],
  [
    'another contract made',
    (_, all) =>
      first(
        all,
        ({ contractAddress }) => contractAddress !== null,
        () => ({ contractAddress: OTHER }),
      ),
    /a wrong contractAddress/,
  ],
];

/** The last block that can be damaged so, damaged. */
function damaged(blocks: readonly Answers[], change: Damage[1]): Answers | undefined {
  for (const answers of blocks.toReversed()) {
    const copy = structuredClone(answers);
    if (copy.block.transactions.length > 0 && change(copy.block, copy.receipts)) return copy;
  }
  return undefined;
}

describe.each(EVM_CODES)('blocks of %s', (code) => {
  test('are what their headers commit to, and nothing else', async () => {
    const blocks = await readBlocks(code);
    for (const answers of blocks) expect(check(code, answers)).toBeNull();
    const types = blocks.flatMap(({ block }) => block.transactions.map(({ type }: NodeJson) => type));
    expect(new Set(types).size).toBeGreaterThanOrEqual(4);
    for (const [what, change, sentence] of code === 'eth' ? [...DAMAGE, ...OF_ETHEREUM] : DAMAGE) {
      const changed = damaged(blocks, change);
      if (!changed) throw new Error(`no block for ${what}`);
      expect(() => check(code, changed), what).toThrow(sentence);
      expect(() => check(code, changed), what).toThrow(
        /^block \d+ \([0-9a-f]{64}\) is not what its header commits to: /,
      );
    }
  });
});

test('roots are those of lists of any length', () => {
  // Around those where a place in the list takes another byte; items of a byte stand in their parents themselves.
  for (const count of [0, 1, 2, 16, 17, 127, 128, 129, 256, 257, 300]) {
    for (const bytes of [1, 28, 31, 60]) {
      const values = Array.from({ length: count }, (_, place) => Buffer.alloc(bytes, place % 0x7f));
      const list = new TrieList();
      for (const value of values) {
        list.start();
        list.items.encoded(value, 0, value.length);
        list.end();
      }
      expect([count, bytes, `0x${list.root().toString('hex')}`]).toEqual([count, bytes, trieRoot(values)]);
    }
  }
});

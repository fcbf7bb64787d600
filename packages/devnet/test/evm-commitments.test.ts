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
import { type EvmCode, hex, type NodeJson, RULES, readAll, startEvm } from './evm-helpers.js';

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
  const blocks = await readAll(node, 'eth_getBlockByNumber', BLOCKS, true);
  const receipts = await readAll(node, 'eth_getBlockReceipts', BLOCKS);
  await node.close();
  return blocks.map((block, height) => ({ block, receipts: receipts[height] }));
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
const any = (_: NodeJson): boolean => true;
function merge(item: NodeJson, members: object): true {
  Object.assign(item, members);
  return true;
}
const hasLogs = ({ logs }: NodeJson): boolean => logs.length > 0;

const ofType = (wanted: string) => (item: NodeJson) => item.type === wanted;
const OTHER_HASH = `0x${'12'.repeat(32)}`;
/** The first log of the first receipt with one. */
const log = (members: object) => (_: NodeJson, all: NodeJson[]) =>
  first(all, hasLogs, ({ logs: [one, ...others] }) => ({ logs: [{ ...one, ...members }, ...others] }));
/** The first receipt, and transaction, of some kind. */
const receipt =
  (change: (item: NodeJson) => object, has = any) =>
  (_: NodeJson, all: NodeJson[]) =>
    first(all, has, change);
const transaction = (change: (item: NodeJson) => object, has: (item: NodeJson) => boolean = any) => {
  return ({ transactions }: NodeJson) => first(transactions, has, change);
};
const header = (change: (block: NodeJson) => object) => (block: NodeJson) => merge(block, change(block));

const DAMAGE: readonly Damage[] = [
  ['a receipt that failed', receipt((r) => ({ status: r.status === '0x1' ? '0x0' : '0x1' })), /the receipts have root/],
  ['a receipt without its logs', receipt(() => ({ logs: [] }), hasLogs), /the receipts have root/],
  ['a log of another contract', log({ address: OTHER }), /the receipts have root/],
  ['a log with other data', log({ data: '0x01' }), /the receipts have root/],
  ['another sum of gas', receipt((r) => ({ cumulativeGasUsed: more(r.cumulativeGasUsed) })), /receipt/],
  ['other gas', receipt((r) => ({ gasUsed: more(r.gasUsed) })), /receipt \d+ has a wrong gasUsed/],
  [
    'no transactions',
    (block, all) => merge(block, { transactions: [] }) && all.splice(0).length > 0,
    /there are 0 trans/,
  ],
  ['no receipts', (_, all) => all.splice(0).length > 0, /there are 0 receipts/],
  [
    'a transaction less',
    (block, all) => block.transactions.length > 1 && all.pop() !== undefined && block.transactions.pop() !== undefined,
    /the transactions have root/,
  ],
  ['another value', transaction((t) => ({ value: more(t.value) }), ofType('0x2')), /is not what its hash/],
  [
    'another recipient',
    transaction(
      () => ({ to: OTHER }),
      ({ type, to }) => type === '0x2' && to !== null,
    ),
    /is not what its hash/,
  ],
  ['another nonce', transaction((t) => ({ nonce: more(t.nonce) }), ofType('0x0')), /is not what its hash/],
  ['another input', transaction((t) => ({ input: `${t.input}00` })), /is not what its hash/],
  ['the hash of another transaction', transaction(() => ({ hash: OTHER_HASH })), /is not what its hash/],
  ['another time', header(({ timestamp }) => ({ timestamp: more(timestamp) })), /a field of the header/],
  ['another miner', header(() => ({ miner: OTHER })), /a field of the header/],
  ['another base fee', header((b) => ({ baseFeePerGas: more(b.baseFeePerGas) })), /a field of the header/],
  ['another parent', header(() => ({ parentHash: OTHER_HASH })), /a field of the header/],
  ['an uncle', header(() => ({ uncles: [OTHER_HASH] })), /there are 1 uncles/],
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
    receipt((r) => ({ effectiveGasPrice: more(r.effectiveGasPrice) }), ofType('0x2')),
    /a wrong effectiveGasPrice/,
  ],
  [
    'another contract made',
    receipt(
      () => ({ contractAddress: OTHER }),
      ({ contractAddress }) => contractAddress !== null,
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

describe.each(RULES)('blocks of %s', (code) => {
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

/**
 * The model against the node's own answers as the product's decoders, written apart, read them: every address, every
 * block, by the three rules of fees.
 */
import { id } from 'ethers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EvmLedgerModel, SimulatedEvmNode } from '../src/index.js';
import { DecodedHistories } from './evm-decoded-histories.js';
import { flattened, type NodeJson, RULES, readAll, rpc, rpcBatch, startEvm, TRACER } from './evm-helpers.js';

const BLOCKS = 100;
const VAULTS = ['19', '1a', '1b'].map((end) => `0x42${'0'.repeat(36)}${end}`);

describe.each(RULES)('%s', (code) => {
  let node: SimulatedEvmNode;
  let model: EvmLedgerModel;
  const blocks: NodeJson[] = [];
  const receipts: NodeJson[] = [];
  const traces: NodeJson[] = [];

  beforeAll(async () => {
    node = await startEvm(code, { blocks: BLOCKS });
    await node.reorg(3, 4);
    model = node.model();
    const { height } = node.tip();
    blocks.push(...(await readAll(node, 'eth_getBlockByNumber', height, true)).slice(1));
    const hashes = blocks.map(({ hash }) => hash);
    receipts.push(
      ...(await rpcBatch(
        node,
        hashes.map((hash) => ['eth_getBlockReceipts', hash]),
      )),
    );
    traces.push(
      ...(await rpcBatch(
        node,
        hashes.map((hash) => ['debug_traceBlockByHash', hash, TRACER]),
      )),
    );
  });
  afterAll(() => node.close());

  test('histories that the decoders read, with and without internal transfers, are those of the model', () => {
    const histories = new DecodedHistories(code);
    for (const [index, block] of blocks.entries()) histories.read(block, receipts[index], traces[index]);
    const expected = [...model.addresses].filter(([, { history }]) => history.length > 0);
    expect(histories.entries).toEqual(new Map(expected.map(([address, { history }]) => [address, history])));
  });

  test('histories add up to the balance after every block, in order, and name blocks only for their own entries', () => {
    const hashes = new Set(blocks.map(({ hash }) => hash.slice(2)));
    const txids = new Set(
      blocks.flatMap(({ transactions }) => transactions.map(({ hash }: NodeJson) => hash.slice(2))),
    );
    let internalOnly = 0;
    for (const [address, { opening, balance, history }] of model.addresses) {
      const sums = new Map([[0, opening]]);
      let sum = opening;
      for (const { height, delta } of history) {
        sum += delta;
        sums.set(height, sum);
      }
      expect([...sums.keys()].map((height) => model.balanceAt(address, height))).toEqual([...sums.values()]);
      expect(balance).toBe(sum);
      expect(history.map(({ height }) => height)).toEqual(
        history.map(({ height }) => height).toSorted((a, b) => a - b),
      );
      expect(new Set(history.map(({ txid }) => txid)).size).toBe(history.length);
      expect(history.filter(({ txid }) => !txids.has(txid) && !hashes.has(txid))).toEqual([]);
      internalOnly += history.filter(({ viaInternalOnly }) => viaInternalOnly).length;
    }
    expect(internalOnly).toBeGreaterThan(50);
    expect(model.transactionCount).toBe(txids.size);
  });

  test('only traces name who is in a history by internal transfers alone', () => {
    const named = new Map<string, string>();
    for (const [index, block] of blocks.entries()) {
      named.set(block.hash.slice(2), JSON.stringify([block.miner, block.withdrawals, VAULTS]));
      for (const [at, { hash, from, to }] of block.transactions.entries()) {
        const { status, contractAddress, logs } = receipts[index][at];
        const tokens = logs.filter(({ topics }: NodeJson) => topics[0] !== id('Created(address)'));
        named.set(hash.slice(2), JSON.stringify([from, to, status === '0x1' ? contractAddress : null, tokens]));
      }
    }
    const wrong = [...model.addresses].flatMap(([address, { history }]) => {
      // Logs of wrapped coins leave out that they come from, and go to, nowhere.
      if (BigInt(address) === 0n) return [];
      const digits = address.slice(2).toLowerCase();
      const differ = history.filter(
        ({ txid, viaInternalOnly }) => named.get(txid)?.includes(digits) !== !viaInternalOnly,
      );
      return differ.map(({ txid }) => [address, txid]);
    });
    expect(wrong).toEqual([]);
  });

  test('token balances are what balanceOf answers', async () => {
    const tokens = [...model.addresses].flatMap(([address, { tokens }]) =>
      tokens.map((token) => ({ address, ...token })),
    );
    const standards = new Set(tokens.map(({ standard }) => standard));
    expect(standards).toEqual(new Set(['erc20', 'erc721', 'erc1155']));
    for (const { address, asset, tokenId, balance } of tokens.slice(0, 60)) {
      const word = (value: string): string => value.padStart(64, '0');
      const holder = word(address.slice(2).toLowerCase());
      const data = tokenId === null ? `0x70a08231${holder}` : `0x00fdd58e${holder}${word(tokenId.toString(16))}`;
      const asked = rpc(node, 'eth_call', { to: asset, data }, { blockHash: `0x${node.tip().hash}` });
      if (balance === null) await expect(asked).rejects.toThrow('3 execution reverted');
      else expect(BigInt(await asked)).toBe(balance);
    }
  });

  test('everything that makes it hard is there', () => {
    const frames = traces.flat().flatMap(({ result }) => flattened(result));
    const kinds = new Set(frames.map(({ type, error }) => `${type}${error ? ' failed' : ''}`));
    for (const kind of ['CALL', 'CALL failed', 'CREATE', 'CREATE failed', 'CREATE2', 'DELEGATECALL', 'STATICCALL']) {
      expect(kinds).toContain(kind);
    }
    const ends = frames.filter(({ type }) => type === 'SELFDESTRUCT');
    expect(new Set(ends.map(({ from, to }) => from === to))).toEqual(new Set([true, false]));
    expect(frames.some(({ type, value }) => type === 'DELEGATECALL' && value !== '0x0')).toBe(true);
    expect(
      frames.some(
        ({ error, calls }) => error && calls?.some(({ error, value }: NodeJson) => !error && value !== '0x0'),
      ),
    ).toBe(true);
    const all = receipts.flat();
    expect(all.some(({ status }) => status === '0x0')).toBe(true);
    expect(all.some(({ logs }) => logs.some(({ address }: NodeJson) => address === `0x${'f'.repeat(39)}e`))).toBe(true);
    const types = new Set(all.map(({ type }) => Number(type)));
    for (const type of TYPES[code]) expect(types).toContain(type);
  });
});

const TYPES = {
  eth: [0, 1, 2, 3, 4],
  arb: [0, 1, 2, 4, 0x64, 0x6a],
  op: [0, 1, 2, 4, 0x7e],
} as const;

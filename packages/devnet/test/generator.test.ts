import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressKeyOfScript, decodeSpentOutputs, decodeUtxoBlock, formatAddress } from '@chaintrail/chains';
import { UtxoNode } from '@chaintrail/chains/node';
import { Block as ReferenceBlock } from 'bitcoinjs-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type GeneratedBlock,
  type GeneratedTotals,
  type GeneratorNode,
  generateBlocks,
  networkOf,
  startGeneratorNode,
} from '../src/index.js';
import { btc, call, getBytes } from './helpers.js';

const options = { chain: btc, seed: 3, transactions: 20_000, perBlock: 1000 } as const;

function endpointOf(node: GeneratorNode) {
  return { url: node.url.replace('demo:demo@', ''), user: 'demo', password: 'demo' };
}

function collect(changes: Partial<Parameters<typeof generateBlocks>[0]> = {}): {
  blocks: GeneratedBlock[];
  totals: GeneratedTotals;
} {
  const generator = generateBlocks({ ...options, ...changes });
  const blocks: GeneratedBlock[] = [];
  for (;;) {
    const next = generator.next();
    if (next.done) return { blocks, totals: next.value };
    blocks.push(next.value);
  }
}

describe('generated blocks', () => {
  let blocks: GeneratedBlock[];
  let totals: GeneratedTotals;
  beforeAll(() => {
    ({ blocks, totals } = collect());
  });

  test('are read by bitcoinjs-lib, with their roots', () => {
    for (const block of [...blocks.slice(1, 3), ...blocks.slice(-20)]) {
      const reference = ReferenceBlock.fromBuffer(block.raw);
      expect(reference.getId()).toBe(block.hash);
      const root = ReferenceBlock.calculateMerkleRoot(reference.transactions ?? []);
      expect(Buffer.from(root)).toEqual(reference.merkleRoot);
      expect(reference.transactions).toHaveLength(block.transactionCount);
    }
    expect(blocks[0]?.hash).toBe(networkOf(btc).genesisHash);
  });

  test('have the shape of a public chain', () => {
    expect(totals.transactions).toBe(20_000);
    const scripts = new Set<string>();
    let [inputs, outputs] = [0, 0];
    for (const { raw } of blocks.slice(1)) {
      const block = decodeUtxoBlock(btc, raw);
      const { txCount, inputStart, outputStart, outputScriptOffset, outputScriptLength } = block;
      // Without the coinbase's.
      inputs += inputStart[txCount]! - 1;
      outputs += outputStart[txCount]! - 1;
      for (let output = 1; output < outputStart[txCount]!; output++) {
        const at = outputScriptOffset[output]!;
        scripts.add(raw.toString('latin1', at, at + outputScriptLength[output]!));
      }
    }
    expect(inputs / totals.transactions).toBeGreaterThan(2.4);
    expect(inputs / totals.transactions).toBeLessThan(2.8);
    expect(outputs / totals.transactions).toBeGreaterThan(3.1);
    expect(outputs / totals.transactions).toBeLessThan(3.6);
    expect(scripts.size / outputs).toBeGreaterThan(0.45);
    expect(scripts.size / outputs).toBeLessThan(0.6);
    expect(totals.hot[0]?.transactions).toBeGreaterThan(500);
    expect(blocks).toHaveLength(totals.coinbases + 1);
  });

  test('conserve value, and the totals of hot addresses are what the bytes say', () => {
    const unspent = new Map<string, bigint>();
    const hot = new Map(totals.hot.map(({ address }) => [address, { balance: 0n, transactions: new Set<string>() }]));
    for (const { raw, spentOutputs, height } of blocks) {
      const block = decodeUtxoBlock(btc, raw);
      const spent = decodeSpentOutputs(spentOutputs, block);
      if (height === 0) continue;
      let paidIn = 0n;
      let paidOut = 0n;
      const txid = (t: number): string => block.txids.toString('hex', t * 32, t * 32 + 32);
      const credit = (bytes: Buffer, at: number, length: number, amount: bigint, t: number): void => {
        const key = addressKeyOfScript(btc, bytes, at, length);
        const entry = key && hot.get(formatAddress(networkOf(btc), key));
        if (!entry) return;
        entry.balance += amount;
        entry.transactions.add(txid(t));
      };
      for (let t = 0, s = 0; t < block.txCount; t++) {
        for (let i = block.inputStart[t] as number; t > 0 && i < (block.inputStart[t + 1] as number); i++, s++) {
          const at = block.inputPrevTxidOffset[i] as number;
          const outpoint = `${raw.toString('hex', at, at + 32)}:${block.inputPrevVout[i]}`;
          expect(unspent.get(outpoint)).toBe(spent.value[s]);
          unspent.delete(outpoint);
          paidIn += spent.value[s] as bigint;
          credit(
            spent.bytes,
            spent.scriptOffset[s] as number,
            spent.scriptLength[s] as number,
            -(spent.value[s] as bigint),
            t,
          );
        }
        for (let o = block.outputStart[t] as number; o < (block.outputStart[t + 1] as number); o++) {
          const value = block.outputValue[o] as bigint;
          unspent.set(`${txid(t)}:${o - (block.outputStart[t] as number)}`, value);
          paidOut += value;
          credit(raw, block.outputScriptOffset[o] as number, block.outputScriptLength[o] as number, value, t);
        }
      }
      expect(paidOut - paidIn).toBe(5_000_000_000n);
    }
    for (const { address, balance, transactions } of totals.hot) {
      expect([address, hot.get(address)?.balance, hot.get(address)?.transactions.size]).toEqual([
        address,
        balance,
        transactions,
      ]);
    }
  });

  test('are the same for the same seed, and differ for another', () => {
    const small = { transactions: 500 };
    const first = collect(small).blocks.map(({ hash }) => hash);
    expect(collect(small).blocks.map(({ hash }) => hash)).toEqual(first);
    expect(collect({ ...small, seed: 4 }).blocks.at(-1)?.hash).not.toBe(first.at(-1));
  });
});

test('a generator node serves any height, and removes its files', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'generator-test-'));
  const made: number[] = [];
  const node = await startGeneratorNode({
    chain: btc,
    transactions: 3000,
    perBlock: 500,
    spentTxOuts: true,
    directory,
    onProgress: (count) => made.push(count),
  });
  expect(readdirSync(directory)).toHaveLength(1);
  expect(made.length).toBeGreaterThan(0);
  const info = await call(endpointOf(node), 'getblockchaininfo');
  expect(info).toMatchObject({ blocks: node.tip().height, bestblockhash: node.tip().hash });
  for (const height of [0, info.blocks, 50, info.blocks - 1]) {
    const hash = await call(endpointOf(node), 'getblockhash', height);
    const { bytes } = await getBytes(endpointOf(node), `/rest/block/${hash}.bin`);
    const block = decodeUtxoBlock(btc, bytes);
    expect(block.hash).toBe(hash);
    const spent = await getBytes(endpointOf(node), `/rest/spenttxouts/${hash}.bin`);
    expect(decodeSpentOutputs(spent.bytes, block).value.length).toBeGreaterThanOrEqual(
      (block.inputStart[block.txCount] as number) - 1,
    );
  }
  await expect(call(endpointOf(node), 'getblock', node.tip().hash, 1)).rejects.toThrow(
    '-1 This node keeps block bytes only',
  );
  await node.close();
  expect(readdirSync(directory)).toHaveLength(0);
  rmSync(directory, { recursive: true });
  expect(existsSync(directory)).toBe(false);
});

describe('a generator node that reveals its chain', () => {
  let node: GeneratorNode;
  beforeAll(async () => {
    node = await startGeneratorNode({
      chain: btc,
      transactions: 1000,
      perBlock: 250,
      spentTxOuts: true,
      hidden: 4,
    });
  });
  afterAll(() => node.close());

  /** The tip in every answer. */
  async function answeredTips() {
    const info = await call(endpointOf(node), 'getblockchaininfo');
    const rest = JSON.parse((await getBytes(endpointOf(node), '/rest/chaininfo.json')).bytes.toString());
    const { height, hash } = await call(endpointOf(node), 'waitfornewblock', 1);
    return [
      { height: info.blocks, hash: info.bestblockhash },
      { height: rest.blocks, hash: rest.bestblockhash },
      { height, hash },
    ];
  }

  test('knows nothing above its tip', async () => {
    const tip = node.tip();
    expect(tip.height).toBe(node.totals.coinbases - 4);
    expect(await answeredTips()).toEqual(Array(3).fill(tip));
    await expect(call(endpointOf(node), 'getblockhash', tip.height + 1)).rejects.toThrow(
      '-8 Block height out of range',
    );
  });

  test('makes the next block its tip and wakes who waits for it', async () => {
    const before = node.tip();
    const asked = node.requestCounts()['waitfornewblock'] ?? 0;
    const waiting = call(endpointOf(node), 'waitfornewblock', 30_000);
    while (node.requestCounts()['waitfornewblock'] === asked) await new Promise((resolve) => setTimeout(resolve, 5));
    const { transactionCount, lastTxid } = node.reveal();
    const tip = node.tip();
    expect(tip.height).toBe(before.height + 1);
    expect(await waiting).toEqual(tip);
    expect(await answeredTips()).toEqual(Array(3).fill(tip));
    const { bytes } = await getBytes(endpointOf(node), `/rest/block/${tip.hash}.bin`);
    const { parentHash, txids, txCount } = decodeUtxoBlock(btc, bytes);
    expect([parentHash, txCount]).toEqual([before.hash, transactionCount]);
    expect(Buffer.from(txids.subarray(-32)).reverse().toString('hex')).toBe(lastTxid);
    expect((await getBytes(endpointOf(node), `/rest/spenttxouts/${tip.hash}.bin`)).status).toBe(200);
  });

  test('hides the bytes of a block that is not revealed', async () => {
    const whole = await startGeneratorNode({ chain: btc, transactions: 1000, perBlock: 250, spentTxOuts: true });
    const { hash } = whole.tip();
    await whole.close();
    await expect(call(endpointOf(node), 'getblock', hash, 0)).rejects.toThrow('-5 Block not found');
    for (const resource of ['block', 'spenttxouts']) {
      const { status, bytes } = await getBytes(endpointOf(node), `/rest/${resource}/${hash}.bin`);
      expect([resource, status === 404 || bytes.length === 0]).toEqual([resource, true]);
    }
    for (let left = node.totals.coinbases - node.tip().height; left > 0; left--) node.reveal();
    expect(node.tip().hash).toBe(hash);
    expect((await getBytes(endpointOf(node), `/rest/block/${hash}.bin`)).status).toBe(200);
    expect(() => node.reveal()).toThrow('no block is hidden');
  });

  test('refuses waitfornewblock on demand, so that a follower polls', async () => {
    node.setLongPoll(false);
    await expect(call(endpointOf(node), 'waitfornewblock', 30_000)).rejects.toThrow('-32601 Method not found');
    node.setLongPoll(true);
    expect(await call(endpointOf(node), 'waitfornewblock', 1)).toEqual(node.tip());
  });
});

test('a follower of a node without waitfornewblock finds the next block by polling', async () => {
  const node = await startGeneratorNode({
    chain: btc,
    transactions: 100,
    perBlock: 50,
    hidden: 1,
  });
  node.setLongPoll(false);
  const follower = new UtxoNode({ chain: btc, network: networkOf(btc), endpoint: endpointOf(node) });
  const waiting = follower.waitForNewBlock(node.tip(), 30_000);
  while (node.requestCounts()['waitfornewblock'] === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  node.reveal();
  expect(await waiting).toMatchObject(node.tip());
  expect(node.requestCounts()['waitfornewblock']).toBe(1);
  await follower.close();
  await node.close();
});

test('blocks of more payments than nodes allow can be asked for', () => {
  const { blocks } = collect({ transactions: 12_000, perBlock: 4000 });
  expect(blocks.map(({ transactionCount }) => transactionCount)).toContain(4001);
});

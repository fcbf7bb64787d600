/** Generated UTXO chains, and the node of benchmarks that serves them. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addressKeyOfScript,
  decodeSpentOutputs,
  decodeUtxoBlock,
  displayHash,
  formatAddress,
  parseAddress,
} from '@chaintrail/chains';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type GeneratedBlock,
  type GeneratedTotals,
  type GeneratorNode,
  generateBlocks,
  networkOf,
  startGeneratorNode,
} from '../src/index.js';
import { bch, btc, call, doge, getBytes, zec } from './helpers.js';

type Options = Parameters<typeof generateBlocks>[0];

function collect(options: Partial<Options>): { blocks: GeneratedBlock[]; totals: GeneratedTotals } {
  const generator = generateBlocks({ chain: btc, seed: 3, transactions: 500, perBlock: 1000, ...options });
  const blocks: GeneratedBlock[] = [];
  for (;;) {
    const next = generator.next();
    if (next.done) return { blocks, totals: next.value };
    blocks.push(next.value);
  }
}

describe.each([
  ['doge', doge],
  ['bch', bch],
  ['zec', zec],
] as const)('generated blocks of %s', (_code, chain) => {
  const { blocks, totals } = collect({ chain, transactions: 2_000, perBlock: 200 });

  test('decode, link, count what the totals say, and are in the order of their chain, merge-mined where that exists', () => {
    let [payments, ordered] = [0, 0];
    for (const [height, { raw, hash, transactionCount }] of blocks.entries()) {
      const { txids, txSize, txWeight, ...decoded } = decodeUtxoBlock(chain, raw);
      expect(decoded).toMatchObject({ hash, txCount: transactionCount });
      if (height > 0) expect(decoded.parentHash).toBe(blocks[height - 1]?.hash);
      payments += transactionCount - 1;
      const ids = Array.from({ length: transactionCount }, (_, n) => displayHash(txids.subarray(n * 32, n * 32 + 32)));
      if (ids.slice(1).join() === ids.slice(1).sort().join()) ordered++;
      // Without witnesses.
      const sizes = [...txSize.subarray(0, transactionCount)];
      expect([...txWeight.subarray(0, transactionCount)]).toEqual(sizes.map((size) => size * 4));
    }
    expect(payments).toBe(totals.transactions);
    expect(ordered === blocks.length).toBe(chain === bch);
    expect(blocks.some(({ proof }) => proof.length > 0)).toBe(chain === doge);
    const { address } = totals.hot[0]!;
    expect(parseAddress({ family: 'utxo', chain, network: networkOf(chain) }, address)).toBeTruthy();
  });
});

/** Effects of a chain on some addresses, as its bytes say. @throws where an output is spent that does not exist */
class Books {
  readonly scripts = new Set<string>();
  inputs = 0;
  outputs = 0;
  readonly #unspent = new Map<string, bigint>();
  readonly #hot: Map<string, { balance: bigint; transactions: Set<string> }>;

  constructor(addresses: readonly string[]) {
    this.#hot = new Map(addresses.map((address) => [address, { balance: 0n, transactions: new Set() }]));
  }

  of(address: string): [balance: bigint | undefined, transactions: number | undefined] {
    const found = this.#hot.get(address);
    return [found?.balance, found?.transactions.size];
  }

  /** @returns what the block made out of nothing */
  add({ raw, spentOutputs }: GeneratedBlock): bigint {
    const block = decodeUtxoBlock(btc, raw);
    const spent = decodeSpentOutputs(spentOutputs, block);
    let made = 0n;
    for (let t = 0, s = 0; t < block.txCount; t++) {
      const txid = block.txids.toString('hex', t * 32, t * 32 + 32);
      for (let i = block.inputStart[t]!; t > 0 && i < block.inputStart[t + 1]!; i++, s++) {
        const at = block.inputPrevTxidOffset[i]!;
        const outpoint = `${raw.toString('hex', at, at + 32)}:${block.inputPrevVout[i]}`;
        if (this.#unspent.get(outpoint) !== spent.value[s]) throw new Error(`${outpoint} has not ${spent.value[s]}`);
        this.#unspent.delete(outpoint);
        made -= spent.value[s]!;
        this.#move(spent.bytes, spent.scriptOffset[s]!, spent.scriptLength[s]!, -spent.value[s]!, txid);
        this.inputs++;
      }
      for (let o = block.outputStart[t]!; o < block.outputStart[t + 1]!; o++) {
        const [value, at, length] = [block.outputValue[o]!, block.outputScriptOffset[o]!, block.outputScriptLength[o]!];
        this.#unspent.set(`${txid}:${o - block.outputStart[t]!}`, value);
        made += value;
        this.#move(raw, at, length, value, txid);
        if (t === 0) continue;
        this.outputs++;
        this.scripts.add(raw.toString('latin1', at, at + length));
      }
    }
    return made;
  }

  #move(bytes: Buffer, at: number, length: number, amount: bigint, txid: string): void {
    const key = addressKeyOfScript(btc, bytes, at, length);
    const entry = key && this.#hot.get(formatAddress(networkOf(btc), key));
    if (!entry) return;
    entry.balance += amount;
    entry.transactions.add(txid);
  }
}

test('generated blocks of btc conserve value, have the shape of a public chain, and the totals that they say', () => {
  const { blocks, totals } = collect({ transactions: 12_000 });
  const [genesis, ...mined] = blocks;
  expect(genesis?.hash).toBe(networkOf(btc).genesisHash);
  expect(mined).toHaveLength(totals.coinbases);
  const books = new Books(totals.hot.map(({ address }) => address));
  for (const block of mined) expect(books.add(block)).toBe(5_000_000_000n);
  for (const { address, balance, transactions } of totals.hot)
    expect([address, ...books.of(address)]).toEqual([address, balance, transactions]);
  const { inputs, outputs, scripts } = books;
  const within = (value: number, low: number, high: number) =>
    expect(value > low && value < high, `${value}`).toBe(true);
  within(inputs / totals.transactions, 2.4, 2.8);
  within(outputs / totals.transactions, 3.1, 3.7);
  within(scripts.size / outputs, 0.45, 0.6);
  expect(totals.transactions).toBe(12_000);
  expect(totals.hot[0]?.transactions).toBeGreaterThan(300);
});

test('a seed is a chain, another seed another one, and blocks may have more payments than nodes allow', () => {
  const tip = (seed: number): string | undefined => collect({ seed }).blocks.at(-1)?.hash;
  expect(tip(3)).toBe(tip(3));
  expect(tip(4)).not.toBe(tip(3));
  const counts = collect({ transactions: 9_000, perBlock: 4000 }).blocks.map((block) => block.transactionCount);
  expect(counts).toContain(4001);
});

describe('a generator node', () => {
  const directory = mkdtempSync(join(tmpdir(), 'generator-test-'));
  const made: number[] = [];
  let node: GeneratorNode;
  let endpoint: Parameters<typeof call>[0];
  beforeAll(async () => {
    node = await startGeneratorNode({
      ...{ chain: btc, transactions: 1000, perBlock: 250, spentTxOuts: true, hidden: 3 },
      ...{ directory, onProgress: (count) => made.push(count) },
    });
    endpoint = { url: node.url.replace('demo:demo@', ''), user: 'demo', password: 'demo' };
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test('serves any height up to its tip, and says no other tip', async () => {
    const tip = node.tip();
    expect(made.length).toBeGreaterThan(0);
    expect(tip.height).toBe(node.totals.coinbases - 3);
    expect(await call(endpoint, 'getblockchaininfo')).toMatchObject({ blocks: tip.height, bestblockhash: tip.hash });
    const rest = JSON.parse((await getBytes(endpoint, '/rest/chaininfo.json')).bytes.toString());
    expect(rest).toMatchObject({ blocks: tip.height, bestblockhash: tip.hash });
    expect(await call(endpoint, 'waitfornewblock', 1)).toEqual(tip);
    for (const height of [0, tip.height, 50, tip.height - 1]) {
      const hash = await call(endpoint, 'getblockhash', height);
      const block = decodeUtxoBlock(btc, (await getBytes(endpoint, `/rest/block/${hash}.bin`)).bytes);
      expect(block.hash).toBe(hash);
      const spent = await getBytes(endpoint, `/rest/spenttxouts/${hash}.bin`);
      expect(decodeSpentOutputs(spent.bytes, block).value.length).toBeGreaterThanOrEqual(
        block.inputStart[block.txCount]! - 1,
      );
    }
    await expect(call(endpoint, 'getblockhash', tip.height + 1)).rejects.toThrow('-8 Block height out of range');
    await expect(call(endpoint, 'getblock', tip.hash, 1)).rejects.toThrow('-1 This node keeps block bytes only');
  });

  test('makes the next block its tip, and wakes who waits for it, unless that is not offered', async () => {
    node.setLongPoll(false);
    await expect(call(endpoint, 'waitfornewblock', 30_000)).rejects.toThrow('-32601 Method not found');
    node.setLongPoll(true);
    const before = node.tip();
    const asked = node.requestCounts()['waitfornewblock'];
    const waiting = call(endpoint, 'waitfornewblock', 30_000);
    while (node.requestCounts()['waitfornewblock'] === asked) await new Promise((resolve) => setTimeout(resolve, 5));
    const { transactionCount, lastTxid } = node.reveal();
    const tip = node.tip();
    expect(await waiting).toEqual(tip);
    const { bytes } = await getBytes(endpoint, `/rest/block/${tip.hash}.bin`);
    const { parentHash, txids, txCount } = decodeUtxoBlock(btc, bytes);
    expect([parentHash, txCount]).toEqual([before.hash, transactionCount]);
    expect(displayHash(txids.subarray(-32))).toBe(lastTxid);
  });

  test('hides the bytes of a block until it is revealed, and removes its files', async () => {
    const { hash } = collect({ seed: 1, transactions: 1000, perBlock: 250 }).blocks.at(-1)!;
    await expect(call(endpoint, 'getblock', hash, 0)).rejects.toThrow('-5 Block not found');
    for (const resource of ['block', 'spenttxouts'])
      expect((await getBytes(endpoint, `/rest/${resource}/${hash}.bin`)).status).toBe(404);
    while (node.tip().height < node.totals.coinbases) node.reveal();
    expect(node.tip().hash).toBe(hash);
    expect((await getBytes(endpoint, `/rest/block/${hash}.bin`)).status).toBe(200);
    expect(() => node.reveal()).toThrow('no block is hidden');
    expect(readdirSync(directory)).toHaveLength(1);
    await node.close();
    expect(readdirSync(directory)).toHaveLength(0);
    expect(existsSync(directory)).toBe(true);
  });
});

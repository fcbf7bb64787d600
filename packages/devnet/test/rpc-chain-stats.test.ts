import { UtxoNode } from '@chaintrail/chains/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { networkOf, type SimulatedNode, startGeneratorNode, startSimulatedNode } from '../src/index.js';
import { btc, call, ltc } from './helpers.js';

async function headerOf({ endpoint }: Pick<SimulatedNode, 'endpoint'>, height: number) {
  return call(endpoint, 'getblockheader', await call(endpoint, 'getblockhash', height));
}

/** Transactions of all blocks up to this height, block by block. */
async function count(source: Pick<SimulatedNode, 'endpoint'>, height: number): Promise<number> {
  let sum = 0;
  for (let at = 0; at <= height; at++) sum += (await headerOf(source, at)).nTx;
  return sum;
}

let node: SimulatedNode;
beforeAll(async () => {
  node = await startSimulatedNode({ chain: btc, blocks: 160 });
});
afterAll(() => node.close());

const stats = (...params: unknown[]) => call(node.endpoint, 'getchaintxstats', ...params);
const headerAt = (height: number) => headerOf(node, height);

test('counts every transaction up to the tip, the genesis coinbase included', async () => {
  const counted = await count(node, 160);
  expect(counted).toBeGreaterThan(161);
  const tip = await headerAt(160);
  expect(await stats(0)).toEqual({
    time: tip.time,
    txcount: counted,
    window_final_block_hash: tip.hash,
    window_final_block_height: 160,
    window_block_count: 0,
  });
});

test('describes a window of blocks, and by default the longest that ends at the tip', async () => {
  const [past, tip] = [await headerAt(150), await headerAt(160)];
  const [before, whole, ten] = [await stats(0, past.hash), await stats(0), await stats(10)];
  const transactions = whole.txcount - before.txcount;
  const seconds = tip.mediantime - past.mediantime;
  expect(ten).toEqual({
    ...whole,
    window_block_count: 10,
    window_tx_count: transactions,
    window_interval: seconds,
    txrate: transactions / seconds,
  });
  expect(await stats()).toMatchObject({ window_block_count: 159, txcount: whole.txcount });
});

test('refuses windows that are longer than the chain, and blocks that are not on it', async () => {
  const invalid = "-8 Invalid block count: should be between 0 and the block's height - 1";
  expect((await stats(159)).window_block_count).toBe(159);
  for (const size of [160, 1000, -1]) await expect(stats(size)).rejects.toThrow(invalid);
  await expect(stats('1')).rejects.toThrow('-3 ');
  await expect(stats(0, '00'.repeat(32))).rejects.toThrow('-5 Block not found');
  const short = await startSimulatedNode({ chain: ltc, blocks: 0 });
  expect(await call(short.endpoint, 'getchaintxstats')).toMatchObject({ window_block_count: 0, txcount: 1 });
  await expect(call(short.endpoint, 'getchaintxstats', 1)).rejects.toThrow(invalid);
  short.mine();
  await expect(call(short.endpoint, 'getchaintxstats', 1)).rejects.toThrow(invalid);
  const stale = short.tip();
  short.reorg(1);
  await expect(call(short.endpoint, 'getchaintxstats', 0, stale.hash)).rejects.toThrow('-8 Block is not in main chain');
  await short.close();
});

test('a generated chain is counted, too, and the client of nodes reads it', async () => {
  const generated = await startGeneratorNode({ chain: btc, transactions: 3_000, perBlock: 500 });
  const client = new UtxoNode({ chain: btc, network: networkOf(btc), endpoint: generated.endpoint });
  const { txcount, window_final_block_height } = await call(generated.endpoint, 'getchaintxstats', 0);
  expect(window_final_block_height).toBe(generated.tip().height);
  expect(txcount).toBe(await count(generated, generated.tip().height));
  expect(await client.transactionCount()).toBe(txcount);
  await client.close();
  await generated.close();
});

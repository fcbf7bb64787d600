import { beforeEach, expect, it } from 'vitest';
import { NodeLieError, type UtxoNode } from '../src/index.js';
import { FakeNode, failureOf, Refusal } from './node-fake.js';

let fake: FakeNode;
let node: UtxoNode;

beforeEach(async () => {
  fake = await new FakeNode().start();
  node = fake.client();
});

/** Answer of Core to a window of no blocks. */
const answer = (facts: object) => ({
  time: 1_296_688_602,
  window_final_block_hash: fake.hashes[0],
  window_final_block_height: 0,
  window_block_count: 0,
  ...facts,
});

it('is what the node counted, asked for without a window of blocks to walk', async () => {
  const asked: (readonly unknown[])[] = [];
  fake.methods['getchaintxstats'] = (params) => {
    asked.push(params);
    return answer({ txcount: 1_315_805_869 });
  };
  expect(await node.transactionCount()).toBe(1_315_805_869);
  expect(asked).toEqual([[0]]);
});

it('is unknown where the node has not counted what is below its UTXO snapshot', async () => {
  fake.methods['getchaintxstats'] = () => answer({});
  expect(await node.transactionCount()).toBeNull();
});

it('is unknown where the node does not offer the method', async () => {
  expect(await node.transactionCount()).toBeNull();
  fake.misbehave = ({ response }) => {
    response.writeHead(403).end();
    return true;
  };
  expect(await node.transactionCount()).toBeNull();
});

it.each([0, -1, 1.5, 2 ** 60, '12', null])('cannot be %j', async (txcount) => {
  fake.methods['getchaintxstats'] = () => answer({ txcount });
  expect(await failureOf(node.transactionCount())).toBeInstanceOf(NodeLieError);
});

it.each([null, 7, 'many', []])('cannot be read from %j', async (whole) => {
  fake.methods['getchaintxstats'] = () => whole;
  expect(await failureOf(node.transactionCount())).toBeInstanceOf(NodeLieError);
});

it('fails as other calls do, and is asked for again', async () => {
  let calls = 0;
  fake.methods['getchaintxstats'] = () => {
    if (++calls === 1) throw new Refusal(-28, 'Loading block index…');
    if (calls === 2) return answer({ txcount: 9 });
    throw new Refusal(-1, 'out of order');
  };
  expect(await node.transactionCount()).toBe(9);
  await expect(node.transactionCount()).rejects.toThrow(/getchaintxstats: error -1: out of order/);
});

/** Answers of the simulated CometBFT node, word for word as thornode 3.9 and mayanode 1.111 do. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  type CosmosNodeOptions,
  type CosmosNodeSimulation,
  startCosmosNode,
} from '../src/cosmos/node/start-cosmos-node.js';
import { mocknet } from './cosmos-helpers.js';

const BLOCKS = 30;

async function start(code: 'rune' | 'cacao', options: Partial<CosmosNodeOptions> = {}): Promise<CosmosNodeSimulation> {
  const node = await startCosmosNode({ place: mocknet(code), seed: 3, blocks: BLOCKS, ...options });
  onTestFinished(() => node.close());
  return node;
}

async function post(node: CosmosNodeSimulation, body: unknown): Promise<string> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (await fetch(node.url, { method: 'POST', body: text })).text();
}

const call = (id: number, method: string, params: unknown = []): object => ({ jsonrpc: '2.0', id, method, params });

async function reason(node: CosmosNodeSimulation, method: string, ...params: readonly string[]): Promise<unknown> {
  const { error } = JSON.parse(await post(node, call(1, method, params))) as { error?: { data?: string } };
  return error?.data ?? error;
}

interface Results {
  readonly finalize_block_events?: readonly { readonly attributes: readonly object[] }[];
  readonly end_block_events?: readonly object[];
}

test('errors are Internal error with the reason in data', async () => {
  const node = await start('rune');
  expect(await post(node, call(1, 'block', ['99']))).toBe(
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error","data":"height 99 must be less than or equal to the current blockchain height 30"}}',
  );
  expect(await reason(node, 'blockchain', '90', '95')).toBe("min height 90 can't be greater than max height 30");
  expect(await post(node, call(1, 'nosuch'))).toBe(
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}',
  );
  expect(JSON.parse(await post(node, call(1, 'block', { height: '7' })))).toMatchObject({
    result: { block: { header: { height: '7' } } },
  });
  node.prune(10);
  expect(await reason(node, 'block', '9')).toBe('height 9 is not available, lowest height is 10');
  expect(await reason(node, 'blockchain', '8', '9')).toBe("min height 10 can't be greater than max height 9");
  node.setKeepsResults(false);
  expect(await reason(node, 'block_results', '20')).toBe('node is not persisting finalize block responses');
});

test('CometBFT takes batches of ten, Tendermint any', async () => {
  const batch = Array.from({ length: 11 }, (_, id) => call(id, 'status'));
  expect(await post(await start('rune'), batch)).toBe(
    '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":"batch request exceeds maximum (10) allowed number of requests"}}',
  );
  const answers = JSON.parse(await post(await start('cacao'), batch)) as unknown[];
  expect(answers).toHaveLength(11);
});

test('REST answers at the height that is asked for', async () => {
  const node = await start('rune');
  const { hot } = node.exampleAddresses();
  const answer = await fetch(`${node.restUrl}/cosmos/bank/v1beta1/balances/${hot}`, {
    headers: { 'x-cosmos-block-height': '12' },
  });
  expect(answer.headers.get('grpc-metadata-x-cosmos-block-height')).toBe('12');
  const amount = String(node.balances(12).get(hot)?.get('rune'));
  expect(await answer.json()).toEqual({
    balances: [{ denom: 'rune', amount }],
    pagination: { next_key: null, total: '0' },
  });
  expect(amount).not.toBe(String(node.balances().get(hot)?.get('rune')));
});

test('events of 0.34 are base64 in two lists, those of 0.38 plain in one with their mode', async () => {
  const events = async (code: 'rune' | 'cacao'): Promise<Results> => {
    const text = await post(await start(code), call(1, 'block_results', ['10']));
    return (JSON.parse(text) as { result: Results }).result;
  };
  const [thor, maya] = [await events('rune'), await events('cacao')];
  expect(thor).not.toHaveProperty('begin_block_events');
  const rewards = thor.finalize_block_events?.at(-1);
  expect(rewards?.attributes.at(-1)).toEqual({ key: 'mode', value: 'EndBlock', index: true });
  expect(maya).not.toHaveProperty('finalize_block_events');
  expect(JSON.stringify(maya.end_block_events)).toContain(Buffer.from('bond_reward').toString('base64'));
});

test('results and the bank lag behind a block that is being executed', async () => {
  const node = await start('rune', { executionMs: 60_000 });
  const { height } = node.mine();
  const status = JSON.parse(await post(node, call(1, 'status'))) as object;
  expect(status).toMatchObject({ result: { sync_info: { latest_block_height: String(height) } } });
  expect(await reason(node, 'block', String(height))).toBeUndefined();
  expect(await reason(node, 'block_results', String(height))).toBe(`could not find results for height #${height}`);
});

test('a subscriber is told of new blocks once they are executed', async () => {
  const node = await start('rune', { executionMs: 50 });
  await expect.poll(() => reason(node, 'block_results', String(BLOCKS))).toBeUndefined();
  const socket = new WebSocket(`${node.url.replace('http', 'ws')}/websocket`);
  const messages: string[] = [];
  socket.on('message', (data) => messages.push(String(data)));
  await new Promise((resolve) => socket.once('open', resolve));
  const query = "tm.event='NewBlock'";
  socket.send(JSON.stringify(call(7, 'subscribe', { query })));
  await expect.poll(() => messages).toEqual(['{"jsonrpc":"2.0","id":7,"result":{}}']);
  node.mine();
  const { height } = node.mine();
  // The block below was executed before this one was made.
  await expect.poll(() => messages.length).toBeGreaterThan(1);
  expect(await reason(node, 'block_results', String(height - 1))).toBeUndefined();
  await expect.poll(() => messages.length).toBe(3);
  expect(await reason(node, 'block_results', String(height))).toBeUndefined();
  for (const [n, message] of messages.slice(1).entries()) {
    expect(JSON.parse(message)).toMatchObject({
      id: 7,
      result: { query, data: { value: { block: { header: { height: String(height - 1 + n) } } } } },
    });
  }
  node.setFaults([{ kind: 'dropped-heads' }]);
  node.mine();
  await new Promise((resolve) => socket.once('close', resolve));
});

test('lies as it is told to', async () => {
  const node = await start('rune');
  const read = async (method: string): Promise<object> =>
    (JSON.parse(await post(node, call(1, method, ['20']))) as { result: object }).result;
  const truth = await read('block');
  node.setFaults([{ kind: 'flipped-bit', times: 1 }]);
  expect(await read('block')).not.toEqual(truth);
  expect(await read('block')).toEqual(truth);
  node.setFaults([{ kind: 'wrong-block', times: 2 }]);
  expect(await read('block')).toMatchObject({ block: { header: { height: '19' } } });
  expect(await read('block_results')).toMatchObject({ height: '19' });
  node.setFaults([{ kind: 'missing-receipts', times: 1 }]);
  expect(await reason(node, 'block_results', '20')).toBe('could not find results for height #20');
  expect(node.faultCounts()).toEqual({ 'flipped-bit': 1, 'wrong-block': 2, 'missing-receipts': 1 });
});

test('goes on where its journal ends, and has another block at a height after a fork', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaintrail-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, 'journal');
  const first = await startCosmosNode({ place: mocknet('cacao'), seed: 3, blocks: BLOCKS, stateFile });
  const tip = first.mine(5);
  await first.close();
  const second = await start('cacao', { stateFile, seed: 99 });
  expect(second.tip()).toEqual(tip);
  const forked = second.reorg(2, 2);
  expect(forked.height).toBe(tip.height);
  expect(forked.hash).not.toBe(tip.hash);
  await second.restart({ downMs: 0, warmUpMs: 0 });
  expect(await reason(second, 'block', String(tip.height))).toBeUndefined();
});

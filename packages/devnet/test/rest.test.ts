import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SimulatedNode, startSimulatedNode } from '../src/index.js';
import { sha256d } from '../src/sha256.js';
import { btc, call, getBytes, ltc } from './helpers.js';

let core30: SimulatedNode;
let litecoin: SimulatedNode;
beforeAll(async () => {
  core30 = await startSimulatedNode({ chain: btc, blocks: 130, spentTxOuts: true });
  litecoin = await startSimulatedNode({ chain: ltc, blocks: 130 });
});
afterAll(() => Promise.all([core30.close(), litecoin.close()]));

const text = async (node: SimulatedNode, path: string): Promise<[number, string]> => {
  const { status, bytes } = await getBytes(node.endpoint, path);
  return [status, bytes.toString()];
};

test('blocks', async () => {
  const { hash } = core30.tip();
  const { bytes } = await getBytes(core30.endpoint, `/rest/block/${hash}.bin`);
  expect(sha256d(bytes.subarray(0, 80)).reverse().toString('hex')).toBe(hash);
  expect(await call(core30.endpoint, 'getblock', hash, 0)).toBe(bytes.toString('hex'));
});

test('spent outputs, where the node has them', async () => {
  const { hash } = core30.tip();
  const spent = await getBytes(core30.endpoint, `/rest/spenttxouts/${hash}.bin`);
  const { tx } = await call(core30.endpoint, 'getblock', hash);
  expect([...spent.bytes.subarray(0, 2)]).toEqual([tx.length, 0]);
  const genesis = await call(core30.endpoint, 'getblockhash', 0);
  expect((await getBytes(core30.endpoint, `/rest/spenttxouts/${genesis}.bin`)).bytes).toEqual(Buffer.from([1, 0]));
  expect((await text(litecoin, `/rest/spenttxouts/${litecoin.tip().hash}.bin`))[0]).toBe(404);
});

test('says what is wrong', async () => {
  const unknown = '00'.repeat(32);
  expect(await text(core30, `/rest/block/${unknown}.bin`)).toEqual([404, `${unknown} not found\r\n`]);
  expect(await text(core30, '/rest/block/abc.bin')).toEqual([400, 'Invalid hash: abc\r\n']);
  expect((await text(core30, `/rest/block/${core30.tip().hash}`))[0]).toBe(404);
  expect((await text(core30, '/rest/nothing/1.bin'))[0]).toBe(404);
  expect(JSON.parse((await text(core30, '/rest/chaininfo.json'))[1])).toMatchObject({ chain: 'regtest', blocks: 130 });
});

test('is silent where it is switched off', async () => {
  const node = await startSimulatedNode({ chain: btc, rest: false });
  expect((await text(node, '/rest/chaininfo.json'))[0]).toBe(404);
  await node.close();
});

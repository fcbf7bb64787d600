import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SimulatedNode, startSimulatedNode } from '../src/index.js';
import { sha256d } from '../src/sha256.js';
import { btc, call, getBytes, ltc } from './helpers.js';

let core30: SimulatedNode;
let litecoin: SimulatedNode;
beforeAll(async () => {
  core30 = await startSimulatedNode({ chain: btc, blocks: 130, spentTxOuts: true });
  litecoin = await startSimulatedNode({ chain: ltc, blocks: 130, serialVersion: 1 });
});
afterAll(() => Promise.all([core30.close(), litecoin.close()]));

const text = async (node: SimulatedNode, path: string): Promise<[number, string]> => {
  const { status, bytes } = await getBytes(node.endpoint, path);
  return [status, bytes.toString()];
};

test('blocks in binary and hex', async () => {
  const { hash } = core30.tip();
  const { bytes } = await getBytes(core30.endpoint, `/rest/block/${hash}.bin`);
  expect(sha256d(bytes.subarray(0, 80)).reverse().toString('hex')).toBe(hash);
  expect(await text(core30, `/rest/block/${hash}.hex`)).toEqual([200, `${bytes.toString('hex')}\n`]);
  expect(await call(core30.endpoint, 'getblock', hash, 0)).toBe(bytes.toString('hex'));
});

test('headers: the old form everywhere, the new one from 24.0 on', async () => {
  const first = await call(core30.endpoint, 'getblockhash', 10);
  const old = await getBytes(core30.endpoint, `/rest/headers/7/${first}.bin`);
  expect(old.bytes).toHaveLength(7 * 80);
  expect(await getBytes(core30.endpoint, `/rest/headers/${first}.bin?count=7`)).toEqual(old);
  expect((await getBytes(core30.endpoint, `/rest/headers/${first}.bin`)).bytes).toHaveLength(5 * 80);
  expect((await getBytes(core30.endpoint, `/rest/headers/2000/${first}.bin`)).bytes).toHaveLength(121 * 80);
  expect((await getBytes(core30.endpoint, `/rest/headers/2001/${first}.bin`)).status).toBe(400);
  const [status, body] = await text(litecoin, `/rest/headers/${litecoin.tip().hash}.bin?count=1`);
  expect([status, body]).toEqual([400, 'No header count specified. Use /rest/headers/<count>/<hash>.<ext>.\r\n']);
  expect((await getBytes(litecoin.endpoint, `/rest/headers/1/${litecoin.tip().hash}.bin`)).bytes).toHaveLength(80);
});

test('a hash by its height, in three formats', async () => {
  const hash = await call(core30.endpoint, 'getblockhash', 77);
  expect(await text(core30, '/rest/blockhashbyheight/77.hex')).toEqual([200, `${hash}\n`]);
  expect(await text(core30, '/rest/blockhashbyheight/77.json')).toEqual([200, `{"blockhash":"${hash}"}\n`]);
  expect((await getBytes(core30.endpoint, '/rest/blockhashbyheight/77.bin')).bytes.reverse().toString('hex')).toBe(
    hash,
  );
  expect((await text(core30, '/rest/blockhashbyheight/131.hex'))[0]).toBe(404);
  expect((await text(core30, '/rest/blockhashbyheight/x.hex'))[0]).toBe(400);
});

test('spent outputs, where the node has them', async () => {
  const { hash } = core30.tip();
  const spent = await getBytes(core30.endpoint, `/rest/spenttxouts/${hash}.bin`);
  const { nTx } = await call(core30.endpoint, 'getblockheader', hash);
  expect([...spent.bytes.subarray(0, 2)]).toEqual([nTx, 0]);
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

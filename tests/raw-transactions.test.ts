/**
 * Bytes of transactions from simulated nodes, and to them, as a client of the API has them; and clients of Blockbook on
 * forks of Bitcoin.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeUtxoTransaction, displayHash, requireChain, scriptOfAddressKey, UTXO_CHAINS } from '@chaintrail/chains';
import { addressesOfScriptHashes, openSession } from '@chaintrail/db';
import { type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';
import { createTestDatabase, type TestDatabase, waitFor } from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Reply, startApi, type TestApi } from '../apps/api/test/support/start-api.js';
import { blockbookClientsOrSkip } from './scenario/blockbook/clients-scenario.js';
import { describeForks } from './scenario/blockbook/forks-scenario.js';
import { reach, settingsFor } from './support/followed-chain.js';
import { InProcessIndexer } from './support/in-process-indexer.js';

let database: TestDatabase;
let indexer: InProcessIndexer;
let api: TestApi;
const nodes = new Map<string, SimulatedNode>();
const load = await blockbookClientsOrSkip();

beforeAll(async () => {
  database = await createTestDatabase();
  let env: Record<string, string> = { BROADCAST: 'on' };
  for (const chain of UTXO_CHAINS) {
    const node = await startSimulatedNode({ chain, blocks: 20, coinbaseMaturity: 5 });
    node.addTransactions(3);
    nodes.set(chain.code, node);
    env = { ...env, ...settingsFor(chain.code, node), [`${chain.code.toUpperCase()}_SCRIPTHASH_INDEX`]: 'on' };
  }
  indexer = new InProcessIndexer(database.url, env);
  for (const { code } of UTXO_CHAINS) await reach(database.url, code, nodes.get(code)!.tip(), [indexer]);
  api = await startApi(database.url, { env });
}, 120_000);
afterAll(async () => {
  await api?.stop();
  await indexer?.stop();
  for (const node of nodes.values()) await node.close();
  await database?.drop();
});

const send = (code: string, body: string, headers = {}): Promise<Reply> =>
  api.get(`/v0/transactions/${code}`, { method: 'POST', body, headers });

test.each(UTXO_CHAINS)('$code: the bytes of a transaction hash to its txid, confirmed or not', async (chain) => {
  const { code } = chain;
  const { transactions } = (await api.get(`/v0/blocks/${code}/latest`)).json;
  for (const { txid, blockHash, blockHeight, size } of transactions) {
    const { status, json } = await api.get(`/v0/transactions/${code}/${txid}/raw`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ currency: code, txid, blockHash, blockHeight });
    expect(json.size).toBe(json.hex.length / 2);
    // A HogEx has three bytes more with its flags than without.
    expect(size - json.size === 0 || (chain.mweb && size - json.size === 3)).toBe(true);
    expect(displayHash(decodeUtxoTransaction(chain, Buffer.from(json.hex, 'hex'))!.txids)).toBe(txid);
  }
  const genesis = (await api.get(`/v0/blocks/${code}/0`)).json.transactions[0].txid;
  expect((await api.get(`/v0/transactions/${code}/${genesis}/raw`)).json.txid).toBe(genesis);
  const unknown = await api.get(`/v0/transactions/${code}/${'ab'.repeat(32)}/raw`);
  expect(unknown.json).toMatchObject({ status: 404, code: 'unknown-transaction' });
});

test('a transaction that is sent is the node’s, and what it refuses is told in its words', async () => {
  const txid = nodes.get('doge')!.mempool()[0]!;
  const raw = await waitFor(async () => {
    const reply = await api.get(`/v0/transactions/doge/${txid}/raw`);
    return reply.status === 200 && reply.json;
  });
  expect(raw).toMatchObject({ txid, blockHeight: null, blockHash: null });
  const { hex } = raw as { hex: string };
  for (const body of [hex, ` ${hex}\n`, JSON.stringify({ hex })]) {
    const { status, json, headers } = await send('doge', body, { 'content-type': 'text/plain' });
    expect([status, json]).toEqual([200, { currency: 'doge', txid }]);
    expect(headers.get('connection')).not.toBe('close');
  }
  // A link does so, too.
  const { status, text } = await api.get(`/esplora/doge/broadcast?tx=${hex}`);
  expect([status, text]).toEqual([200, txid]);
  expect((await send('doge', '00')).json).toMatchObject({
    ...{ status: 400, code: 'transaction-refused', detail: 'TX decode failed' },
  });
  for (const body of ['', 'x', '0', '{"hex":1}', '{"hex":"00","x":1}', '{'])
    expect((await send('doge', body)).json, body).toMatchObject({ status: 400, code: 'invalid-parameter' });
  expect((await send('xyz', '00')).json).toMatchObject({ status: 404, code: 'unknown-currency' });
  expect((await send('doge', '0'.repeat(2 ** 21 + 2))).json).toMatchObject({ status: 413, code: 'body-too-large' });
  const packed = await send('doge', hex, { 'content-encoding': 'gzip' });
  expect(packed.json).toMatchObject({ status: 415, code: 'unsupported-body' });
  for (const method of ['GET', 'PUT']) {
    const { status, headers } = await api.get('/v0/transactions/doge', { method });
    expect([status, headers.get('allow')]).toEqual([405, method === 'GET' ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS']);
  }
  const preflight = await api.get('/v0/transactions/doge', { method: 'OPTIONS' });
  expect(preflight.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
  expect((await api.get('/v0/status', { method: 'POST', body: hex })).status).toBe(405);
});

test('limits charge what asks the node, whatever comes of it; sending is off unless the operator allows it', async () => {
  const env = settingsFor('btc', nodes.get('btc')!);
  const limited = await startApi(database.url, {
    env: { ...env, RATE_LIMITS: 'free=13/1h;request=1,rows=100,node=5' },
  });
  const post = () => limited.get('/v0/transactions/btc', { method: 'POST', body: '00' });
  const refusals = [await post(), await post(), await post()].map(({ json }) => json.code);
  expect(refusals).toEqual(['broadcast-off', 'broadcast-off', 'rate-limited']);
  await limited.stop();
});

test('without its node a server says so', async () => {
  const { txid } = (await api.get('/v0/blocks/btc/latest')).json.transactions[0];
  const alone = await startApi(database.url, { env: { BTC_RPC_URL: 'http://127.0.0.1:1', BTC_NETWORK: 'regtest' } });
  const away = await alone.get(`/v0/transactions/btc/${txid}/raw`);
  expect(away.json).toMatchObject({ status: 503, code: 'node-unavailable' });
  expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
  const none = await alone.get(`/v0/transactions/ltc/${txid}/raw`);
  expect(none.json).toMatchObject({ status: 404, code: 'no-raw-transactions' });
  await alone.stop();
});

test.each(UTXO_CHAINS)('$code: headers hash to their blocks, and scripts lead to their addresses', async (chain) => {
  const { code } = chain;
  const session = await openSession(database.url, 'raw-transactions-test');
  const { rows: blocks } = await session.query<{ hash: Buffer; header: Buffer; height: number }>(
    `SELECT hash, header, height FROM ${code}.blocks ORDER BY height`,
  );
  expect(blocks.length).toBeGreaterThan(20);
  const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
  for (const { hash, header } of blocks) {
    expect(header).toHaveLength(requireChain(code).code === 'zec' ? 140 : 80);
    if (!chain.shielded) expect(displayHash(sha256(sha256(header)))).toBe(hash.toString('hex'));
  }
  const { rows: keys } = await session.query<{ key: Buffer }>(
    `SELECT DISTINCT address_key AS key FROM ${code}.address_transactions
     UNION SELECT address_key FROM ${code}.mempool_address_transactions`,
  );
  expect(keys.length).toBeGreaterThan(5);
  const hashes = keys.map(({ key }) => sha256(scriptOfAddressKey(key)));
  expect((await addressesOfScriptHashes(session, code, hashes))?.keys).toEqual(keys.map(({ key }) => key));
  await session.end();
});

test('scripts that are asked for at once are looked up together, each answered for itself', async () => {
  const session = await openSession(database.url, 'raw-transactions-test');
  const { rows } = await session.query<{ key: Buffer }>(
    'SELECT address_key AS key FROM btc.address_transactions WHERE get_byte(address_key, 0) = 16 LIMIT 1',
  );
  const used = scriptOfAddressKey(rows[0]!.key);
  const hashOf = (script: Buffer): string => createHash('sha256').update(script).digest('hex');
  const asked = Array.from({ length: 40 }, (_, n) => hashOf(n === 7 ? used : Buffer.of(n)));
  const query = vi.spyOn(api.pool, 'query');
  // While nothing is answered, they gather.
  await session.query('BEGIN; LOCK TABLE btc.sync_state');
  const asking = Promise.all(asked.map((hash) => api.get(`/esplora/btc/scripthash/${hash}`)));
  await sleep(500);
  await session.query('COMMIT');
  await session.end();
  const replies = await asking;
  const counts = replies.map(({ json }) => json.chain_stats.tx_count > 0);
  expect(counts).toEqual(asked.map((_, n) => n === 7));
  expect(replies.map(({ json }) => json.scripthash)).toEqual(asked);
  const looks = query.mock.calls.filter(([config]) =>
    String((config as { name?: string }).name).startsWith('script_hash'),
  );
  expect(looks.length).toBeGreaterThan(0);
  expect(looks.length).toBeLessThan(asked.length / 2);
  query.mockRestore();
});

if (load !== null) describeForks(load, (code) => ({ api, node: nodes.get(code)! }));

/** The node of generated EVM chains, over HTTP. */
import { EVM_CHAINS } from '@chaintrail/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EvmGeneratorNode, startEvmGeneratorNode } from '../src/index.js';

let node: EvmGeneratorNode;
beforeAll(async () => {
  node = await startEvmGeneratorNode({ chain: EVM_CHAINS.find(({ code }) => code === 'eth')!, blocks: 100 });
});
afterAll(() => node.close());

async function post(body: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(node.url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

async function call(method: string, ...params: unknown[]): Promise<unknown> {
  const { text } = await post({ jsonrpc: '2.0', id: 7, method, params });
  return JSON.parse(text);
}

const result = async (method: string, ...params: unknown[]): Promise<unknown> =>
  ((await call(method, ...params)) as { result: unknown }).result;

test('says what it is', async () => {
  expect(await call('eth_chainId')).toEqual({ jsonrpc: '2.0', id: 7, result: '0x539' });
  expect(await result('eth_syncing')).toBe(false);
  expect(await result('eth_blockNumber')).toBe('0x64');
  expect(await result('web3_clientVersion')).toMatch(/^Geth\//);
  expect(await result('eth_getBalance', `0x${'ab'.repeat(20)}`, 'latest')).toMatch(/^0x[1-9a-f]/);
});

test('traces blocks where that is wanted', async () => {
  const traces = (of: EvmGeneratorNode) =>
    fetch(of.url, {
      method: 'POST',
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'debug_traceBlockByHash' },
        params: [`0x${of.chain.hashAt(3)}`, { tracer: 'callTracer' }],
      }),
    }).then((response) => response.text());
  expect(await traces(node)).toContain('does not exist');
  const tracing = await startEvmGeneratorNode({ chain: EVM_CHAINS[0]!, blocks: 3, traces: true });
  expect(JSON.parse(await traces(tracing)).result).toHaveLength(tracing.chain.totals.transactions / 3);
  await tracing.close();
});

test('sends the very bytes that answers() has', async () => {
  const hash = `0x${node.chain.hashAt(3)}`;
  const { block, receipts } = node.answers(3);
  expect((await post({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByHash', params: [hash, true] })).text).toBe(
    block.toString(),
  );
  expect((await post({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockReceipts', params: [hash] })).text).toBe(
    receipts.toString(),
  );
});

test('knows blocks by number, tag and hash, and without transactions', async () => {
  const number = async (block: unknown): Promise<unknown> =>
    ((await result('eth_getBlockByNumber', block, false)) as { number: string } | null)?.number;
  expect(await number('latest')).toBe('0x64');
  expect(await number('finalized')).toBe('0x24');
  expect(await number('earliest')).toBe('0x0');
  expect(await number('0x65')).toBeUndefined();
  const { block } = node.answers(2);
  const full = JSON.parse(block.toString()).result;
  const hashes = full.transactions.map(({ hash }: { hash: string }) => hash);
  expect(await result('eth_getBlockByNumber', '0x2', false)).toEqual({ ...full, transactions: hashes });
  expect(await result('eth_getBlockByHash', `0x${'00'.repeat(32)}`, true)).toBeNull();
  expect(await result('eth_getBlockReceipts', `0x${'00'.repeat(32)}`)).toBeNull();
});

test('answers batches in their order, and refuses what it has not', async () => {
  const { text } = await post([
    { jsonrpc: '2.0', id: 'a', method: 'eth_getBlockByNumber', params: ['0x1', false] },
    { jsonrpc: '2.0', id: 'b', method: 'debug_traceBlockByHash', params: [] },
    { jsonrpc: '2.0', id: 'c', method: 'eth_getBlockByNumber', params: [] },
    { jsonrpc: '2.0', id: 'd', method: 'eth_blockNumber' },
  ]);
  expect(JSON.parse(text)).toMatchObject([
    { id: 'a', result: { number: '0x1' } },
    { id: 'b', error: { code: -32601 } },
    { id: 'c', error: { code: -32602 } },
    { id: 'd', result: '0x64' },
  ]);
  expect(JSON.parse((await post('{')).text)).toMatchObject({ id: null, error: { code: -32700 } });
});

test('is bounded as geth is', async () => {
  const many = Array.from({ length: 1001 }, () => ({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }));
  expect(JSON.parse((await post(many)).text)).toMatchObject([{ error: { code: -32600, message: 'batch too large' } }]);
  const blocks = Array.from({ length: 100 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'eth_getBlockReceipts',
    params: ['0x5'],
  }));
  const answers = JSON.parse((await post(blocks)).text) as { id: number; error?: { code: number } }[];
  expect(answers).toHaveLength(100);
  expect(answers.at(-1)).toMatchObject({ id: 99, error: { code: -32003 } });
  expect((await post('x'.repeat(6 << 20))).status).toBe(413);
  expect((await fetch(node.url)).status).toBe(405);
});

import { beforeEach, describe, expect, it } from 'vitest';
import { type EvmNode, NodeLieError } from '../src/index.js';
import { FakeEvmNode, hashAt } from './evm-node-fake.js';
import { failureOf } from './node-fake.js';

let fake: FakeEvmNode;
let node: EvmNode;
const block = { height: 1, hash: hashAt(1) };
/** Addresses whose balances the fake makes their own last two bytes. */
const keys = (count: number) => Array.from({ length: count }, (_, index) => keyOf(index + 1));
const balances = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index + 1));

beforeEach(async () => {
  fake = await new FakeEvmNode().start();
  node = fake.client();
});

function keyOf(number: number): Buffer {
  const key = Buffer.alloc(20);
  key.writeUInt16BE(number, 18);
  return key;
}

it('asks for a hundred at most at once', async () => {
  expect(await node.balances(keys(250), block)).toEqual(balances(250));
  expect(fake.log.toSorted()).toEqual(['batch of 100', 'batch of 100', 'batch of 50']);
});

it('asks for one without a batch, and for none not at all', async () => {
  expect(await node.balances(keys(1), block)).toEqual([1n]);
  expect(await node.balances([], block)).toEqual([]);
  expect(fake.log).toEqual(['eth_getBalance']);
});

it('takes answers in any order', async () => {
  fake.batchAnswers = (answers) => answers.toReversed();
  expect(await node.balances(keys(60), block)).toEqual(balances(60));
});

describe('hostile answers are refused:', () => {
  it.each<[string, (answers: unknown[]) => unknown]>([
    ['one is missing', (answers) => answers.slice(1)],
    ['one comes twice in the place of another', ([first, , ...rest]) => [first, first, ...rest]],
    ['one too many', (answers) => [...answers, answers[0]]],
    ['an object in the place of the list', (answers) => answers[0]],
    ['no objects', (answers) => answers.map(() => 7)],
    ['none', () => []],
    ['foreign ids', (answers) => answers.map((answer) => ({ ...(answer as object), id: 'x' }))],
    ['neither result nor error', (answers) => answers.map((answer) => ({ id: (answer as { id: number }).id }))],
    ['a balance that is a number', (answers) => answers.map((answer) => ({ ...(answer as object), result: 5 }))],
    [
      'a balance beyond 256 bits',
      (answers) => answers.map((answer) => ({ ...(answer as object), result: `0x1${'0'.repeat(64)}` })),
    ],
    ['a balance that is null', (answers) => answers.map((answer) => ({ ...(answer as object), result: null }))],
  ])('%s', async (_what, change) => {
    fake.batchAnswers = change;
    expect(await failureOf(node.balances(keys(3), block))).toBeInstanceOf(NodeLieError);
  });
});

type Refuse = (id: number) => { status: number; body: unknown };
const error = (code: number, message: string, id: number | null = null) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

describe('asks for less at once where the node refuses so many:', () => {
  it.each<[string, Refuse]>([
    ['geth', (id) => ({ status: 200, body: [error(-32600, 'batch too large', id)] })],
    [
      'erigon',
      (id) => ({
        status: 200,
        body: [error(-32600, 'batch limit 100 exceeded (can increase by --rpc.batch.limit)', id)],
      }),
    ],
    ['reth', () => ({ status: 200, body: error(-32010, 'The batch request was too large') })],
    ['the answer of reth', () => ({ status: 200, body: error(-32011, 'The batch response was too large') })],
    ['the body of reth', () => ({ status: 413, body: error(-32007, 'Request is too big') })],
    [
      'a reth without batches',
      () => ({ status: 200, body: error(-32005, 'Batched requests are not supported by this server') }),
    ],
    ['nethermind', () => ({ status: 503, body: error(-32005, 'Batch size limit exceeded') })],
    ['besu', () => ({ status: 200, body: error(-32005, 'Number of requests exceeds max batch size') })],
    ['a proxy', () => ({ status: 413, body: '<html>413 Request Entity Too Large</html>' })],
  ])('%s', async (_client, refuse) => {
    const limit = 3;
    fake.misbehave = ({ response, calls }) => {
      if (calls.length <= limit) return false;
      const { status, body } = refuse(calls[0]?.id ?? 0);
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
      return true;
    };
    expect(await node.balances(keys(40), block)).toEqual(balances(40));
    fake.log.length = 0;
    await node.balances(keys(4), block);
    expect(fake.log).not.toContain('batch of 4');
  });

  it.each([
    ['geth', -32003, 'response too large'],
    ['nethermind', -32005, 'MaxBatchResponseBodySize of 32768KB exceeded'],
  ])('%s, which answers what fits and every further call with an error', async (_client, code, message) => {
    fake.batchAnswers = (answers) =>
      answers.map((answer, at) => (at < 10 ? answer : error(code, message, (answer as { id: number }).id)));
    expect(await node.balances(keys(40), block)).toEqual(balances(40));
  });
});

it('halves what answers more than it may, without taking that for a limit of the node', async () => {
  const padding = 'p'.repeat(2 ** 20);
  fake.batchAnswers = (answers) => answers.map((answer) => ({ ...(answer as object), padding }));
  expect(await node.balances(keys(40), block)).toEqual(balances(40));
  fake.batchAnswers = (answers) => answers;
  fake.log.length = 0;
  await node.balances(keys(100), block);
  expect(fake.log).toEqual(['batch of 100']);
});

it('fails where one call alone is refused as too large', async () => {
  fake.misbehave = ({ response, calls }) => {
    response.end(JSON.stringify(error(-32010, 'too large', calls[0]?.id ?? null)));
    return true;
  };
  expect(String(await failureOf(node.balances(keys(2), block)))).toContain('too large');
});

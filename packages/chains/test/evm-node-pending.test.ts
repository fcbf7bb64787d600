import { beforeEach, expect, it } from 'vitest';
import { type EvmNode, NodeLieError } from '../src/index.js';
import { FakeEvmNode, hashAt, hex } from './evm-node-fake.js';
import { failureOf, Refusal } from './node-fake.js';

let fake: FakeEvmNode;
let node: EvmNode;

beforeEach(async () => {
  fake = await new FakeEvmNode().start();
  node = fake.client();
});

const transaction = (nonce: number) => ({
  hash: `0x${hashAt(nonce, 'pending')}`,
  type: '0x2',
  from: `0x${'aa'.repeat(20)}`,
  to: `0x${'bb'.repeat(20)}`,
  value: '0x1',
  nonce: hex(nonce),
  gas: '0x5208',
  maxFeePerGas: '0x3b9aca00',
  input: '0x',
});
const nonces = async () => (await node.pendingTransactions())?.map(({ nonce }) => nonce);

it('are those that could be in the next block', async () => {
  const pending = { '0xaa': { 5: transaction(5), 6: transaction(6) }, '0xbb': { 0: transaction(0) } };
  fake.methods['txpool_content'] = () => ({ pending, queued: { '0xcc': { 9: transaction(9) } } });
  expect(await nonces()).toEqual([5, 6, 0]);
});

it('that are none are left out', async () => {
  const none = { 1: null, 2: 'x', 3: {}, 4: { ...transaction(4), from: '0x' }, 5: { ...transaction(5), value: -1 } };
  fake.methods['txpool_content'] = () => ({ pending: { '0xaa': { ...none, 8: transaction(8) } } });
  expect(await nonces()).toEqual([8]);
});

it('are null where the node does not offer them', async () => {
  expect(await node.pendingTransactions()).toBeNull();
  fake.methods['txpool_content'] = () => {
    throw new Refusal(-32604, 'Method not enabled');
  };
  expect(await node.pendingTransactions()).toBeNull();
});

it('of another shape are refused', async () => {
  for (const answer of [null, [], { pending: [] }, { pending: { '0xaa': 7 } }, {}]) {
    fake.methods['txpool_content'] = () => answer;
    expect(await failureOf(node.pendingTransactions()), JSON.stringify(answer)).toBeInstanceOf(NodeLieError);
  }
});

it('of more than is read, or than the node tells, have a sentence with what helps', async () => {
  const sentence = /the list of its pool is too large to be read; lower .*txpool.globalslots.* ETH_MEMPOOL_LIMIT=0/;
  fake.misbehave = ({ response }) => {
    response.writeHead(200, { 'content-length': 2 ** 31 });
    response.flushHeaders();
    return true;
  };
  expect(String(await failureOf(node.pendingTransactions()))).toMatch(sentence);
  fake.misbehave = () => false;
  fake.methods['txpool_content'] = () => {
    throw new Refusal(-32_003, 'response too large');
  };
  expect(await failureOf(node.pendingTransactions())).toMatchObject({ message: expect.stringMatching(sentence) });
});

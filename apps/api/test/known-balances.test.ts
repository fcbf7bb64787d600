/**
 * What histories, and sums of what was received, are counted from where no balance is stored: as after a first sync.
 */
import { formatAddress, requireChain } from '@chaintrail/chains';
import { openSession } from '@chaintrail/db';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { KnownBalances } from '../src/node/known-balances.js';
import { ACCOUNT_BLOCKS, AT, CONTRACT, FRIEND, MINER, OWNER, OWNER_BALANCE } from './support/account-demo.js';
import { type FakeEvmNode, startFakeEvmNode } from './support/fake-evm-node.js';
import { accountOf, blockHash, seedAccountChain } from './support/seed-account-chain.js';
import { startApi, type TestApi } from './support/start-api.js';

const network = requireChain('eth').networks.find(({ name }) => name === 'local')!;
const GENESIS = accountOf('genesis');
const ADDRESSES = [OWNER, FRIEND, MINER, CONTRACT];

let database: TestDatabase;
let node: FakeEvmNode;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedAccountChain(database.url, { chain: 'eth', blocks: ACCOUNT_BLOCKS, tracedTo: AT.tip });
});
afterAll(async () => {
  await database?.drop();
});
beforeEach(async () => {
  node = await startFakeEvmNode();
  node.balances.set(
    blockHash('eth', AT.tip),
    new Map([
      [OWNER.toString('hex'), OWNER_BALANCE],
      [FRIEND.toString('hex'), 10n ** 21n],
      [GENESIS.toString('hex'), 9_999n],
    ]),
  );
  await traced(AT.tip);
  api = await startApi(database.url, { env: { ETH_RPC_URL: node.url, ETH_NETWORK: 'local' } });
});
afterEach(async () => {
  await api?.stop();
  await node?.close();
});

async function execute(sql: string): Promise<void> {
  const session = await openSession(database.url, 'test');
  await session.query(sql);
  await session.end();
}

const traced = (height: number): Promise<void> => execute(`UPDATE eth.internal_sync SET live_to = ${height}`);
const read = async (key: Buffer, path: string) =>
  (await api.get(`/v0/addresses/eth/${formatAddress(network, key)}/${path}`)).json;
const balancesAfter = async (key: Buffer, query = ''): Promise<(string | null)[]> =>
  (await read(key, `transactions${query}`)).transactions.map(
    ({ balanceAfter }: { balanceAfter: string | null }) => balanceAfter,
  );

it('balances after transactions follow from one question, which is asked once', async () => {
  const { transactions } = await read(OWNER, 'transactions');
  let balance = OWNER_BALANCE;
  for (const { amount, balanceAfter } of transactions) {
    expect(balanceAfter).toBe(String(balance));
    balance -= BigInt(amount);
  }
  expect(transactions).toHaveLength(10);
  expect(node.asked.map(({ params }) => params[1])).toMatchObject([{ blockHash: `0x${blockHash('eth', AT.tip)}` }]);
  expect(await balancesAfter(OWNER, '?limit=2&offset=3')).not.toContain(null);
  expect(node.asked).toHaveLength(1);
});

it('balances after transactions are asked for at the last block that is traced', async () => {
  await traced(AT.tokens);
  node.balances.set(blockHash('eth', AT.tokens), new Map([[FRIEND.toString('hex'), 500n]]));
  const untold = await balancesAfter(FRIEND);
  expect(node.asked.map(({ params }) => params[1])).toMatchObject([{ blockHash: `0x${blockHash('eth', AT.tokens)}` }]);
  expect(untold.slice(0, 3)).toEqual([null, null, '500']);
  await traced(AT.tip);
  // What was remembered stays true, and counts forward.
  expect(await balancesAfter(FRIEND)).not.toContain(null);
  expect(node.asked).toHaveLength(1);
});

it('a history that asks the node is charged for it, once, and refused without units for it', async () => {
  const env = { ETH_RPC_URL: node.url, ETH_NETWORK: 'local', RATE_LIMITS: 'free=14/1h' };
  const limited = await startApi(database.url, { env });
  onTestFinished(() => limited.stop());
  const left = async (key: Buffer) => {
    // With a token, however wrong, the answer is nobody else's, and says what is left.
    const { status, headers } = await limited.get(`/v0/addresses/eth/${formatAddress(network, key)}/transactions`, {
      headers: { Authorization: 'Bearer x' },
    });
    return [status, Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])];
  };
  expect(await left(OWNER)).toEqual([200, 8]);
  expect(await left(OWNER)).toEqual([200, 7]);
  expect(await left(FRIEND)).toEqual([200, 1]);
  expect([await left(OWNER), node.asked.length]).toEqual([[200, 0], 2]);
  expect([(await left(MINER))[0], node.asked.length]).toEqual([429, 2]);
});

it.each(['silent', 'lying', 'busy', 'pruned', 'lost'] as const)(
  'a node that is %s tells nothing, and holds up one history at most',
  async (mood) => {
    node.mood = mood;
    for (const key of [...ADDRESSES, ...ADDRESSES]) expect(new Set(await balancesAfter(key))).toEqual(new Set([null]));
    if (mood === 'silent') expect(node.asked).toHaveLength(1);
  },
);

it('no node, no balances after transactions', async () => {
  const alone = await startApi(database.url);
  const { json } = await alone.get(`/v0/addresses/eth/${formatAddress(network, OWNER)}/transactions?limit=1`);
  await alone.stop();
  expect(json.transactions).toMatchObject([{ balanceAfter: null }]);
});

it('what was received is told where transactions tell all that there is', async () => {
  expect(await read(OWNER, 'balance')).toMatchObject({
    received: expect.stringMatching(/^[1-9]/),
    receivedHeight: AT.tip,
  });
  expect(await read(accountOf('nobody'), 'balance')).toMatchObject({ balance: '0', received: '0' });
  // Funds of a genesis block: more than was ever received.
  expect(await read(GENESIS, 'balance')).toMatchObject({
    balance: '9999',
    received: null,
    receivedHeight: null,
    sent: null,
  });
  expect(await read(FRIEND, 'balance')).toMatchObject({ received: null });
});

it('what was received does not go while traces of the newest block are missing', async () => {
  await traced(AT.tip - 1);
  node.balances.set(blockHash('eth', AT.tip - 1), new Map([[OWNER.toString('hex'), OWNER_BALANCE]]));
  const before = await read(OWNER, 'balance');
  await traced(AT.tip);
  const { received } = await read(OWNER, 'balance');
  expect([before.received, before.receivedHeight]).toEqual([received, AT.tip - 1]);
  expect(received).not.toBeNull();
});

it('what is known of an address is bounded, as are addresses', () => {
  const known = new KnownBalances(2);
  for (let height = 0; height < 9; height++) known.add('a', { balance: '1', block: { height, hash: '' } });
  expect(known.of('a').map(({ block }) => block.height)).toEqual([8, 7, 6, 5]);
  known.add('b', { balance: '1', block: { height: 0, hash: '' } });
  known.of('a');
  known.add('c', { balance: '1', block: { height: 0, hash: '' } });
  expect(['a', 'b', 'c'].map((address) => known.of(address).length)).toEqual([4, 0, 1]);
});

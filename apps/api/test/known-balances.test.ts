/**
 * Origins of histories, and of sums received, where no balance is stored: as after a first sync.
 */
import { formatAddress, requireChain } from '@chaintrail/chains';
import { expect, it, onTestFinished } from 'vitest';
import { AT, CONTRACT, EVM_BLOCKS, FRIEND, MINER, OWNER, OWNER_BALANCE } from './support/evm-demo.js';
import { accountOf, blockHash, seedEvmChain } from './support/seed-evm-chain.js';
import { serveBesideNode } from './support/served.js';
import { startApi } from './support/start-api.js';

const network = requireChain('eth').networks.find(({ name }) => name === 'local')!;
const GENESIS = accountOf('genesis');
const ADDRESSES = [OWNER, FRIEND, MINER, CONTRACT];

const api = serveBesideNode(
  ({ databaseUrl }) => seedEvmChain(databaseUrl, { chain: 'eth', blocks: EVM_BLOCKS, tracedTo: AT.tip }),
  async (_, { balances }) => {
    balances.set(
      blockHash('eth', AT.tip),
      new Map([
        [OWNER.toString('hex'), OWNER_BALANCE],
        [FRIEND.toString('hex'), 10n ** 21n],
        [GENESIS.toString('hex'), 9_999n],
      ]),
    );
    await untraced();
  },
);

/** All blocks but these. */
const untraced = (...heights: readonly number[]) =>
  api.session.query(`DELETE FROM eth.internal_gaps; UPDATE eth.internal_sync SET revision = revision + 1;
    ${heights.map((height) => `INSERT INTO eth.internal_gaps (from_height, to_height, reason_code) VALUES (${height}, ${height}, 'node-away');`).join('')}`);
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
  expect(api.node.asked.map(({ params }) => params[1])).toMatchObject([{ blockHash: `0x${blockHash('eth', AT.tip)}` }]);
  expect(await balancesAfter(OWNER, '?limit=2&offset=3')).not.toContain(null);
  expect(api.node.asked).toHaveLength(1);
});

it('balances after transactions are told from the last gap on, which is told, and of all when it is closed', async () => {
  await untraced(AT.tokens);
  const { transactions, incomplete } = await read(FRIEND, 'transactions');
  expect(incomplete).toEqual([{ from: AT.tokens, to: AT.tokens, reason: 'node-away' }]);
  const known = (balanceAfter: string | null) => balanceAfter !== null;
  for (const { blockHeight, balanceAfter } of transactions) expect(known(balanceAfter)).toBe(blockHeight > AT.tokens);
  expect(await read(FRIEND, 'balance')).toMatchObject({ receivedFrom: AT.tokens + 1, incomplete });
  await untraced();
  // Running sums may have changed with the gap: it is asked again.
  const asked = api.node.asked.length;
  expect(await balancesAfter(FRIEND)).not.toContain(null);
  expect(api.node.asked.length).toBe(asked);
  const whole = await read(FRIEND, 'transactions');
  expect(whole).not.toHaveProperty('incomplete');
});

it('a past balance is counted from the one at the tip, which the node has the state of', async () => {
  const { transactions } = await read(OWNER, 'transactions');
  for (const height of [AT.pays, AT.tokens, AT.internal]) {
    const last = transactions.find(({ blockHeight }: { blockHeight: number }) => blockHeight <= height);
    expect(await read(OWNER, `balance?height=${height}`)).toMatchObject({ balance: last?.balanceAfter ?? '0', height });
  }
  expect(new Set(api.node.asked.map(({ params }) => JSON.stringify(params[1]))).size).toBe(1);
});

it('a history that asks the node is charged for it, once, and refused without units for it', async () => {
  const env = { ETH_RPC_URL: api.node.url, ETH_NETWORK: 'local', RATE_LIMITS: 'free=14/1h' };
  const limited = await startApi(api.databaseUrl, { env });
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
  expect([await left(OWNER), api.node.asked.length]).toEqual([[200, 0], 2]);
  expect([(await left(MINER))[0], api.node.asked.length]).toEqual([429, 2]);
});

it.each(['silent', 'lying', 'busy', 'pruned', 'lost'] as const)(
  'a node that is %s tells nothing, and holds up one history at most',
  async (mood) => {
    api.node.mood = mood;
    for (const key of [...ADDRESSES, ...ADDRESSES]) expect(new Set(await balancesAfter(key))).toEqual(new Set([null]));
    if (mood === 'silent') expect(api.node.asked).toHaveLength(1);
  },
);

it('no node, no balances after transactions', async () => {
  const alone = await startApi(api.databaseUrl);
  const { json } = await alone.get(`/v0/addresses/eth/${formatAddress(network, OWNER)}/transactions?limit=1`);
  await alone.stop();
  expect(json.transactions).toMatchObject([{ balanceAfter: null }]);
});

it('what was received is told where all blocks are traced, with what a genesis block gave', async () => {
  expect(await read(OWNER, 'balance')).toMatchObject({
    received: expect.stringMatching(/^[1-9]/),
    receivedFrom: 0,
    receivedHeight: AT.tip,
  });
  expect(await read(accountOf('nobody'), 'balance')).toMatchObject({ balance: '0', received: '0' });
  const untouched = { balance: '9999', received: '9999', receivedFrom: 0, receivedHeight: AT.tip, sent: '0' };
  expect(await read(GENESIS, 'balance')).toMatchObject(untouched);
  const { transactions } = await read(FRIEND, 'transactions');
  for (const height of [AT.tip, AT.tokens]) {
    const { received, sent, balance } = await read(FRIEND, `balance?height=${height}`);
    const own = transactions.filter(({ blockHeight }: { blockHeight: number }) => blockHeight <= height);
    const [newest, oldest] = [own[0], own.at(-1)];
    expect(balance).toBe(newest.balanceAfter);
    expect(BigInt(received) - BigInt(sent)).toBe(BigInt(balance));
    expect(BigInt(received)).toBeGreaterThan(BigInt(oldest.balanceAfter) - BigInt(oldest.amount));
  }
});

it('what was received is unknown where the node says less than the transactions brought', async () => {
  api.node.balances.set(blockHash('eth', AT.tip), new Map([[OWNER.toString('hex'), OWNER_BALANCE - 1n]]));
  expect(await read(OWNER, 'balance')).toMatchObject({ received: null, receivedFrom: null, sent: null });
});

it('what was received and sent is counted from the last gap on, and unknown in one', async () => {
  const { received, sent, balance } = await read(OWNER, 'balance');
  expect(BigInt(received) - BigInt(sent)).toBe(BigInt(balance));
  await untraced(AT.tip);
  expect(await read(OWNER, 'balance')).toMatchObject({ received: null, receivedFrom: null, sent: null, balance });
  await untraced(AT.pays);
  const partly = await read(OWNER, 'balance');
  const past = await read(OWNER, `balance?height=${AT.pays + 1}`);
  expect(partly).toMatchObject({ receivedFrom: AT.pays + 1, receivedHeight: AT.tip });
  expect(past).toMatchObject({ receivedFrom: AT.pays + 1, receivedHeight: AT.pays + 1 });
});

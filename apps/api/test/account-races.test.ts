/** Accounts that are read while blocks and unconfirmed transactions come and go between two of their statements. */
import { type Descriptor, parseDescriptor } from '@chaintrail/chains';
import { openSession, type Reader, type Session, TooHeavyError } from '@chaintrail/db';
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Account } from '../src/accounts/account.js';
import { Accounts } from '../src/accounts/accounts.js';
import { seedChain } from './support/seed-chain.js';
import { type PendingSeed, seedMempool } from './support/seed-mempool.js';
import { ACCOUNT_KEY, appendBlock, dropAbove, keyAt, regtest, walletBlocks } from './support/wallet-chain.js';

const DESCRIPTOR = `wpkh(${ACCOUNT_KEY}/<0;1>/*)`;
const BLOCKS = 12;

let database: TestDatabase;
let session: Session;
let wallet: Descriptor;
let last: number[];
let accounts: Accounts;
/** Work to be done once, before the statement of a name. */
const before = new Map<string, () => Promise<unknown>>();

beforeEach(async () => {
  database = await createTestDatabase();
  wallet = parseDescriptor(regtest, DESCRIPTOR);
  const made = walletBlocks(wallet, BLOCKS);
  last = made.last;
  await seedChain(database.url, { chain: 'btc', network: 'regtest', blocks: made.blocks });
  await seedMempool(database.url, 'btc', []);
  session = await openSession(database.url, 'test');
  accounts = new Accounts(2 ** 26);
  before.clear();
});
afterEach(async () => {
  await session?.end();
  await database?.drop();
});

/** Reads the account as it is now. */
async function open(mostWeight: number | null = null, descriptor = DESCRIPTOR): Promise<Account> {
  const db = {
    async query(config: { name: string }) {
      const name = config.name.replace(/_btc$/, '');
      const work = before.get(name);
      before.delete(name);
      await work?.();
      return session.query(config as never);
    },
  } as unknown as Reader;
  return (await accounts.open({ mostWeight }, regtest, db, { descriptor })).account;
}

const balanceOf = ({ rows }: Account): bigint => rows.balanceAfter(rows.length - 1);
const pendingOf = ({ pending }: Account): (readonly [number, bigint])[] =>
  pending.map(({ id, delta }) => [id, delta] as const);
const pay = (id: number, index: number, txKey?: bigint): PendingSeed => ({
  ...{ id, inputs: [], outputs: [{ key: keyAt(wallet, 0, index), value: BigInt(id) }] },
  ...(txKey === undefined ? {} : { txKey }),
});
const mempool = (...pending: readonly PendingSeed[]) => seedMempool(database.url, 'btc', pending);

it('counts a block once that another one follows before unconfirmed transactions are read', async () => {
  const known = balanceOf(await open());
  await appendBlock(database.url, BLOCKS, 'one', [keyAt(wallet, 0, 0)]);
  before.set('account_pending_since', () => appendBlock(database.url, BLOCKS + 1, 'two', [keyAt(wallet, 0, 0)]));
  const account = await open();
  expect(before.size).toBe(0);
  expect(balanceOf(account)).toBe(known + 2_000n);
});

it('has again what waits once more since a reorg, also where a block follows at once', async () => {
  await mempool(pay(5, 0), pay(6, 1));
  await open();
  await appendBlock(database.url, BLOCKS, 'takes it', [keyAt(wallet, 0, 0)]);
  await mempool(pay(5, 0, BigInt(BLOCKS) << 20n), pay(6, 1));
  expect(pendingOf(await open())).toEqual([[6, 6n]]);
  await dropAbove(database.url, BLOCKS - 1);
  await mempool(pay(5, 0), pay(6, 1));
  before.set('account_pending', () => appendBlock(database.url, BLOCKS, 'takes nothing', [keyAt(wallet, 0, 0)]));
  expect(pendingOf(await open())).toEqual([
    [5, 5n],
    [6, 6n],
  ]);
  expect(before.size).toBe(0);
});

it('forgets what waited where a reorg takes back all that was read', async () => {
  const unpaid = last[0]! + 3;
  await appendBlock(database.url, BLOCKS, 'the only one that is remembered', [keyAt(wallet, 0, 0)]);
  await mempool(pay(5, unpaid));
  expect((await open()).branches[0]!.nextUnused(20)?.index).toBe(unpaid + 1);
  await dropAbove(database.url, BLOCKS - 1);
  await mempool();
  const account = await open();
  expect(account.branches[0]!.nextUnused(20)?.index).toBe(last[0]! + 1);
  expect(account.branches[0]!.read).toBe(last[0]! + 21);
});

it('counts an unconfirmed transaction once that comes while addresses are read', async () => {
  before.set('account_uses', () => mempool(pay(9, 0)));
  expect(pendingOf(await open())).toEqual([[9, 9n]]);
  expect(pendingOf(await open())).toEqual([[9, 9n]]);
});

it('weighs what is new, not what was read before', async () => {
  await open();
  await appendBlock(database.url, BLOCKS, 'one', [keyAt(wallet, 0, last[0]! + 1)]);
  const account = await open(0);
  expect(account.branches[0]!.read).toBe(last[0]! + 22);
  await appendBlock(database.url, BLOCKS + 1, 'two', [keyAt(wallet, 0, last[0]! + 21)]);
  await expect(open(0)).rejects.toThrow(TooHeavyError);
});

it('counts an address once that two branches have', async () => {
  const twice = `wsh(sortedmulti(1,${ACCOUNT_KEY}/<0;1>/*,${ACCOUNT_KEY}/<1;0>/*))`;
  const shared = keyAt(parseDescriptor(regtest, twice), 0, 0);
  await appendBlock(database.url, BLOCKS, 'shared', [shared]);
  const account = await open(null, twice);
  expect(account.rows.length).toBe(1);
  expect(balanceOf(account)).toBe(1_000n);
  expect(account.addresses.filter(({ key }) => key.equals(shared))).toHaveLength(1);
});

import { randomBytes } from 'node:crypto';
import { requireUtxoChain } from '@chaintrail/chains';
import { createTestDatabase, dumpRows, type TestDatabase } from '@chaintrail/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeSession, openSession, type Session } from '../src/connection.js';
import { ChainInUseError, dropChain } from '../src/maintain/drop-chain.js';
import { readChainOwners, readOwnedChains, readStrangers } from '../src/read/read-locked-chains.js';
import { CursorMovedError } from '../src/write/cursor.js';
import { NetworkMismatchError } from '../src/write/ledger.js';
import { becomeOwner } from '../src/write/owner.js';
import { openUtxoLedger } from '../src/write/utxo/utxo-ledger.js';
import { blocksOf, simulator } from './support/simulated-ledger.js';

const btc = requireUtxoChain('btc');
const network = (name: string) => btc.networks.find((each) => each.name === name)!;

let database: TestDatabase;
let sessions: Session[];

async function own(): Promise<Session> {
  const session = (await becomeOwner(database.url, 'btc'))!;
  sessions.push(session);
  return session;
}

beforeEach(async () => {
  database = await createTestDatabase();
  sessions = [];
});

afterEach(async () => {
  for (const session of sessions) await closeSession(session);
  await database.drop();
});

describe('a chain', () => {
  it('has one owner; the next one gets it when the session ends', async () => {
    const first = await own();
    expect(await becomeOwner(database.url, 'btc')).toBeNull();
    await closeSession(first);
    expect(await own()).not.toBeNull();
  });

  it("is nobody's while a session holds its lock that is no indexer, which is named", async () => {
    const reader = `reader_${randomBytes(4).toString('hex')}`;
    const admin = await openSession(database.url, 'test');
    sessions.push(admin);
    await admin.query(`CREATE ROLE ${reader} LOGIN PASSWORD 'secret' IN ROLE chaintrail_read`);
    const readerUrl = Object.assign(new URL(database.url), { username: reader, password: 'secret' }).href;
    const owner = new URL(database.url).username;
    // A reader that calls itself an indexer; one that shares the lock of helpers; and the owner's own psql.
    for (const [url, role, application, lock] of [
      [readerUrl, reader, 'chaintrail-indexer-btc', 'pg_advisory_lock(1667785065, 0)'],
      [readerUrl, reader, 'psql', 'pg_advisory_lock_shared(1667785064, 0)'],
      [database.url, owner, 'psql', 'pg_advisory_lock(1667785065, 0)'],
    ] as const) {
      const stranger = await openSession(url, application);
      await stranger.query(`SELECT ${lock}`);
      expect(await becomeOwner(database.url, 'btc')).toBeNull();
      expect(await readOwnedChains(admin)).toEqual(new Set());
      expect(await readChainOwners(admin)).toEqual(new Map());
      const said = (await readStrangers(admin)).get('btc');
      expect(said).toMatch(new RegExp(`role ${role} \\(application "${application}", PostgreSQL process \\d+\\)`));
      await expect(dropChain(database.url, 'btc')).rejects.toThrow(said);
      // The remedy, as it is printed.
      await admin.query(/SELECT pg_terminate_backend\(\d+\)/.exec(said!)![0]);
      await expect.poll(() => readStrangers(admin)).toEqual(new Map());
      await closeSession(stranger);
      await closeSession(await own());
      await expect.poll(() => readOwnedChains(admin)).toEqual(new Set());
    }
    await own();
    expect(await readOwnedChains(admin)).toEqual(new Set(['btc']));
    expect(await readStrangers(admin)).toEqual(new Map());
  });

  it('is told apart from another network of itself, unless nothing is stored yet', async () => {
    const session = await own();
    await openUtxoLedger(session, btc, network('mainnet'), 0);
    const ledger = await openUtxoLedger(session, btc, network('regtest'), 0);
    await ledger.replaceAfter(null, null, blocksOf(simulator(btc, 1), 0).slice(0, 3));
    await expect(openUtxoLedger(session, btc, network('mainnet'), 0)).rejects.toThrow(NetworkMismatchError);
    const { rows } = await session.query('SELECT network FROM chaintrail.chains');
    expect(rows).toEqual([{ network: 'regtest' }]);
  });

  it('keeps the start of the history it has', async () => {
    const session = await own();
    const ledger = await openUtxoLedger(session, btc, network('regtest'), 2);
    await ledger.replaceAfter(null, null, blocksOf(simulator(btc, 1), 0).slice(2, 4));
    expect((await openUtxoLedger(session, btc, network('regtest'), 0)).historyFrom).toBe(2);
  });

  it('is opened again without waiting for those who read it', async () => {
    const session = await own();
    await openUtxoLedger(session, btc, network('regtest'), 0);
    const reader = await openSession(database.url, 'reader');
    sessions.push(reader);
    await reader.query('BEGIN; SELECT count(*) FROM btc.transactions');
    await session.query(`SET lock_timeout = '1s'`);
    await expect(openUtxoLedger(session, btc, network('regtest'), 0)).resolves.toBeDefined();
  });

  it('is not written by one who holds another cursor, even at the same height', async () => {
    const session = await own();
    const ledger = await openUtxoLedger(session, btc, network('regtest'), 0);
    const simulated = simulator(btc, 1);
    const blocks = blocksOf(simulated, 0);
    await ledger.replaceAfter(null, null, blocks.slice(0, 5));
    const cursor = (await ledger.cursor())!;
    const other = { ...cursor, hash: 'ab'.repeat(32) };
    await expect(ledger.replaceAfter(other, other, blocks.slice(5, 6))).rejects.toThrow(CursorMovedError);
    expect(await ledger.cursor()).toEqual(cursor);
  });

  it('can be dropped when nobody owns it, and starts anew', async () => {
    const session = await own();
    const ledger = await openUtxoLedger(session, btc, network('regtest'), 0);
    const blocks = blocksOf(simulator(btc, 1), 0).slice(0, 10);
    await ledger.replaceAfter(null, null, blocks);
    const before = await dumpRows(database.url, 'btc');
    await expect(dropChain(database.url, 'btc')).rejects.toThrow(ChainInUseError);
    await closeSession(session);
    expect(await dropChain(database.url, 'btc')).toBe(true);
    expect(await dropChain(database.url, 'btc')).toBe(false);
    const again = await openUtxoLedger(await own(), btc, network('regtest'), 0);
    expect(await again.cursor()).toBeNull();
    await again.replaceAfter(null, null, blocks);
    expect(await dumpRows(database.url, 'btc')).toEqual(before);
  });
});

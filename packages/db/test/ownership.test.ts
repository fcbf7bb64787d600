import { requireUtxoChain } from '@chaintrail/chains';
import { createTestDatabase, dumpRows, type TestDatabase } from '@chaintrail/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeSession, openSession, type Session } from '../src/connection.js';
import { ChainInUseError, dropChain } from '../src/maintain/drop-chain.js';
import { CursorMovedError } from '../src/write/cursor.js';
import { becomeOwner } from '../src/write/owner.js';
import { NetworkMismatchError } from '../src/write/register-chain.js';
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

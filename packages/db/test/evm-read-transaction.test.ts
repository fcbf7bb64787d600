/** A transaction of an EVM chain: every column, its transfers, and what is listed of many. */
import { describe, expect, it } from 'vitest';
import { readEvmHistory, readEvmTransaction, readExample, TooHeavyError } from '../src/index.js';
import { createIndexedChain } from '../src/write/chain-indexes.js';
import { openReadDatabase } from './support/opened-databases.js';

const INTERNAL = 2 ** 24;
const key = (n: number): Buffer => Buffer.alloc(20, n);
const txid = (n: number): Buffer => Buffer.alloc(32, n);
const hex = (bytes: Buffer): string => bytes.toString('hex');
const ME = key(1);

const db = openReadDatabase(async (session) => {
  await createIndexedChain(session, 'eth', 'local');
  await session.query(SEED, []);
  await session.query(
    `INSERT INTO eth.transactions (tx_key, txid, type, succeeded, from_key, to_key, created_contract, value, nonce, gas_limit,
       gas_used, gas_price, fee, blob_fee, l1_fee, operator_fee, method)
     VALUES (1048576, $1, 2, false, $4, NULL, $5, 123456789012345678901234567890, 7, 30000, 21000, 9, 189001, 1, 2, 3, '\\xa9059cbb'),
       (1048577, $2, 0, true, $5, $4, NULL, 0, 8, 1, 1, 1, 1, NULL, NULL, NULL, NULL),
       (1048578, $3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
    [txid(1), txid(2), txid(9), ME, key(2)],
  );
  await session.query(
    `INSERT INTO eth.address_transactions (address_key, seq, tx_key, delta, balance, received)
     VALUES ($1, 1, 1048576, -189001, -189001, 0), ($1, 2, 1048577, 0, -189001, 0)`,
    [ME],
  );
  await session.query(
    `INSERT INTO eth.tokens (asset, address, standard, name, symbol, decimals, first_height) VALUES ($1, '0x', 'erc20', 'Name', 'SYM', 6, 1)`,
    [key(5)],
  );
  await session.query(
    `INSERT INTO eth.transfers (tx_key, idx, kind, from_key, to_key, asset, standard, amount, token_id) VALUES
       (1048576, 0, 'token', $1, $2, $3, 'erc20', 1e30, NULL), (1048576, 1, 'burn', $1, NULL, NULL, NULL, 5, NULL),
       (1048576, ${INTERNAL}, 'internal', $2, $1, NULL, NULL, 6, NULL)`,
    [ME, key(2), key(5)],
  );
  // Far more than are looked at; one of the address within those, one behind.
  await session.query(
    `INSERT INTO eth.transfers (tx_key, idx, kind, from_key, to_key, asset, standard, amount, token_id)
     SELECT 1048577, n, 'token'::chaintrail.transfer_kind, $2::bytea, CASE WHEN n IN (1500, 9000) THEN $1::bytea ELSE $2 END, $2, 'erc721'::chaintrail.token_standard, 1, n FROM generate_series(0, 11999) n
     UNION ALL SELECT 1048577, ${INTERNAL} + n, 'internal', CASE WHEN n = 3 THEN $1 ELSE $2 END, $2, NULL, NULL, n, NULL FROM generate_series(0, 4) n`,
    [ME, key(2)],
  );
  await session.query(
    `INSERT INTO eth.mempool_transactions (id, txid, first_seen, type, from_key, to_key, value, nonce, gas_limit, gas_price, method)
     VALUES (1, $1, 1700000099, 2, $2, $3, 5, 9, 21000, 11, NULL)`,
    [txid(3), ME, key(2)],
  );
});

const SEED = `
  INSERT INTO eth.blocks (height, hash, parent_hash, time, tx_count, size) VALUES (1, decode(repeat('0b', 32), 'hex'), '', 1700000012, 2, 900);
  INSERT INTO eth.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since, mempool_at, finalized_height)
    VALUES ('local', 0, 1, decode(repeat('0b', 32), 'hex'), 1700000012, 1, 'live', now(), now(), 0)`;

/** State of tracing when the test begins. @param gap reason why block 1 lacks its traces; null where it has them */
async function trace(mode: string, gap: string | null = null): Promise<void> {
  await db.session.query('DELETE FROM eth.internal_sync');
  await db.session.query('DELETE FROM eth.internal_gaps');
  await db.session.query('INSERT INTO eth.internal_sync (mode, from_height) VALUES ($1, 0)', [mode]);
  if (gap === null) return;
  await db.session.query('INSERT INTO eth.internal_gaps (from_height, to_height, reason_code) VALUES (1, 1, $1)', [
    gap,
  ]);
}

describe('a transaction of an EVM chain', () => {
  it('has every column', async () => {
    await trace('full');
    const found = await readEvmTransaction(db.pool, 'eth', txid(1));
    expect(found?.state).toMatchObject({
      finalizedHeight: 0,
    });
    const coin = {
      asset: null,
      standard: null,
      tokenId: null,
      symbol: null,
      name: null,
      decimals: null,
      spoofed: false,
    };
    expect(found?.transaction).toEqual({
      block: { height: 1, index: 0, hash: '0b'.repeat(32), time: 1_700_000_012, txCount: 2 },
      ...{ firstSeen: null, txid: hex(txid(1)), type: 2, succeeded: false, from: hex(ME), to: null },
      ...{ createdContract: hex(key(2)), value: '123456789012345678901234567890', nonce: 7, gasLimit: 30_000 },
      ...{
        gasUsed: 21_000,
        gasPrice: '9',
        fee: '189001',
        blobFee: '1',
        l1Fee: '2',
        operatorFee: '3',
        method: 'a9059cbb',
      },
      internalTransfers: 'complete',
      sides: null,
      transferCount: 3,
      transfers: [
        {
          ...{ kind: 'token', from: hex(ME), to: hex(key(2)), asset: hex(key(5)), standard: 'erc20' },
          ...{ amount: `1${'0'.repeat(30)}`, tokenId: null, symbol: 'SYM', name: 'Name', decimals: 6, spoofed: false },
        },
        { ...coin, kind: 'burn', from: hex(ME), to: null, amount: '5' },
        { ...coin, kind: 'internal', from: hex(key(2)), to: hex(ME), amount: '6' },
      ],
    });
  });

  it('says whether its internal transfers are complete', async () => {
    const told = async (mode: string, gap: string | null) => {
      await trace(mode, gap);
      return (await readEvmTransaction(db.pool, 'eth', txid(1)))?.transaction?.internalTransfers;
    };
    expect(await told('live', null)).toBe('complete');
    expect(await told('live', 'too-slow')).toBe('pending');
    expect(await told('live', 'off')).toBe('off');
    expect(await told('off', 'too-slow')).toBe('off');
    await db.session.query('DELETE FROM eth.internal_sync');
    const never = await readEvmTransaction(db.pool, 'eth', txid(1));
    expect([never?.transaction?.internalTransfers, never?.state.internal]).toEqual(['off', null]);
  });

  it('may be what a block itself moved, unconfirmed, or none', async () => {
    await trace('live');
    const own = await readEvmTransaction(db.pool, 'eth', txid(9));
    expect(own?.transaction).toMatchObject({
      type: null,
      from: null,
      succeeded: null,
      fee: null,
      transferCount: 0,
      transfers: [],
    });
    const pending = await readEvmTransaction(db.pool, 'eth', txid(3));
    expect(pending?.transaction).toMatchObject({
      ...{ block: null, firstSeen: 1_700_000_099, succeeded: null, value: '5', gasUsed: null, fee: null },
      ...{ internalTransfers: 'pending', transferCount: 0, transfers: [] },
    });
    expect((await readEvmTransaction(db.pool, 'eth', txid(4)))?.transaction).toBeNull();
  });

  it('carries a part of its transfers, and all of them in its parts, traced ones last', async () => {
    await trace('live');
    const all: string[] = [];
    for (let offset = 0, count = 1; offset < count; offset += 1_000) {
      const found = await readEvmTransaction(db.pool, 'eth', txid(2), { offset, limit: 1_000, mostWeight: null });
      const { transferCount, transfers } = found!.transaction!;
      expect([transferCount, transfers.length]).toEqual([12_005, Math.min(1_000, 12_005 - offset)]);
      all.push(...transfers.map(({ tokenId, kind, amount }) => tokenId ?? `${kind} ${amount}`));
      count = transferCount;
    }
    const logged = all.filter((each) => !each.startsWith('internal'));
    expect(logged).toEqual(Array.from({ length: logged.length }, (_, n) => String(n)));
    expect(all).toHaveLength(12_005);
    expect(all.slice(logged.length)).toEqual(expect.arrayContaining(['internal 3']));
    const astride = { offset: logged.length - 2, limit: 3, mostWeight: null };
    const { transaction } = (await readEvmTransaction(db.pool, 'eth', txid(2), astride))!;
    expect(transaction?.transfers.map(({ tokenId, kind, amount }) => tokenId ?? `${kind} ${amount}`)).toEqual(
      all.slice(logged.length - 2, logged.length + 1),
    );
    const far = { offset: Number.MAX_SAFE_INTEGER, limit: 1_000, mostWeight: null };
    expect((await readEvmTransaction(db.pool, 'eth', txid(2), far))!.transaction!.transfers).toEqual([]);
  });

  it('is left out where it weighs more than it may', async () => {
    await trace('live');
    const read = (limit: number, mostWeight: number) =>
      readEvmTransaction(db.pool, 'eth', txid(2), { offset: 0, limit, mostWeight });
    await expect(read(1_000, 199)).rejects.toEqual(new TooHeavyError(200));
    expect((await read(1_000, 200))!.transaction!.transfers).toHaveLength(1_000);
    expect((await read(25, 5))!.transaction!.transfers).toHaveLength(25);
    const page = { newestFirst: true, offset: 0, from: null, limit: 25 };
    await expect(readEvmHistory(db.pool, 'eth', ME, { ...page, mostWeight: 9 })).rejects.toEqual(new TooHeavyError(10));
    expect((await readEvmHistory(db.pool, 'eth', ME, { ...page, mostWeight: 10 }))!.rows.length).toBeGreaterThan(0);
  });

  it('lists 20 of them, the address’s own first, of those it looks at', async () => {
    await trace('live');
    const page = { newestFirst: true, offset: 0, from: null, limit: 25 };
    const found = await readEvmHistory(db.pool, 'eth', ME, page);
    const [newest] = found!.rows;
    expect(newest?.transaction.transferCount).toBe(12_005);
    expect(newest?.transaction.transfers.map(({ kind, tokenId, amount }) => tokenId ?? `${kind} ${amount}`)).toEqual([
      ...['1500', 'internal 3'],
      ...Array.from({ length: 18 }, (_, n) => String(n)),
    ]);
    // The longer the page, the less is looked at in each transaction.
    const long = await readEvmHistory(db.pool, 'eth', ME, { ...page, limit: 1_000 });
    expect(long!.rows[0]?.transaction.transfers[0]).toMatchObject({ kind: 'internal', amount: '3' });
  });

  it('is an example for documentation', async () => {
    const example = await readExample(db.pool, 'eth');
    expect(example).toEqual({ height: 1, txid: hex(txid(2)), addressKey: ME, transactions: 2 });
  });
});

describe('an index that is damaged', () => {
  it('answers with an error instead of a page with a gap', async () => {
    await db.session.query('UPDATE eth.address_transactions SET seq = 3 WHERE seq = 2');
    const page = { newestFirst: true, offset: 0, from: null, limit: 25 };
    await expect(readEvmHistory(db.pool, 'eth', ME, page)).rejects.toThrow('the index is damaged');
  });
});

import { createChainDatabase, type TestDatabase, waitFor } from '@chaintrail/testkit';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { closeSession, createPool, cutSession, openSession, type Pool, type Session } from '../src/connection.js';
import { ChainInUseError, dropChain } from '../src/maintain/drop-chain.js';
import { readOwnedChains } from '../src/read/read-locked-chains.js';
import { missingIndexes } from '../src/write/chain-indexes.js';
import { buildIndexes } from '../src/write/first-sync/build-indexes.js';
import { HelperBudget, withHelpers } from '../src/write/first-sync/helper-sessions.js';
import { registerChain } from '../src/write/ledger.js';
import { becomeOwner, helperName, isAtWork, reportBuildOfOwner } from '../src/write/owner.js';

let database: TestDatabase;
let pool: Pool;
let owner: Session;
let gate: Session;
let asking: Session;

beforeEach(async () => {
  database = await createChainDatabase({ chain: 'btc' });
  pool = createPool(database.url, { max: 3, applicationName: 'chaintrail-test' });
  gate = await openSession(database.url, 'chaintrail-test-gate');
  asking = await openSession(database.url, 'chaintrail-test-asking');
  owner = (await becomeOwner(database.url, 'btc'))!;
  await registerChain(owner, 'btc', 'regtest', 0);
});
afterEach(async () => {
  await closeSession(gate);
  await closeSession(asking);
  await closeSession(owner);
  await pool.end();
  await database.drop();
});

function helped<T>(work: (sessions: readonly Session[]) => Promise<T>, processors = 8): Promise<T> {
  const source = { databaseUrl: database.url, budget: new HelperBudget(processors) };
  return withHelpers(owner, 'btc', source, work);
}

/** Writes to histories that are not committed yet: whoever builds an index of them waits. */
async function holdHistories(): Promise<void> {
  await gate.query('BEGIN; LOCK TABLE btc.address_transactions IN ROW EXCLUSIVE MODE');
}

const waitingForHistories = async (): Promise<number> => {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_locks WHERE relation = 'btc.address_transactions'::regclass AND NOT granted`,
  );
  return rowCount ?? 0;
};

test.each([
  [1, 0],
  [2, 0],
  [3, 0],
  [4, 1],
  [8, 3],
  [64, 3],
])('%i processors allow %i helpers', (processors, helpers) => {
  expect(new HelperBudget(processors).takeAll()).toBe(helpers);
});

describe('helpers of an owner', () => {
  it('are shared by chains, and given back', async () => {
    const source = { databaseUrl: database.url, budget: new HelperBudget(8) };
    const count = (work: () => Promise<unknown> = async () => undefined): Promise<number> =>
      withHelpers(owner, 'btc', source, async ({ length }) => {
        await work();
        return length;
      });
    expect(await count(async () => expect(await count()).toBe(1))).toBe(4);
    await expect(count(() => Promise.reject(new RangeError('no work')))).rejects.toThrow('no work');
    expect(await count()).toBe(4);
  });

  it('are done without where the server has no room for them', async () => {
    const source = { databaseUrl: 'postgres://nobody:nothing@127.0.0.1:1/nowhere', budget: new HelperBudget(8) };
    expect(await withHelpers(owner, 'btc', source, async (sessions) => sessions)).toEqual([owner]);
  });

  it('keep the chain from the next owner until they are gone, and are cut with the session of theirs', async () => {
    await pool.query(`UPDATE btc.sync_state SET heartbeat_at = now() - interval '1 hour', stage = 'index'`);
    await holdHistories();
    const lost = helped(async ([, helper]) => {
      const building = helper!.query('CREATE INDEX address_transactions_own ON btc.address_transactions (tx_key)');
      building.catch(() => undefined);
      await waitFor(async () => (await waitingForHistories()) === 1, { what: 'the build to be under way' });
      // Waiting for a lock is not work.
      expect(await isAtWork(pool, 'btc', owner)).toBe(false);
      cutSession(owner);
      await building;
    });
    await expect(lost).rejects.toThrow();
    // PostgreSQL goes on for the helper that is gone, as it does for a program that was killed.
    const isFree = async (): Promise<boolean> => {
      const { rowCount } = await pool.query(
        // Other tests have owners of the same name on this server.
        `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE locktype = 'advisory' AND application_name = 'chaintrail-indexer-btc' AND datname = current_database()`,
      );
      return rowCount === 0;
    };
    await waitFor(isFree, { what: "the owner's lock to be released" });
    expect(await becomeOwner(database.url, 'btc')).toBeNull();
    await expect(dropChain(database.url, 'btc')).rejects.toThrow(ChainInUseError);
    expect(await reportBuildOfOwner(pool, 'btc')).toBe(true);
    expect(await readOwnedChains(pool)).toEqual(new Set(['btc']));
    await gate.query('ROLLBACK');
    owner = await waitFor(async () => (await becomeOwner(database.url, 'btc')) ?? false, { what: 'the next owner' });
    const { rows } = await owner.query(
      `SELECT indisvalid FROM pg_index WHERE indexrelid = 'btc.address_transactions_own'::regclass`,
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it('count as its work', async () => {
    await helped(async ([, helper]) => {
      expect(await isAtWork(pool, 'btc', owner)).toBe(false);
      const sleeping = helper!.query('SELECT pg_sleep(1)');
      await waitFor(() => isAtWork(pool, 'btc', owner), { what: 'the statement to be seen' });
      expect(await isAtWork(pool, 'ltc', gate)).toBe(false);
      await sleeping;
    });
  });

  it('are not opened for a session that does not own the chain any more', async () => {
    const { rows } = await owner.query<{ released: boolean }>('SELECT true AS released FROM pg_advisory_unlock_all()');
    expect(rows).toEqual([{ released: true }]);
    expect(await helped(async (sessions) => sessions.length)).toBe(1);
  });
});

describe('indexes that are built side by side', () => {
  const missing = async (): Promise<string[]> => (await missingIndexes(asking, 'btc')).map(({ name }) => name);

  it('do not wait for each other, share the memory, and only ever raise the share', async () => {
    await holdHistories();
    const shares: number[] = [];
    await helped(async (sessions) => {
      const building = buildIndexes(sessions, pool, 'btc', (share) => shares.push(share));
      building.catch(() => undefined); // awaited below
      try {
        const ofHistories = ['address_transactions_history', 'address_transactions_tx_key'];
        const isAlone = async (): Promise<boolean> => `${await missing()}` === `${ofHistories}`;
        await waitFor(isAlone, { what: 'all other indexes to be built' });
        expect(shares.at(-1)).toBeLessThan(1);
      } finally {
        await gate.query('ROLLBACK');
        await building;
      }
      const kilobytes = async (session: Session): Promise<number> => {
        const { rows } = await session.query(`SELECT setting FROM pg_settings WHERE name = 'maintenance_work_mem'`);
        return Number(rows[0].setting);
      };
      const whole = Math.max(256 * 1024, await kilobytes(asking));
      for (const session of sessions) expect(await kilobytes(session)).toBe(Math.floor(whole / 4));
    });
    expect(await missing()).toEqual([]);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares).toHaveLength(new Set(shares).size);
    expect(shares.at(-1)).toBeCloseTo(1);
  });

  it('fail together when one session is lost, and go on from there', async () => {
    await holdHistories();
    const failed = helped(async (sessions) => {
      const building = buildIndexes(sessions, pool, 'btc', () => undefined);
      building.catch(() => undefined); // awaited below
      await waitFor(async () => (await waitingForHistories()) === 2, { what: 'two builds to wait' });
      await pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
        helperName('btc'),
      ]);
      await gate.query('ROLLBACK');
      await building;
    });
    await expect(failed).rejects.toThrow();
    expect(await missing()).not.toEqual([]);
    await helped((sessions) => buildIndexes(sessions, pool, 'btc', () => undefined));
    expect(await missing()).toEqual([]);
  });
});

/** The views of an account chain's histories and balances against the model of all that happened. */
import { createTestDatabase, type TestDatabase } from '@chaintrail/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSession, type Session } from '../src/index.js';
import { createIndexedChain } from '../src/write/chain-indexes.js';
import { beginnings, newWorld } from './support/account-changes.js';
import { WALKED } from './support/account-ledger-model.js';
import { storeAccountWorld } from './support/account-world-rows.js';

let database: TestDatabase;
let session: Session;

beforeAll(async () => {
  database = await createTestDatabase();
  session = await openSession(database.url, 'test');
  await createIndexedChain(session, 'eth', 'local');
});
afterAll(async () => {
  await session?.end();
  await database?.drop();
});

interface ViewRow {
  readonly txid: string;
  readonly height: number;
  readonly delta: string;
  readonly balance: string | null;
}

it('show the confirmed history, and a balance after a transaction only where it is that', async () => {
  let known = 0;
  let current = 0;
  await fc.assert(
    fc.asyncProperty(beginnings, async (beginning) => {
      const world = newWorld(beginning);
      await storeAccountWorld(session, world);
      const { rows } = await session.query<ViewRow>(
        `SELECT substr(txid, 3) AS txid, height, trim_scale(amount * 1e18)::text AS delta, trim_scale(balance * 1e18)::text AS balance
         FROM eth.address_history WHERE address_key = $1 ORDER BY tx_key DESC`,
        [WALKED],
      );
      const heights = Array.from({ length: world.model.height + 1 }, (_, height) => height);
      const told = world.history(heights).filter(({ height }) => height !== null);
      expect(rows.map(({ txid, height, delta }) => ({ txid, height, delta }))).toEqual(
        told.map(({ txid, height, delta }) => ({ txid, height, delta })),
      );
      rows.forEach(({ balance }, n) => {
        if (balance === null) return;
        known += 1;
        expect(balance).toBe(told[n]!.balance);
      });
      const balances = await session.query<{ balance: string | null; then: string }>(
        `SELECT trim_scale(balance * 1e18)::text AS balance, trim_scale(balance_then * 1e18)::text AS then FROM eth.balances WHERE address_key = $1`,
        [WALKED],
      );
      expect(balances.rows.map(({ then }) => then)).toEqual(world.held ? [String(world.held.balance)] : []);
      const balance = balances.rows[0]?.balance ?? null;
      if (balance !== null) {
        current += 1;
        expect(world.isCurrent).toBe(true);
        expect(balance).toBe(String(world.held!.balance));
      }
    }),
    { numRuns: 100 },
  );
  expect(known).toBeGreaterThan(10);
  expect(current).toBeGreaterThan(5);
}, 60_000);

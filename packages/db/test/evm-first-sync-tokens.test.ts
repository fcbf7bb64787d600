/** The tokens stage of a first sync in steps: the same rows as in one go, and wherever it was cut short. */
import { dumpRows, type RowDump, type TestDatabase } from '@chaintrail/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { closeSession, openSession, type Session } from '../src/connection.js';
import { dropChain } from '../src/maintain/drop-chain.js';
import { TXS_PER_BLOCK } from '../src/tx-key.js';
import { runTokensStage } from '../src/write/evm/evm-first-sync.js';
import { openEvmLedger } from '../src/write/evm/evm-ledger.js';
import { touchesTable } from '../src/write/evm/staged-touches.js';
import type { OnShare } from '../src/write/first-sync/first-sync.js';
import { dropLeftovers, readFirstSync } from '../src/write/first-sync/first-sync-state.js';
import { runStage } from '../src/write/first-sync/staged-first-sync.js';
import { Dice } from './support/dice.js';
import { type MadeBlock, makeBlock, place } from './support/evm-blocks.js';
import { BrokenConnection, brokenAt } from './support/first-sync.js';
import { copiedDatabase } from './support/opened-databases.js';

/** A few blocks. */
const STEP = 10;

let rows: RowDump;

/** A first sync before its stage of tokens. */
const db = copiedDatabase(async (making, url) => {
  const ledger = await openEvmLedger(making, place, 0);
  const dice = new Dice(11);
  const blocks: MadeBlock[] = [];
  for (let n = 0; n < 40; n++) blocks.push(makeBlock(blocks.at(-1) ?? null, dice));
  await ledger.replaceAfter(null, null, blocks);
  rows = await dumpRows(url, 'eth');
  await making.query(`
    DELETE FROM eth.tokens; DELETE FROM eth.token_balances; DROP INDEX eth.transfers_place;
    DROP INDEX eth.token_balances_token; DROP INDEX eth.tokens_asset;
    CREATE INDEX transactions_load ON eth.transactions USING brin (tx_key) WITH (pages_per_range = 512);
    INSERT INTO eth.first_sync (stage, transactions) SELECT 'tokens', sum(tx_count) FROM eth.blocks`);
});
let database: TestDatabase;
let session: Session;
beforeEach(() => {
  ({ database, session } = db);
});

/** Runs the stage from where it is. */
async function runTokens(through = session, onShare: OnShare = () => undefined, step?: number): Promise<void> {
  const state = (await readFirstSync(session, 'eth'))!;
  await runStage(through, 'eth', state, (from, share) => runTokensStage(through, place, from, share, step), onShare);
}

async function isRestored(): Promise<void> {
  expect((await readFirstSync(session, 'eth'))?.stage).toBe('index');
  expect(await dumpRows(database.url, 'eth')).toEqual(rows);
  const { rows: left } = await session.query(`SELECT FROM pg_class WHERE relname LIKE 'token\\_touches%'`);
  expect(left).toEqual([]);
}

/** The session, which notes the plan of each look for contracts that are known. */
function explaining(plans: string[]): Session {
  return new Proxy(session, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name, target);
      return async (...args: unknown[]) => {
        const [query] = args as [{ name?: string; text: string; values: unknown[] }];
        if (query.name === 'new_tokens_eth') {
          const plan = await target.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${query.text}`, query.values);
          plans.push(plan.rows.map((row) => row['QUERY PLAN']).join('\n'));
        }
        return Reflect.apply(target.query, target, args);
      };
    },
  });
}

describe('the tokens of a first sync', () => {
  it.each([1, STEP, 1_000_000])('are the same in steps of %i transactions', async (step) => {
    const shares: number[] = [];
    await runTokens(session, (share) => shares.push(share), step);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    await isRestored();
  });

  it('are found by an index in each step', async () => {
    const plans: string[] = [];
    await session.query('SET enable_seqscan = off');
    await runTokens(explaining(plans), undefined, STEP);
    expect(plans.length).toBeGreaterThan(2);
    for (const plan of plans) expect(plan).toContain('tokens_asset');
  });

  it('read transactions once, not for each transfer', async () => {
    // As the owner's session is, and as the tables are before the stage of indexes.
    await session.query(`SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
      DROP INDEX eth.transactions_tx_key`);
    const scans = async (): Promise<number> => {
      await session.query('SELECT pg_stat_force_next_flush()');
      const { rows: counted } = await session.query<{ scans: number }>(
        `SELECT (seq_scan + idx_scan)::integer AS scans FROM pg_stat_user_tables WHERE relid = 'eth.transactions'::regclass`,
      );
      return counted[0]!.scans;
    };
    const before = await scans();
    await runTokens();
    expect((await scans()) - before).toBeLessThan(10);
    await isRestored();
  });

  it('are the same when the stage is cut short over and over, each time a little later', async () => {
    let interruptions = 0;
    let mostDone = 0;
    for (let statements = 1; ; statements++) {
      const state = (await readFirstSync(session, 'eth'))!;
      if (state.stage === 'index') break;
      // Finished work stays done.
      expect(state.touchedTo ?? 0).toBeGreaterThanOrEqual(mostDone);
      mostDone = state.touchedTo ?? 0;
      // Each step adds its own tokens: none takes all of them.
      const early = await session.query('SELECT FROM eth.tokens WHERE first_height >= $1', [mostDone / TXS_PER_BLOCK]);
      expect(early.rows).toEqual([]);
      await runTokens(brokenAt(session, statements + 1), undefined, STEP).catch((error: Error) => {
        expect(error).toBeInstanceOf(BrokenConnection);
        interruptions++;
      });
    }
    expect(interruptions).toBeGreaterThan(20);
    await isRestored();
  });

  it('do not wait for who reads the staged ones, as a dump of the database does for hours', async () => {
    await session.query(`SET lock_timeout = '1s'`);
    await expect(runTokens(brokenAt(session, 101), undefined, STEP)).rejects.toThrow(BrokenConnection);
    const dump = await openSession(database.url, 'evm-first-sync-dump');
    try {
      await dump.query('BEGIN; LOCK TABLE eth.token_touches IN ACCESS SHARE MODE');
      await runTokens(session, undefined, STEP);
      expect((await readFirstSync(session, 'eth'))?.stage).toBe('index');
      expect(await dumpRows(database.url, 'eth')).toEqual(rows);
      expect(await dropLeftovers(session, 'eth', [touchesTable('eth')])).toBe(false);
    } finally {
      await closeSession(dump);
    }
    expect(await dropLeftovers(session, 'eth', [touchesTable('eth')])).toBe(true);
    await isRestored();
  });

  it('leave nothing behind when the chain is dropped in the middle', async () => {
    await expect(runTokens(brokenAt(session, 101), undefined, STEP)).rejects.toThrow(BrokenConnection);
    expect((await readFirstSync(session, 'eth'))?.touchedTo).not.toBeNull();
    await dropChain(database.url, 'eth');
    const { rows: left } = await session.query(`SELECT relname FROM pg_class WHERE relname LIKE 'token\\_touches%'`);
    expect(left).toEqual([]);
  });
});

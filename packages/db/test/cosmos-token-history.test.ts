/**
 * The tokens stage of a Cosmos chain's first sync in steps: the same rows as in one go, and wherever it was cut short.
 */
import { dumpRows, type RowDump, type TestDatabase } from '@chaintrail/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../src/connection.js';
import { makeTokenHistory } from '../src/write/cosmos/cosmos-first-sync.js';
import { openCosmosLedger } from '../src/write/cosmos/cosmos-ledger.js';
import type { OnShare } from '../src/write/first-sync/first-sync.js';
import { type FirstSyncState, readFirstSync } from '../src/write/first-sync/first-sync-state.js';
import { runStage } from '../src/write/first-sync/staged-first-sync.js';
import { BlockMaker, FIRST_HEIGHT, place } from './support/cosmos-blocks.js';
import { brokenAt } from './support/first-sync.js';
import { copiedDatabase } from './support/opened-databases.js';

const BLOCKS = 40;

let rows: RowDump;

/** A first sync before its stage of tokens. */
const db = copiedDatabase(async (making, url) => {
  const ledger = await openCosmosLedger(making, place, FIRST_HEIGHT);
  await ledger.replaceAfter(null, null, new BlockMaker(11).blocks(BLOCKS));
  rows = await dumpRows(url, 'rune');
  expect(rows.token_history.length).toBeGreaterThan(BLOCKS);
  await making.query(`TRUNCATE rune.token_history, rune.token_holdings;
    DROP INDEX rune.token_history_holding, rune.token_holdings_holding, rune.transfers_place;
    INSERT INTO rune.first_sync (stage) VALUES ('tokens')`);
});
let database: TestDatabase;
let session: Session;
beforeEach(() => {
  ({ database, session } = db);
});

async function stateOf() {
  return (await readFirstSync(session, 'rune'))!;
}

/** Runs the stage from where it is. */
async function runTokens(through = session, onShare: OnShare = () => undefined, step?: number): Promise<void> {
  const run = (state: FirstSyncState, share: OnShare) => makeTokenHistory(through, 'rune', state, share, step);
  await runStage(through, 'rune', await stateOf(), run, onShare);
}

describe('the token histories of a first sync', () => {
  it.each([1, 7, BLOCKS - 1, BLOCKS])('are the same in steps of %i blocks', async (step) => {
    const shares: number[] = [];
    await runTokens(session, (share) => shares.push(share), step);
    const steps = step < BLOCKS ? Math.ceil(BLOCKS / step) : 0;
    expect(shares).toEqual(Array.from({ length: steps }, (_, n) => Math.min(1, ((n + 1) * step) / BLOCKS)));
    expect((await stateOf()).stage).toBe('index');
    expect(await dumpRows(database.url, 'rune')).toEqual(rows);
  });

  it('are the same when the stage is cut short over and over, each time a little later', async () => {
    let interruptions = 0;
    let mostDone = 0;
    for (let statements = 2; (await stateOf()).stage === 'tokens'; statements++) {
      const state = await stateOf();
      // Finished work stays done.
      expect(state.touchedTo ?? 0).toBeGreaterThanOrEqual(mostDone);
      mostDone = state.touchedTo ?? 0;
      await runTokens(brokenAt(session, statements), undefined, 3).catch(() => interruptions++);
    }
    expect(interruptions).toBeGreaterThan(10);
    expect(await dumpRows(database.url, 'rune')).toEqual(rows);
  });

  it('are none of a chain without a block', async () => {
    await session.query('TRUNCATE rune.blocks, rune.transfers');
    await runTokens();
    expect((await stateOf()).stage).toBe('index');
    expect((await dumpRows(database.url, 'rune')).token_history).toEqual([]);
  });
});

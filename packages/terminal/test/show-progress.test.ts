import { Databases } from '@chaintrail/db';
import { createTestChain, createTestDatabase } from '@chaintrail/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { showProgress } from '../src/show-progress.js';
import type { SyncProgress } from '../src/sync-progress.js';
import { Terminal } from '../src/terminal.js';

class RecordingTerminal extends Terminal {
  readonly shown = new Map<string, SyncProgress>();
  override progress(progress: SyncProgress): void {
    this.shown.set(progress.chain, progress);
  }
  override endProgress(chain: string): void {
    this.shown.delete(chain);
  }
}

test('the first syncs of the chains of this run are shown while an indexer goes on with them', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const databases = new Databases(() => database.url, { max: 1, applicationName: 'test' });
  onTestFinished(() => databases.end());
  const pool = databases.pool('btc');
  for (const [chain, share] of [
    ['btc', 0.25],
    ['ltc', 0.5],
  ] as const) {
    await createTestChain(database.url, chain);
    await pool.query(
      `INSERT INTO ${chain}.sync_state (network, history_from, phase, stage, share) VALUES ('regtest', 0, 'syncing', 'load', $1)`,
      [share],
    );
  }
  const terminal = new RecordingTerminal();
  const stop = showProgress({ databases, chains: ['btc'] }, terminal);
  onTestFinished(stop);
  const shown = () => [...terminal.shown.values()].map(({ chain, stage, share }) => [chain, stage, share]);
  const patience = { timeout: 30_000 };
  await vi.waitFor(() => expect(shown()).toEqual([['btc', 'load', 0.25]]), patience);
  await pool.query(`UPDATE btc.sync_state SET stage = 'sort', share = 0.75`);
  await vi.waitFor(() => expect(shown()).toEqual([['btc', 'sort', 0.75]]), patience);
  await pool.query(`UPDATE btc.sync_state SET heartbeat_at = now() - interval '21 seconds'`);
  await vi.waitFor(() => expect(shown()).toEqual([]), patience);
  await pool.query(`UPDATE btc.sync_state SET heartbeat_at = now()`);
  await vi.waitFor(() => expect(shown()).toHaveLength(1), patience);
  await pool.query(`UPDATE btc.sync_state SET stage = NULL, share = NULL, phase = 'live', live_since = now()`);
  await vi.waitFor(() => expect(shown()).toEqual([]), patience);
});

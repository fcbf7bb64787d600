import { setTimeout as sleep } from 'node:timers/promises';
import { Databases } from '@chaintrail/db';
import { Terminal } from '@chaintrail/terminal';
import { createTestChain, createTestDatabase } from '@chaintrail/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchChains } from '../src/watch-chains.js';

class RecordingTerminal extends Terminal {
  readonly lines: string[] = [];
  override line(text: string): void {
    this.lines.push(text);
  }
}

test('a node that goes away is told in one line, which names the remedy', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const databases = new Databases(() => database.url, { max: 1, applicationName: 'test' });
  onTestFinished(() => databases.end());
  const pool = databases.pool('ltc');
  const report = (phase: string, reason: string | null) =>
    pool.query(`UPDATE ltc.sync_state SET phase = $1, reason = $2, heartbeat_at = now()`, [phase, reason]);
  await createTestChain(database.url, 'ltc');
  await pool.query(
    `INSERT INTO ltc.sync_state (network, history_from, phase, live_since) VALUES ('regtest', 0, 'live', now())`,
  );

  const terminal = new RecordingTerminal();
  const onAllTold = vi.fn();
  const watch = watchChains({
    databases,
    chains: ['ltc'],
    terminal,
    logHint: 'LOG',
    onLive: () => undefined,
    onAllTold,
  });
  onTestFinished(() => watch.stop());
  await vi.waitUntil(() => terminal.lines.length > 0, { timeout: 30_000 });
  await report('stalled', 'ltc node, getnetworkinfo: connection refused');
  // Time to be told, if it were.
  await sleep(1_500);
  await report('stalled', 'ltc: the node at h:1 cannot be used: start the node, or correct LTC_RPC_URL');
  await vi.waitUntil(() => terminal.lines.length > 1, { timeout: 30_000 });
  expect(terminal.lines).toEqual([
    'ltc: live on regtest',
    'ltc stalled: the node at h:1 cannot be used: start the node, or correct LTC_RPC_URL',
  ]);
  expect(onAllTold).toHaveBeenCalledTimes(1);
});

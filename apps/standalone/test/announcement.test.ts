import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announceService, loadAuditSettings, withRunningService } from '@chaintrail/config';
import { expect, onTestFinished, test } from 'vitest';
import { DemoNetwork } from '../src/demo-network.js';

test('a command beside the demo is told of all its nodes', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'chaintrail-announcement-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true }));
  const { env } = await DemoNetwork.plan(DATA_DIR);
  const service = { DATABASE_URL: 'postgres://demo@127.0.0.1/demo', ...env };
  await announceService(DATA_DIR, service);
  const found = await withRunningService({ DATA_DIR });
  expect(found).toEqual({ DATA_DIR, ...service });
  const rune = loadAuditSettings(found).chains.find(({ chain }) => chain.code === 'rune');
  expect(rune).toMatchObject({ restEndpoint: { url: `${env['RUNE_REST_URL']}/` } });
});

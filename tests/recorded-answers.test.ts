/**
 * Answers about every chain are byte for byte what they were when they were recorded (tests/recorded): what makes answers faster must not make others.
 * Where an answer is meant to change, `RECORD=1 npx vitest run tests/recorded-answers.test.ts` records anew, and the difference of the file says what clients will see.
 */
import { join } from 'node:path';
import { openSession } from '@chaintrail/db';
import { createTestDatabase } from '@chaintrail/testkit';
import { afterEach, expect, test, vi } from 'vitest';
import { startApi } from '../apps/api/test/support/start-api.js';
import { differencesFrom } from './support/recorded-answers.js';
import { seedHandmade, seedRates } from './support/recorded-handmade.js';
import { type AskedChain, askChain, askServer, Recorder } from './support/recorded-requests.js';
import { indexSimulated, type SimulatedWorld } from './support/recorded-simulated.js';

/** Unix seconds, when everything is asked. */
const NOW = 1_750_000_000;
/** So that it is never long ago for the database, whose clock cannot be set: a day in 2096. */
const LATER = 4_000_000_000;
const PUBLIC_URL = 'https://api.example';

afterEach(() => {
  vi.useRealTimers();
});

/** Times of day that indexers note. */
async function stopClocks(databaseUrl: string, chains: readonly string[]): Promise<void> {
  const session = await openSession(databaseUrl, 'seed');
  for (const chain of chains)
    await session.query(
      `UPDATE ${chain}.sync_state SET heartbeat_at = to_timestamp(${LATER}), mempool_at = CASE WHEN mempool_at IS NOT NULL THEN to_timestamp(${LATER}) END,
         live_since = CASE WHEN live_since IS NOT NULL THEN to_timestamp(${NOW - 1_000}) END`,
    );
  await session.end();
}

/** Asks all, and holds the answers to the record of this name. */
async function expectRecorded(
  name: string,
  databaseUrl: string,
  chains: readonly AskedChain[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  vi.useFakeTimers({ now: NOW * 1_000, toFake: ['Date'] });
  const api = await startApi(databaseUrl, { env, publicUrl: PUBLIC_URL });
  try {
    const recorder = new Recorder(api);
    for (const chain of chains) await askChain(recorder, chain);
    const [{ code, addresses }] = chains as [AskedChain];
    await askServer(recorder, code, addresses[0]);
    expect(recorder.answers.filter(({ status }) => status >= 500)).toEqual([]);
    const differences = differencesFrom(join(import.meta.dirname, 'recorded', `${name}.txt`), recorder.answers);
    expect(differences.length, differences.join('\n')).toBe(0);
  } finally {
    await api.stop();
  }
}

test('answers about chains with everything that an answer can hold', async () => {
  const database = await createTestDatabase();
  try {
    const chains = await seedHandmade(database.url);
    await seedRates(database.url, NOW);
    await stopClocks(database.url, [...chains.map(({ code }) => code), 'base']);
    await expectRecorded('handmade', database.url, chains);
  } finally {
    await database.drop();
  }
});

test('answers about chains that an indexer has read from nodes, which are asked for balances', async () => {
  const database = await createTestDatabase();
  let world: SimulatedWorld | undefined;
  try {
    world = await indexSimulated(database.url);
    await seedRates(database.url, NOW);
    const codes = world.chains.map(({ code }) => code);
    await stopClocks(database.url, codes);
    await expectRecorded('simulated', database.url, world.chains, world.apiSettings);
  } finally {
    await world?.close();
    await database.drop();
  }
});

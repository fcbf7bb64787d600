/**
 * Harm of one client to another, whatever it asks for. The API is a process of its own. A client asks for a balance
 * and a short page, one after the other, while it is quiet and while another client attacks, in the same run.
 */
import { Agent, get } from 'node:http';
import { Worker } from 'node:worker_threads';
import {
  createTestDatabase,
  freePort,
  type SpawnedApi,
  spawnApi,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ROUTES } from '../src/routes.js';
import { ATTACKED, seedAttackedChains } from './support/attacked-chains.js';
import { ATTACKS, type Attack, OTHER_ATTACKS } from './support/attacks.js';

const ATTACKER = '127.0.0.1';
const VICTIM = '127.0.0.2';
const BALANCE = `/v0/addresses/btc/${ATTACKED.busy}/balance`;
/** Another one each time, so that none was kept. */
const pageAt = (n: number): string => `/v0/addresses/btc/${ATTACKED.busy}/transactions?limit=5&offset=${n % 2_000}`;
/** Samples of each kind, quiet and attacked. */
const TIMES = 12;
const ROUNDS = 3;
const FACTOR = 5;
/** A quiet answer takes some milliseconds: five times that is what a busy machine takes now and then. */
const LEAST_BOUND_MS = 80;
const HEALTH_MS = 1_000;
/** An attack is under way once so many of its answers have come, or after so long since it was sent. */
const BEGUN = { answers: 20, ms: 500 } as const;

let database: TestDatabase;
let api: SpawnedApi;
let adminPort: number;
let pages = 0;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const operators = new Set(ROUTES.filter(({ isForOperators }) => isForOperators).map(({ path }) => path));

async function start(): Promise<void> {
  adminPort = await freePort();
  api = await spawnApi({
    databaseUrl: database.url,
    env: { ADMIN_PORT: String(adminPort), RATE_LIMITS: 'free=off', LOG_LEVEL: 'silent' },
  });
  await measure(samples(), 30);
}
beforeAll(async () => {
  database = await createTestDatabase();
  await seedAttackedChains(database.url);
  await start();
});
afterAll(async () => {
  agent.destroy();
  await api?.process.stop();
  await database?.drop();
});

const portOf = (path: string): number => (operators.has(path) ? adminPort : Number(new URL(api.url).port));

interface Reply {
  readonly status: number | undefined;
  readonly text: string;
  readonly ms: number;
}

function ask(path: string): Promise<Reply> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get({ port: portOf(path), host: '127.0.0.1', localAddress: VICTIM, path, agent }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode, text, ms: performance.now() - began }));
      response.once('error', reject);
    }).once('error', reject);
  });
}

const KINDS = ['balance', 'page'] as const;
type Samples = Readonly<Record<(typeof KINDS)[number], number[]>>;
const samples = (): Samples => ({ balance: [], page: [] });

/** Asks for one of each kind after the other. */
async function measure(into: Samples, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    for (const kind of KINDS) {
      const { status, ms } = await ask(kind === 'balance' ? BALANCE : pageAt(pages++));
      expect(status, `${kind} while it is attacked`).toBe(200);
      into[kind].push(ms);
    }
  }
}

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1]!;
const boundOf = (quiet: readonly number[]): number => Math.max(FACTOR * median(quiet), LEAST_BOUND_MS);

/** @returns what ends it, and waits until nothing of it is under way */
async function begin({ paths, connections, way, headers = {}, bodyBytes = 0 }: Attack): Promise<() => Promise<void>> {
  const workerData = { port: portOf(paths[0]!), localAddress: ATTACKER, paths, connections, way, headers, bodyBytes };
  const thread = new Worker(new URL('./support/attacker.mjs', import.meta.url), { workerData });
  onTestFinished(() => void thread.terminate());
  const events = { asked: 0, answered: 0 };
  thread.on('message', (event: keyof typeof events) => events[event]++);
  await waitFor(() => events.asked > 0, { intervalMs: 10 });
  const until = performance.now() + BEGUN.ms;
  await waitFor(() => events.answered >= BEGUN.answers || performance.now() > until, { intervalMs: 10 });
  return async () => {
    await thread.terminate();
    await waitFor(async () => {
      const { text } = await ask('/metrics');
      const figures = text.match(/^chaintrail_(lane_busy|lane_waiting|unsent_bytes)(\{.*\})? \d+$/gm) ?? [];
      return figures.length === 5 && figures.every((line) => line.endsWith(' 0'));
    });
  };
}

/** Routes that answer alike, or refuse alike, share an attack. */
const attacks = new Set([...ROUTES.flatMap(({ operationId }) => ATTACKS[operationId] ?? []), ...OTHER_ATTACKS]);

describe('another client', () => {
  it('is attacked by every route', () => {
    const attacking = Object.keys(ATTACKS).sort();
    const isForeign = (tag: string): boolean => tag === 'Esplora' || tag === 'Blockbook';
    const [own, others] = [ROUTES.filter(({ tag }) => !isForeign(tag)), ROUTES.filter(({ tag }) => isForeign(tag))];
    expect(attacking).toEqual(expect.arrayContaining(own.map(({ operationId }) => operationId)));
    // Routes in the form of other software read the same rows in the same lanes: those that read most without a node attack.
    const most = attacking.filter((name) => others.some(({ operationId }) => operationId === name));
    expect(most.length).toBe(attacking.length - own.length);
    expect(most.length).toBeGreaterThan(4);
    for (const rows of Object.values(ATTACKS)) expect(rows.length).toBeGreaterThan(0);
  });

  it.each(Array.from(attacks, (attack) => [`${attack.connections} × ${attack.name}`, attack] as const))(
    'is answered as fast as before, five times at most: %s',
    async (name, attack) => {
      if (api.process.exitCode !== null) await start();
      const [quiet, attacked] = [samples(), samples()];
      let healthMs = 0;
      let isFair = false;
      // A busy machine may slow down either: what is not within the bound is measured again, with more samples.
      for (let round = 0; round < ROUNDS && !isFair; round++) {
        await measure(quiet, TIMES);
        const end = await begin(attack);
        const health = await ask('/health');
        await measure(attacked, TIMES);
        await end();
        expect([health.status, api.process.exitCode]).toEqual([200, null]);
        healthMs = health.ms;
        isFair = healthMs < HEALTH_MS && KINDS.every((kind) => median(attacked[kind]) < boundOf(quiet[kind]));
      }
      const figures = KINDS.map((kind) => [median(quiet[kind]), median(attacked[kind])] as const);
      const cells = figures.map(
        ([before, now]) => `${before.toFixed(1)} | ${now.toFixed(1)} | ${(now / before).toFixed(1)}`,
      );
      console.log(`| ${name} | ${cells.join(' | ')} | ${healthMs.toFixed(0)} |`);
      for (const kind of KINDS) expect(median(attacked[kind]), kind).toBeLessThan(boundOf(quiet[kind]));
      expect(healthMs).toBeLessThan(HEALTH_MS);
    },
  );
});

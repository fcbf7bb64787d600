/**
 * Memory of an API while its clients do all they can to fill it: distinct pages that are kept, the longest pages, whole
 * histories, documents, and answers that nobody reads. A quarter of a minute; WORKER_MEMORY_MINUTES=5 goes on for longer. Run it
 * with the version of Node that the image has.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { apiMemoryBytes } from '@chaintrail/config';
import { openSession } from '@chaintrail/db';
import {
  createTestDatabase,
  LONG_HISTORY,
  type SpawnedApi,
  seedLongHistory,
  spawnApi,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

const WORKERS = 2;
const MINUTES = Number(process.env['WORKER_MEMORY_MINUTES'] ?? 0.25);
const MB = 1_000_000;
const BASE = `/v0/addresses/btc/${LONG_HISTORY.address}/transactions`;
const BIG = `${BASE}?limit=1000`;
const ENCODINGS = ['br', 'gzip', 'deflate', 'identity'];

let database: TestDatabase;
let api: SpawnedApi;
beforeAll(async () => {
  database = await createTestDatabase();
  const session = await openSession(database.url, 'seed');
  await seedLongHistory(session, 3_000);
  await session.end();
  const env = { API_WORKERS: String(WORKERS), LOG_LEVEL: 'warn', MAX_CONNECTIONS_PER_ADDRESS: '0' };
  api = await spawnApi({ databaseUrl: database.url, env });
  await waitFor(() => pidsOf().length === WORKERS + 1, { what: 'all workers' });
});
afterAll(async () => {
  await api?.process.stop();
  await database?.drop();
});

/** The parent and its workers. */
function pidsOf(): number[] {
  const parent = api.process.pid!;
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'latin1'))?.[1]) === parent;
    } catch {
      return false; // ended meanwhile
    }
  });
  return [parent, ...children.map(Number)];
}

/** Bytes of all processes; pages that they share count once. */
const memory = (): number =>
  pidsOf().reduce(
    (sum, pid) =>
      sum + Number(/^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1]) * 1_024,
    0,
  );

const port = (): number => Number(new URL(api.url).port);

/** Asks by so many connections until a time. @returns how often */
async function flood(pathOf: (n: number) => string, connections: number, from: string, until: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let asked = 0;
  const next = async (): Promise<void> => {
    while (performance.now() < until) {
      const [path, encoding] = [pathOf(asked), ENCODINGS[asked++ % 4]!];
      await new Promise<void>((resolve) => {
        const options = { port: port(), host: '127.0.0.1', localAddress: from, agent, path };
        const request = get({ ...options, headers: { 'accept-encoding': encoding } }, (response) => {
          response.once('close', resolve).resume();
        });
        request.once('error', () => resolve());
      });
    }
  };
  await Promise.all(Array.from({ length: connections }, next));
  agent.destroy();
  return asked;
}

/** Connections that ask and read nothing. */
async function unread(path: string, count: number, ahead: number, from: (at: number) => string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at++) {
    const socket = connect({ port: port(), host: '127.0.0.1', localAddress: from(at) }).on('error', () => undefined);
    sockets.push(socket);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n`.repeat(ahead));
  }
  return sockets;
}

/** Another one each time, so that each would be kept. */
function pageOf(n: number): string {
  return `${BASE}?limit=${2 + (n % 5)}&offset=${Math.floor(n / 5) % 2_900}&order=${n % 2 ? 'asc' : 'desc'}`;
}

it('stays within its memory, whatever clients do', { timeout: (MINUTES + 3) * 60_000 }, async () => {
  const idle = memory();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, memory());
  }, 250);
  const sockets = (
    await Promise.all([
      unread(BIG, 40, 20, (at) => `127.0.0.${2 + (at % 4)}`),
      unread('/swagger', 200, 20, () => '127.0.0.6'),
    ])
  ).flat();
  const until = performance.now() + MINUTES * 60_000;
  const [asked] = await Promise.all([
    flood(pageOf, 8, '127.0.0.1', until),
    flood(() => BIG, 4, '127.0.0.7', until),
    flood(() => `${BASE}?format=ndjson`, 2, '127.0.0.8', until),
    flood((n) => ['/swagger', '/metrics', '/docs', '/docs/swagger-ui-bundle.js'][n % 4]!, 4, '127.0.0.9', until),
  ]);
  clearInterval(watch);
  const text = (bytes: number): string => `${Math.round(bytes / MB)} MB`;
  console.log(
    `Node ${process.versions.node}, ${WORKERS} workers: ${text(idle)} idle, ${text(most)} at most with ${asked} pages, ` +
      `${text(memory())} at the end; bound ${text(apiMemoryBytes(WORKERS))}`,
  );
  // Who holds nothing is answered, whatever others hold.
  expect((await fetch(`${api.url}/v0/addresses/btc/${LONG_HISTORY.address}/balance`)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  expect(asked).toBeGreaterThan(100);
  expect(api.process.output()).not.toMatch(/ended unexpectedly|nothing caught/);
  expect(most).toBeLessThan(apiMemoryBytes(WORKERS));
});

/** One API of several processes: as one to its clients, whichever of them answers. */
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { openSession } from '@chaintrail/db';
import {
  createTestDatabase,
  freePort,
  runApi,
  type SpawnedApi,
  spawnApi,
  type TestDatabase,
  waitFor,
  withApiLogin,
} from '@chaintrail/testkit';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUSY_ADDRESS, demoChain, demoDatabase } from './support/demo-chain.js';
import { seedChain } from './support/seed-chain.js';

const SECRET = 'a secret of more than thirty-two bytes, for tests';
const QUOTA = 10;
const PAGE = `/v0/addresses/btc/${BUSY_ADDRESS}/transactions?limit=5`;

let database: TestDatabase;
const { blocks } = demoChain();
beforeAll(async () => {
  ({ database } = await demoDatabase({ nodeHeight: blocks.length }));
});
afterAll(() => database?.drop());

const spawnWorkers = (workers: number, env: Record<string, string> = {}): Promise<SpawnedApi> =>
  spawnApi({ databaseUrl: database.url, env: { API_WORKERS: String(workers), ...env } });

interface Line {
  readonly msg: string;
  readonly worker?: number;
  readonly requestId?: string;
}
const linesOf = ({ process }: SpawnedApi): Line[] =>
  process
    .output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
const said = (api: SpawnedApi, what: RegExp): Line[] => linesOf(api).filter(({ msg }) => what.test(msg));
const hasStarted = (api: SpawnedApi) =>
  waitFor(() => said(api, /was started/).length > 0, { processes: [api.process], what: 'all workers to listen' });

/** Processes that were started from this one and still run. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, state, parent] = /^\d+ \(.*\) (\S) (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'latin1')) ?? [];
      return Number(parent) === pid && state !== 'Z' ? [Number(name)] : [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}
const isRunning = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
};

interface Reply {
  readonly status: number;
  readonly requestId: string;
  readonly text: string;
  readonly headers: IncomingMessage['headers'];
}
/** Each request without an agent has a connection of its own, and so another worker than the one before. */
function ask(url: string, { agent, token }: { readonly agent?: Agent; readonly token?: string } = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const request = httpGet(url, { agent: agent ?? false, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('error', reject).on('end', () => {
        const requestId = String(response.headers['x-request-id']);
        resolve({ status: response.statusCode ?? 0, requestId, text, headers: response.headers });
      });
    });
    request.on('error', reject);
  });
}
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const sampleOf = (text: string, name: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );

/** Whoever reads the chain waits until this ends. */
async function lockChain() {
  const [locking, watching] = [await openSession(database.url, 'test'), await openSession(database.url, 'test')];
  await locking.query('BEGIN; LOCK TABLE btc.sync_state IN ACCESS EXCLUSIVE MODE');
  const blocked = `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  return {
    // Not by the session that locks: within a transaction it sees what it saw first.
    held: (count: number) =>
      waitFor(async () => Number((await watching.query(blocked)).rows[0].count) >= count, { what: 'requests to wait' }),
    end: () => Promise.all([locking.end(), watching.end()]),
  };
}

describe('three workers', () => {
  let api: SpawnedApi;
  const REQUESTS = 'chaintrail_http_request_duration_seconds_count{route="/currencies",status="2xx"}';
  const scrape = async (): Promise<string> => (await ask(`${api.url}/metrics`)).text;
  let token: string;
  const makeToken = (): Promise<string> =>
    new SignJWT({ sub: 'ann', tier: 'pro' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(Buffer.from(SECRET));

  beforeAll(async () => {
    const limits = { RATE_LIMITS: `free=${QUOTA}/1h,pro=off`, JWT_SECRET: SECRET };
    // Redis is away, and a name looks like a setting.
    api = await spawnWorkers(3, { ...limits, REDIS_URL: 'redis://127.0.0.1:1', API_WORKER: '3' });
    await hasStarted(api);
    token = await makeToken();
  });
  afterAll(() => api?.process.stop());

  it('start as one', () => {
    const starts = said(api, /was started/);
    expect(starts).toMatchObject([{ host: '127.0.0.1', workers: 3 }]);
    expect(said(api, /API_WORKER\b/)).toHaveLength(1);
    expect(childrenOf(api.process.pid!)).toHaveLength(3);
  });

  it('give one client what the limit of one is', async () => {
    const replies = await Promise.all(times(30, () => ask(`${api.url}/v0`)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(QUOTA);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30 - QUOTA);
    const left = replies.map(({ headers }) => Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]));
    expect(new Set(left)).toEqual(new Set(times(QUOTA, (at) => at)));
  });

  it('count together', async () => {
    const before = sampleOf(await scrape(), REQUESTS) || 0;
    const replies = await Promise.all(times(30, () => ask(`${api.url}/v0/currencies`, { token })));
    const who = () => linesOf(api).filter(({ requestId }) => replies.some((reply) => reply.requestId === requestId));
    await waitFor(() => who().length === 30, { what: 'all lines of the log' });
    expect(new Set(who().map(({ worker }) => worker))).toEqual(new Set([1, 2, 3]));
    // Each worker gives a text again for a while.
    const texts = await waitFor(async () => {
      const scraped = await Promise.all(times(6, scrape));
      return scraped.every((text) => sampleOf(text, REQUESTS) >= before + 30) && scraped;
    });
    for (const text of texts) {
      expect(sampleOf(text, REQUESTS)).toBe(before + 30);
      expect(sampleOf(text, 'chaintrail_api_workers')).toBe(3);
      // Lines that every worker could log are logged once.
      expect(sampleOf(text, 'chaintrail_indexed_height{currency="btc",network="regtest"}')).toBe(blocks.length - 1);
      const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('lose with one that is killed its own requests alone, and nothing that was counted', async () => {
    const before = await scrape();
    const agents = times(6, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const first = await Promise.all(agents.map((agent) => ask(api.url + PAGE, { agent, token })));
    const workerOf = (reply: Reply) => linesOf(api).find(({ requestId }) => requestId === reply.requestId)?.worker;
    await waitFor(() => first.every((reply) => workerOf(reply) !== undefined), { what: 'all lines of the log' });
    const workers = first.map((reply) => workerOf(reply)!);
    expect(new Set(workers).size).toBe(3);
    const [victim] = childrenOf(api.process.pid!);
    let isOver = false;
    // Statements that fail on each connection; a connection that was cut is not used again.
    const failures = agents.map(async (agent) => {
      for (let asked = 1; ; asked++) {
        try {
          const { status, text } = await ask(api.url + PAGE, { agent, token });
          expect([status, text]).toEqual([200, first[0]!.text]);
        } catch (error) {
          if ((error as Error).name === 'AssertionError') throw error;
          return asked;
        }
        if (isOver) return 0;
      }
    });
    process.kill(victim!, 'SIGKILL');
    await waitFor(() => said(api, /ended unexpectedly/).length > 0, { what: 'the primary to say so' });
    await waitFor(() => childrenOf(api.process.pid!).length === 3, { what: 'another worker' });
    await waitFor(async () => sampleOf(await scrape(), 'chaintrail_api_workers') === 3, { what: 'it to listen' });
    isOver = true;
    const failed = await Promise.all(failures);
    const [ended] = said(api, /ended unexpectedly/);
    expect(ended).toMatchObject({ how: 'SIGKILL' });
    failed.forEach((failures, at) => {
      expect(failures > 0, `connection ${at}`).toBe(workers[at] === ended!.worker);
    });
    for (const agent of agents) agent.destroy();
    const after = await waitFor(async () => {
      const text = await scrape();
      return sampleOf(text, 'chaintrail_api_worker_ends_total') > 0 && text;
    });
    expect(sampleOf(after, 'chaintrail_api_worker_ends_total')).toBe(1);
    expect(sampleOf(after, REQUESTS)).toBeGreaterThanOrEqual(sampleOf(before, REQUESTS));
    expect(sampleOf(after, 'process_cpu_seconds_total')).toBeGreaterThan(sampleOf(before, 'process_cpu_seconds_total'));
    // The limit that was used up stays so: no worker has it.
    expect((await ask(`${api.url}/v0`)).status).toBe(429);
  });

  it('finish what is under way before they end', async () => {
    const children = childrenOf(api.process.pid!);
    const locked = await lockChain();
    const waiting = times(3, () => ask(api.url + PAGE, { token }));
    await locked.held(3);
    api.process.signal('SIGTERM');
    // Not by a request: a connection that was handed on in the moment of closing is cut with the primary, later.
    const isRefused = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
        socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
        socket.once('connect', () => socket.destroy());
      });
    await waitFor(isRefused, { what: 'new connections to be refused' });
    await locked.end();
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    await api.process.exited();
    expect(api.process.exitStatus()).toBe('exit code 0');
    expect(said(api, /is stopping|was stopped/).map(({ msg }) => msg)).toEqual([
      'The API is stopping',
      'The API was stopped',
    ]);
    expect(said(api, /ended unexpectedly/)).toHaveLength(1);
    expect(children.filter(isRunning)).toEqual([]);
  });
});

describe('an error that nothing caught', () => {
  /** Thrown by no request, where the test says so by a signal. */
  const thrown = "process.on('SIGUSR2', () => setImmediate(() => { throw new Error('thrown by a test') }))";
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(thrown)}`;

  /** Runs while a request of each worker waits for the database. @returns their statuses */
  async function whileTheyWait(api: SpawnedApi, count: number, run: () => Promise<void>): Promise<number[]> {
    const locked = await lockChain();
    const waiting = times(count, () => ask(api.url + PAGE));
    try {
      await locked.held(count);
      await run();
    } finally {
      await locked.end();
    }
    return (await Promise.all(waiting)).map(({ status }) => status);
  }

  it('ends its worker after the answers that are under way, and another one serves before that; a primary, after its workers', async () => {
    const api = await spawnWorkers(2, { NODE_OPTIONS });
    await hasStarted(api);
    const [victim] = childrenOf(api.process.pid!);
    const statuses = await whileTheyWait(api, 2, async () => {
      process.kill(victim!, 'SIGUSR2');
      await waitFor(() => childrenOf(api.process.pid!).length === 3, { what: 'another worker beside it' });
      await waitFor(async () => (await ask(`${api.url}/health`)).status === 200);
    });
    expect(statuses).toEqual([200, 200]);
    await waitFor(() => !isRunning(victim!), { what: 'it to end' });
    expect(said(api, /nothing caught/)).toMatchObject([{ err: { message: 'thrown by a test' } }]);
    expect(said(api, /ended unexpectedly/)).toMatchObject([{ how: 'an error that nothing caught: thrown by a test' }]);
    const children = childrenOf(api.process.pid!);
    expect(children).toHaveLength(2);
    api.process.signal('SIGUSR2');
    await api.process.exited();
    expect(api.process.exitStatus()).toBe('exit code 1');
    expect(children.filter(isRunning)).toEqual([]);
  });

  it('ends a process that is alone with 1, after the answers that are under way', async () => {
    const api = await spawnWorkers(1, { NODE_OPTIONS });
    const statuses = await whileTheyWait(api, 1, async () => {
      api.process.signal('SIGUSR2');
      await waitFor(() => said(api, /nothing caught/).length > 0);
    });
    expect(statuses).toEqual([200]);
    await api.process.exited();
    expect(api.process.exitStatus()).toBe('exit code 1');
  });
});

describe('two workers', () => {
  let api: SpawnedApi;
  let behind: TestDatabase;
  beforeAll(async () => {
    // Databases of one server take each other for replicas. This one is a block behind.
    behind = await createTestDatabase();
    const shorter = blocks.slice(0, -1);
    await seedChain(behind.url, { chain: 'btc', network: 'regtest', blocks: shorter, nodeHeight: blocks.length });
    const urls = [behind, database].map(({ url }) => withApiLogin(url));
    api = await spawnWorkers(2, { DATABASE_READ_URL: urls.join(' ') });
    await hasStarted(api);
  });
  afterAll(async () => {
    await api?.process.stop();
    await behind?.drop();
  });

  it('answer with no older tip than another one did', async () => {
    const tipOf = async () => JSON.parse((await ask(api.url + PAGE)).text).tip.height as number;
    // Connections come in turn. The second worker reads from each replica once, and is about to read from the first
    // again.
    expect(await tipOf()).toBe(blocks.length - 1);
    expect((await ask(`${api.url}/v0/addresses/btc/x/balance`)).status).toBe(400);
    expect(await tipOf()).toBe(blocks.length - 1);
    expect((await ask(`${api.url}/ready`)).status).toBe(200);
    for (let round = 0; round < 8; round++) expect(await tipOf()).toBe(blocks.length - 1);
  });

  it('are replaced at once after they have served, however often one ends', async () => {
    let [victim] = childrenOf(api.process.pid!);
    for (let ends = 1; ends <= 2; ends++) {
      // Served for a while, which is a second of an attack.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const others = childrenOf(api.process.pid!).filter((pid) => pid !== victim);
      process.kill(victim!, 'SIGKILL');
      await waitFor(() => said(api, /ended unexpectedly/).length === ends, { what: 'the primary to notice' });
      await waitFor(() => childrenOf(api.process.pid!).length === 2, { what: 'another worker' });
      victim = childrenOf(api.process.pid!).find((pid) => !others.includes(pid));
      const listens = async (): Promise<boolean> => {
        const { text } = await ask(`${api.url}/metrics`);
        // Lines of the same text, which may be one of a second ago.
        const hasCounted = sampleOf(text, 'chaintrail_api_worker_ends_total') === ends;
        return hasCounted && sampleOf(text, 'chaintrail_api_workers') === 2;
      };
      await waitFor(listens, { what: 'it to listen' });
    }
    // The second one would be waited for twice as long.
    expect(said(api, /ended unexpectedly/)).toMatchObject(times(2, () => ({ waitMs: 100 })));
  });

  it('do not outlive their primary', async () => {
    const children = childrenOf(api.process.pid!);
    expect(children).toHaveLength(2);
    await api.process.kill('SIGKILL');
    await waitFor(() => !children.some(isRunning), { what: 'the workers to end' });
  });
});

/** Runs two workers to their end. */
const run = (env: Record<string, string>) =>
  runApi({ DATABASE_URL: database.url, HOST: '127.0.0.1', API_WORKERS: '2', ...env });

describe('workers that cannot serve', () => {
  it('say once what has to be changed', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { code, output } = await run({ PORT: String((other.address() as AddressInfo).port) });
    other.close();
    expect(code).toBe(78);
    expect(output.trim()).toMatch(
      /^Port \d+ is taken by another program: stop that one, or set PORT to a free port\.$/,
    );
  });

  it('are not started for ever', async () => {
    const dies = encodeURIComponent("import cluster from 'node:cluster'; if (cluster.isWorker) process.exit(3)");
    const options = `--import=data:text/javascript,${dies}`;
    const { code, output } = await run({ PORT: String(await freePort()), NODE_OPTIONS: options });
    expect(code).toBe(1);
    expect(output).toContain("The API's workers end before they answer anything (exit code 3)");
    expect(output.match(/ended unexpectedly/g)!.length).toBeLessThan(10);
  });
});

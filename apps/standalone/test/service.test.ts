import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CHAINS, COSMOS_CHAINS, type CosmosChain } from '@chaintrail/chains';
import { SIMULATED_NETWORK } from '@chaintrail/devnet';
import { startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import { freePort } from '@chaintrail/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
// A start takes half a minute, and five times that beside a fuzzer and three other suites on two processors.
const PATIENCE = { timeout: 330_000, interval: 200 };
vi.setConfig({ testTimeout: 700_000 });

interface Service {
  readonly process: ChildProcess;
  readonly exitCode: Promise<number | null>;
  output(): string;
  /** Between two pieces of output, in milliseconds. */
  silences(): readonly { readonly ms: number; readonly after: string }[];
}

function startService(env: Record<string, string>): Service {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [MAIN], { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let saidMs = performance.now();
  const silences: { ms: number; after: string }[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      silences.push({ ms: performance.now() - saidMs, after: output.slice(-200) });
      saidMs = performance.now();
      output += chunk.toString('utf8');
    });
  }
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { process: child, exitCode, output: () => output, silences: () => silences };
}

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-test-'));
  // The last log lines of a killed child may still be on their way.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  return folder;
}

const CODES = CHAINS.map(({ code }) => code);
/** Each chain on the network that the demo runs of it. */
const DEMO_CHAINS = CHAINS.map(({ code, family }) => ({ code, network: SIMULATED_NETWORK[family] }));

/** Waits until every chain of the demo is live and has examples, of which some are printed. */
async function demoIsUp(service: Service, port: string): Promise<void> {
  const isUp = async () => {
    const output = service.output();
    if (!output.includes('Try:') || !CODES.every((code) => output.includes(`${code}: live on`))) return false;
    const urls = await exampleUrls(port);
    return CODES.every((code) => urls.some((url) => url.includes(`/${code}/`)));
  };
  await vi
    .waitUntil(async () => service.process.exitCode !== null || (await isUp()), PATIENCE)
    .catch((cause) => expect.unreachable(`${cause}; the service said:\n${service.output().slice(-5_000)}`));
  for (const { code, network } of DEMO_CHAINS) expect(service.output()).toContain(`${code}: live on ${network}`);
}

async function exampleUrls(port: string): Promise<string[]> {
  const { examples } = (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as {
    examples: Record<string, string>;
  };
  return Object.values(examples);
}

/** A screen has room for a few examples, those of one chain of each family; the index document has all. */
function expectFewExamples(output: string): void {
  const printed = [...output.slice(output.indexOf('Try:')).matchAll(/^ {2}(\S.*?) {2,}(http:\S+)$/gm)];
  const ofChains = printed.filter(([, name = '']) => CODES.some((code) => name.startsWith(`${code} `)));
  const families = new Set(
    ofChains.map(([, name = '']) => CHAINS.find(({ code }) => name.startsWith(`${code} `))?.family),
  );
  expect(families.size).toBe(3);
  expect(ofChains).toHaveLength(9);
  for (const name of ['status', 'documentation', 'more']) expect(printed.map(([, each]) => each)).toContain(name);
}

/** Tokens work without a setting, and give a higher limit. */
async function expectTokens(env: { readonly DATA_DIR: string; readonly PORT: string }): Promise<void> {
  const issue = fileURLToPath(new URL('../../api/dist/token.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [issue, 'issue', '--subject', 'ann', '--days', '1'], {
    env: { PATH: process.env['PATH'], ...env },
  });
  const headers = { authorization: `Bearer ${stdout.trim()}` };
  const { authentication } = (await (await fetch(`http://127.0.0.1:${env.PORT}/`, { headers })).json()) as {
    authentication: Record<string, unknown>;
  };
  expect(authentication).toMatchObject({ isAuthenticated: true, rateLimitTier: 'token' });
  expect(authentication['info']).toContain('npx chaintrail token issue');
}

test('without configuration: a demo that answers, stops in order, refuses a second run and goes on after a kill', async () => {
  const env = { DATA_DIR: await dataFolder(), PORT: String(await freePort()), HOST: '127.0.0.1' };
  const first = startService(env);
  await demoIsUp(first, env.PORT);
  // Five seconds by itself; a machine that has much else to do adds to that.
  for (const { ms, after } of first.silences()) expect(ms, after).toBeLessThan(10_000);
  const urls = await exampleUrls(env.PORT);
  expect(urls.length).toBeGreaterThanOrEqual(4 * CODES.length);
  for (const url of urls) {
    const response = await fetch(url);
    expect(response.status, url).toBe(200);
    // Nothing to be seen would be a poor example.
    if (url.includes('/transactions?') || url.endsWith('/transactions')) {
      expect(((await response.json()) as { transactions: unknown[] }).transactions, url).not.toEqual([]);
    }
  }
  for (const chain of COSMOS_CHAINS) await expectSwap(env.PORT, chain);
  await expectRates(env.PORT);
  expectNoSilentStart(first.output());
  expectFewExamples(first.output());
  await expectTimesBehindClock(env.PORT);
  await expectTokens(env);

  const second = startService({ ...env, PORT: String(await freePort()) });
  expect(await second.exitCode).toBe(78);
  expect(second.output()).toMatch(/is in use by process \d+; stop that one first, or choose another DATA_DIR\.\n$/);

  const heights = await indexedHeights(env.PORT);
  first.process.kill('SIGKILL');
  await first.exitCode;
  // The children and PostgreSQL end by themselves when they notice.
  await vi.waitUntil(
    () =>
      access(join(env.DATA_DIR, 'demo/postgres/cluster/postmaster.pid')).then(
        () => false,
        () => true,
      ),
    PATIENCE,
  );

  // A chain that is lost begins anew, and so does its index.
  await rm(join(env.DATA_DIR, 'demo/eth.journal'));
  const third = startService(env);
  await demoIsUp(third, env.PORT);
  expect(third.output().match(/demo chain of \w+ is a new one/g)).toEqual(['demo chain of eth is a new one']);
  const continued = CHAINS.filter(({ code }) => code !== 'eth');
  for (const { name } of continued) expect(third.output()).toContain(`${name} goes on where it was`);
  await vi.waitUntil(async () => {
    const now = await indexedHeights(env.PORT);
    return continued.every(({ code }) => now.get(code)! >= heights.get(code)!);
  }, PATIENCE);
  third.process.kill('SIGTERM');
  third.process.kill('SIGTERM');
  expect(await third.exitCode, third.output()).toBe(0);
  await expect(fetch(`http://127.0.0.1:${env.PORT}/health`)).rejects.toThrow('fetch failed');
});

async function indexedHeights(port: string): Promise<ReadonlyMap<string, number>> {
  const { currencies } = (await (await fetch(`http://127.0.0.1:${port}/v0/currencies`)).json()) as {
    currencies: { currency: string; indexedHeight: number }[];
  };
  return new Map(currencies.map(({ currency, indexedHeight }) => [currency, indexedHeight]));
}

/** The feeds of the demo's Ethereum are asked within half a minute. */
async function expectRates(port: string): Promise<void> {
  const read = async () => (await (await fetch(`http://127.0.0.1:${port}/v0/rates`)).json()) as DemoRates;
  const areKnown = async () => Object.values((await read()).rates).every(({ rate }) => rate !== null);
  await vi.waitUntil(areKnown, PATIENCE);
  const { rates } = await read();
  expect(Object.keys(rates).sort()).toEqual([...CODES].sort());
  for (const rate of Object.values(rates)) expect(rate).toMatchObject({ sources: ['feed:eth'], stale: false });
  expect(rates['op']).toEqual(rates['eth']);
}

interface DemoRates {
  readonly rates: Readonly<Record<string, { readonly rate: string | null }>>;
}

/** A swap can be followed from what EndBlock paid to the deposit, and back. */
async function expectSwap(port: string, { code, networks }: CosmosChain): Promise<void> {
  const read = async <T>(path: string): Promise<T> =>
    (await (await fetch(`http://127.0.0.1:${port}/v0/${path}`)).json()) as T;
  const asgard = networks.find(({ name }) => name === SIMULATED_NETWORK.cosmos)?.addressExample;
  const { transactions } = await read<{ transactions: { kind: string; txid: string; inTxid: string | null }[] }>(
    `addresses/${code}/${asgard}/transactions?limit=200`,
  );
  const deposits = new Set(transactions.flatMap(({ kind, txid }) => (kind === 'transaction' ? [txid] : [])));
  const paid = transactions.find(({ kind, inTxid }) => kind === 'end' && inTxid !== null && deposits.has(inTxid));
  expect(paid, `${code}: a swap of the demo`).toBeDefined();
  const deposit = await read<{ messages: { type: string }[]; answers: unknown[] }>(
    `transactions/${code}/${paid?.inTxid}`,
  );
  expect(deposit.messages[0]?.type).toBe('/types.MsgDeposit');
  expect(JSON.stringify(deposit.answers)).toContain(paid?.txid);
}

/** The operator is told of the database, of each chain of the demo, and that the API answers before examples of it. */
function expectNoSilentStart(output: string): void {
  expect(output).toMatch(
    /PostgreSQL answers on postgres:\/\/chaintrail@127\.0\.0\.1:\d+\/chaintrail; the password is in \S+password\./,
  );
  for (const n of CODES.keys()) expect(output).toContain(`Demo network, ${n + 1} of ${CODES.length}: `);
  const before = (line: string) => output.slice(0, output.indexOf(line));
  expect(before('Try:')).toContain('The API answers on');
  const shown = new Map<string, number>();
  for (const [, code = '', percent] of output.matchAll(/^(\w+): ([\d.]+) %/gm)) {
    expect(Number(percent), `${code} falls`).toBeGreaterThanOrEqual(shown.get(code) ?? 0);
    shown.set(code, Number(percent));
  }
  expect(shown.size).toBeGreaterThan(4);
}

async function expectTimesBehindClock(port: string): Promise<void> {
  const { chains } = (await (await fetch(`http://127.0.0.1:${port}/v0/status`)).json()) as {
    chains: { currency: string; tipTime: number }[];
  };
  for (const { currency, tipTime } of chains) expect(tipTime, currency).toBeLessThanOrEqual(Date.now() / 1000);
}

test('in a database of the operator: a demo begins, a node that cannot be reached is told of, and another demo is refused', async () => {
  const server = await startEmbeddedPostgres({ dataDir: await dataFolder(), durable: false });
  onTestFinished(() => server.stop());
  const env = { DATABASE_URL: server.url, PORT: String(await freePort()), HOST: '127.0.0.1' };
  const demo = startService({ ...env, DATA_DIR: await dataFolder() });
  const answers = ({ process, output }: Service) => process.exitCode !== null || output().includes('The API answers');
  await vi.waitUntil(() => answers(demo), PATIENCE);
  // While it makes its chains.
  demo.process.kill('SIGTERM');
  expect(await demo.exitCode, demo.output()).toBe(0);
  expect(demo.output()).toContain(`Demo network, 1 of ${CODES.length}: `);
  expect(demo.output()).not.toContain('Starting PostgreSQL');

  const node = { BTC_RPC_URL: 'http://someone:hidden-word@127.0.0.1:1', BTC_NETWORK: 'regtest' };
  const service = startService({ ...env, ...node, DATA_DIR: await dataFolder() });
  await vi.waitUntil(() => /btc (stalled|halted): /.test(service.output()), PATIENCE);
  expect(service.output()).not.toContain('demo network');
  expect(service.output()).not.toContain('hidden-word');
  expect(service.output()).toMatch(
    /^btc stalled: the node at 127.0.0.1:1 cannot be used .*: start the node, or correct/m,
  );
  expect(service.output().match(/^btc stalled/gm)).toHaveLength(1);
  await vi.waitUntil(() => answers(service), PATIENCE);
  service.process.kill('SIGINT');
  expect(await service.exitCode).toBe(0);

  const other = startService({ ...env, DATA_DIR: await dataFolder() });
  expect(await other.exitCode).toBe(78);
  expect(other.output()).toContain('The database in DATABASE_URL already holds btc regtest, and');
  expect(other.output()).not.toContain(new URL(server.url).password);
});

test('a wrong setting ends with code 78 before anything is started', async () => {
  const service = startService({ DATA_DIR: await dataFolder(), PORT: 'x', BTC_NETWORK: 'regtest', BTC_RPC_URL: 'x' });
  expect(await service.exitCode).toBe(78);
  expect(service.output()).toContain('PORT is "x"; expected a whole number from 1 to 65535.');
  expect(service.output()).toContain('BTC_RPC_URL is not valid;');
});

test('a node under a misspelled name is no demo', async () => {
  const service = startService({ DATA_DIR: await dataFolder(), LTC_RPC_URLL: 'http://u:hidden-word@127.0.0.1:9332' });
  expect(await service.exitCode).toBe(78);
  expect(service.output()).toContain('No chain is configured, but LTC_RPC_URLL looks as if one was meant;');
  expect(service.output()).not.toContain('hidden-word');
});

/** Programs of the product, run as the operator runs them: `node dist/main.js` with an environment. */
import { fileURLToPath } from 'node:url';
import { notingArguments } from './exercised.js';
import { freePort } from './machine.js';
import { withApiLogin } from './postgres.js';
import { SpawnedProcess } from './process.js';
import { waitFor } from './wait.js';

const APPS = fileURLToPath(new URL('../../../apps/', import.meta.url));

type Settings = Readonly<Record<string, string>>;

interface ProgramOptions {
  readonly name?: string;
  readonly args?: readonly string[];
  /** All there is beside PATH, HOME and TMPDIR. */
  readonly env: Settings;
  /** Arguments of Node itself. */
  readonly nodeArguments?: readonly string[] | undefined;
  readonly timeoutMs?: number;
}

/**
 * Starts a program as operators run it; or with `TEST_PROGRAMS=bundle` the one file that `scripts/bundle.mjs` has made
 * of it, which starts in a quarter of the time.
 */
function spawnProgram(app: 'api' | 'audit' | 'indexer', { args = [], nodeArguments = [], ...rest }: ProgramOptions) {
  const file = `${APPS}${app}/${process.env['TEST_PROGRAMS'] === 'bundle' ? 'dist/bundle/main.cjs' : 'dist/main.js'}`;
  return new SpawnedProcess({ name: app, command: process.execPath, args: [...nodeArguments, file, ...args], ...rest });
}

export interface IndexerOptions {
  readonly databaseUrl: string;
  /** Settings, e.g. `{ LTC_RPC_URL, LTC_NETWORK: 'regtest', LTC_POLL_MS: '100' }`. */
  readonly env: Settings;
  /** Tells two indexers apart in the report of a failed test. */
  readonly name?: string;
}

/** Starts an indexer. It is ready when the database says so; wait for what the test needs. */
export function spawnIndexer({ databaseUrl, env, name = 'indexer' }: IndexerOptions): SpawnedProcess {
  return spawnProgram('indexer', { name, env: { DATABASE_URL: databaseUrl, ...env } });
}

export interface ApiOptions {
  readonly databaseUrl: string;
  readonly port?: number;
  readonly env?: Settings;
  /** Arguments of Node itself. */
  readonly nodeArguments?: readonly string[];
}

export interface SpawnedApi {
  /** http://127.0.0.1:PORT, without a slash at the end. */
  readonly url: string;
  readonly process: SpawnedProcess;
}

/** Starts an API server with the rights that it needs, and waits until it answers. */
export async function spawnApi({
  databaseUrl,
  env = {},
  nodeArguments = [],
  ...options
}: ApiOptions): Promise<SpawnedApi> {
  const port = options.port ?? (await freePort());
  // Probes and metrics are on the same port, unless a test is about the other one: there is one of it on a machine.
  const ports = { HOST: '127.0.0.1', PORT: String(port), ADMIN_PORT: 'off' };
  const common = { DATABASE_URL: withApiLogin(databaseUrl), ...ports };
  // One process, unless a test is about several: each takes half a second of a processor to start.
  const api = spawnProgram('api', {
    env: { ...common, API_WORKERS: '1', ...env },
    nodeArguments: [...notingArguments(), ...nodeArguments],
  });
  const healthy = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  await waitFor(healthy, { processes: [api], what: 'the API to answer /health' });
  return { url: `http://127.0.0.1:${port}`, process: api };
}

/** Runs the API's program to its end: with settings that it refuses, for one. */
export async function runApi(env: Settings): Promise<{ readonly code: number | null; readonly output: string }> {
  const api = spawnProgram('api', { env, timeoutMs: 50_000 });
  await api.exited();
  return { code: api.exitCode, output: api.said('stdout') + api.said('stderr') };
}

/** Metrics of an API process as they are now: one text of them is given for a second. */
export async function freshMetrics(url: string): Promise<string> {
  const read = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
  const before = await read();
  return waitFor(
    async () => {
      const text = await read();
      return text !== before && text;
    },
    { what: 'another text of metrics' },
  );
}

export interface AuditEnd {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface AuditProcess {
  readonly ended: Promise<AuditEnd>;
  interrupt(): void;
}

/** `npx chaintrail audit` without npm. @param timeoutMs it is stopped when it takes longer; 0 for no limit */
export function startAuditProcess(args: readonly string[], env: Settings, timeoutMs = 0): AuditProcess {
  const audit = spawnProgram('audit', { args, env, timeoutMs });
  const end = () => ({ status: audit.exitCode, stdout: audit.said('stdout'), stderr: audit.said('stderr') });
  return { ended: audit.exited().then(end), interrupt: () => audit.signal('SIGINT') };
}

/** An indexer audits its chains itself now and then, and there is one audit of a chain at a time. */
const OTHER_AUDIT = /another audit of \w+ is running/;
const AGAIN_MS = 1_000;

/** `npx chaintrail audit <code> --full`, after the indexer's own where that is at it. @param env settings of the indexer */
export function auditInFull(code: string, env: Settings, timeoutMs: number): Promise<AuditEnd> {
  return waitFor(
    async () => {
      const end = await startAuditProcess([code, '--full'], env, timeoutMs).ended;
      return !OTHER_AUDIT.test(end.stderr) && end;
    },
    { timeoutMs, intervalMs: AGAIN_MS, what: `the indexer's own audit of ${code} to end` },
  );
}

/** The product's own processes, run as the operator runs them: `node dist/main.js` with an environment. */
import { freePort } from './ports.js';
import { withApiLogin } from './postgres.js';
import { SpawnedProcess } from './process.js';
import { programFile } from './program-file.js';
import { waitFor } from './wait.js';

export interface IndexerOptions {
  readonly databaseUrl: string;
  /** Settings, e.g. `{ LTC_RPC_URL, LTC_NETWORK: 'regtest', LTC_POLL_MS: '100' }`. */
  readonly env: Readonly<Record<string, string>>;
  /** Tells two indexers apart in the report of a failed test. */
  readonly name?: string;
}

/** Starts an indexer. It is ready when the database says so; wait for what the test needs. */
export function spawnIndexer(options: IndexerOptions): SpawnedProcess {
  return new SpawnedProcess({
    name: options.name ?? 'indexer',
    command: process.execPath,
    args: [programFile('indexer', 'main')],
    env: { DATABASE_URL: options.databaseUrl, ...options.env },
  });
}

export interface ApiOptions {
  readonly databaseUrl: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Of Node itself. */
  readonly nodeArguments?: readonly string[];
}

export interface SpawnedApi {
  /** http://127.0.0.1:PORT, without a slash at the end. */
  readonly url: string;
  readonly process: SpawnedProcess;
}

/** Starts an API server with the rights that it needs, and waits until it answers. */
export async function spawnApi(options: ApiOptions): Promise<SpawnedApi> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const common = { DATABASE_URL: withApiLogin(options.databaseUrl), HOST: '127.0.0.1', PORT: String(port) };
  const api = new SpawnedProcess({
    name: 'api',
    command: process.execPath,
    args: [...(options.nodeArguments ?? []), programFile('api', 'main')],
    // One process, unless a test is about several: each takes half a second of a processor to start.
    env: { ...common, API_WORKERS: '1', ...options.env },
  });
  const probed = options.env?.['ADMIN_PORT'] ?? port;
  const healthy = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${probed}/health`)).ok;
  await waitFor(healthy, { processes: [api], what: 'the API to answer /health' });
  return { url, process: api };
}

import { loadApiSettings } from '@chaintrail/config';
import { createReadPool, type Pool } from '@chaintrail/db';
import { withApiLogin } from '@chaintrail/testkit';
import pino from 'pino';
import { createApp } from '../../src/app.js';
import { openNodes } from '../../src/node/open-nodes.js';
import { startServer } from '../../src/server.js';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined when the answer is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked by the assertions and against the OpenAPI document
  readonly json: any;
}

export interface TestApi {
  readonly url: string;
  readonly port: number;
  readonly pool: Pool;
  get(path: string, init?: RequestInit): Promise<Reply>;
  stop(): Promise<void>;
}

export interface TestApiOptions {
  readonly publicUrl?: string;
  /** Of the environment: settings of the API, e.g. `{ ETH_RPC_URL }` of a node that is asked for balances. */
  readonly env?: Readonly<Record<string, string>>;
  /** Receives the lines of the log. */
  readonly log?: (line: string) => void;
}

export async function startApi(databaseUrl: string, options: TestApiOptions = {}): Promise<TestApi> {
  const pool = createReadPool(withApiLogin(databaseUrl), { max: 4, applicationName: 'api-test' });
  const { log: onLine, publicUrl, env } = options;
  const { nodes: settings, connectionsPerAddress } = loadApiSettings({ DATABASE_URL: databaseUrl, ...env });
  const nodes = openNodes(settings);
  const log = onLine ? pino({ level: 'trace' }, { write: onLine }) : pino({ level: 'silent' });
  const app = createApp({ pool, log, publicUrl, nodes });
  const server = await startServer(app, { host: '127.0.0.1', port: 0, connectionsPerAddress });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    port: server.port,
    pool,
    async get(path, init) {
      const response = await fetch(path.startsWith('http') ? path : url + path, init);
      const text = await response.text();
      const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
      return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
    },
    async stop() {
      await server.stop(0);
      await Promise.all(nodes.map(({ node }) => node.close()));
      await pool.end();
    },
  };
}

import { loadApiSettings } from '@chaintrail/config';
import type { Pool, ReadDatabases } from '@chaintrail/db';
import { withApiLogin } from '@chaintrail/testkit';
import pino from 'pino';
import { Access } from '../../src/access/access.js';
import type { Lanes } from '../../src/http/lanes.js';
import { openNodes, openRestNodes, openUtxoNodes } from '../../src/node/open-nodes.js';
import { createApps } from '../../src/server/app.js';
import { startServer } from '../../src/server/http-server.js';
import { openDatabases } from '../../src/server/open-databases.js';
import { ALONE } from '../../src/shares/siblings.js';

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
  readonly lanes: Lanes;
  readonly databases: ReadDatabases;
  /** Pool of the primary. */
  readonly pool: Pool;
  get(path: string, init?: RequestInit): Promise<Reply>;
  stop(): Promise<void>;
}

export interface TestApiOptions {
  readonly publicUrl?: string;
  /** Environment: settings of the API, e.g. `{ ETH_RPC_URL }` of a node that is asked for balances. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the server is about to stop. */
  readonly stopping?: AbortSignal;
  /** How long a text of metrics is given again; by default it never is. */
  readonly scrapeMs?: number;
  /** Receives the lines of the log. */
  readonly log?: (line: string) => void;
}

/** A stream has no end: what is read of it is up to its first event. */
async function firstEvent({ body }: Response): Promise<string> {
  let text = '';
  for await (const part of body ?? []) {
    text += Buffer.from(part).toString();
    if (/^event: .*\n\n/ms.test(text)) break;
  }
  return text;
}

const now = performance.now.bind(performance);
let passedMs = 0;

/** Has shared answers read anew: the clock of this process, where the API is, goes on by a second. */
export function passASecond(): void {
  passedMs += 1_000;
  performance.now = () => now() + passedMs;
}

export async function startApi(databaseUrl: string, options: TestApiOptions = {}): Promise<TestApi> {
  const { log: onLine, publicUrl, env, stopping = new AbortController().signal, scrapeMs = 0 } = options;
  const settings = loadApiSettings({ DATABASE_URL: withApiLogin(databaseUrl), ...env });
  const { broadcast, connectionsPerAddress, ratesMaxAgeSeconds } = settings;
  const nodes = openNodes(settings.nodes);
  const cosmosNodes = openRestNodes(settings.cosmosNodes);
  const utxoNodes = openUtxoNodes(settings.utxoNodes);
  const log = onLine ? pino({ level: 'trace' }, { write: onLine }) : pino({ level: 'silent' });
  const databases = openDatabases(settings, log, ALONE, 4);
  const access = await Access.open({ settings: settings.access, redisUrl: settings.redisUrl, log });
  const { api, lanes } = createApps({
    ...{ access, databases, log, publicUrl, nodes, cosmosNodes, ratesMaxAgeSeconds, stopping, scrapeMs },
    ...{ utxoNodes, broadcast, siblings: ALONE, hasAdmin: false },
  });
  const server = await startServer(api, { host: '127.0.0.1', port: 0, connectionsPerAddress });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    port: server.port,
    lanes,
    databases,
    pool: databases.all[0]!.primaryPool,
    async get(path, init) {
      const response = await fetch(path.startsWith('http') ? path : url + path, init);
      const mediaType = response.headers.get('content-type') ?? '';
      const text = /event-stream/.test(mediaType) ? await firstEvent(response) : await response.text();
      const isJson = /[/+]json\b/.test(mediaType) && text !== '';
      return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
    },
    async stop() {
      await server.stop(0);
      access.close();
      await Promise.all([...nodes, ...cosmosNodes, ...utxoNodes].map(({ node }) => node.close()));
      await databases.end();
    },
  };
}

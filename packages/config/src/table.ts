/**
 * Every setting there is. The loaders, `docs/configuration.md` and `.env.example` are all made from this table, so a
 * setting that is not here does not exist, and one that is here is documented.
 */
import { type Chain, type ChainNetwork, chainOnNetwork } from '@chaintrail/chains';
import { defaultSyncMemory } from './sync-memory.js';
import {
  host,
  integer,
  LOG_LEVELS,
  type LogLevel,
  oneOf,
  path,
  postgresUrl,
  publicUrl,
  type RpcUrl,
  redisUrl,
  rpcUrl,
  type TextSchema,
  zmqUrl,
} from './values.js';

/** The programs that read settings. `migrate` is the schema migration command, `audit` the audit one. */
export type Program = 'standalone' | 'indexer' | 'api' | 'migrate' | 'audit';

interface SettingText {
  /** One or two sentences for the operator. */
  readonly summary: string;
  /** Shown commented out in `.env.example`. */
  readonly example: string;
  readonly readers: readonly Program[];
  /** Programs that refuse to start without it. */
  readonly requiredBy: readonly Program[];
  /** The value may hold a password and is never echoed. */
  readonly secret: boolean;
}

/** One variable for the whole program. */
export interface Setting<T> extends SettingText {
  readonly name: string;
  readonly schema: TextSchema<T>;
  /** Read as if the operator had written it; null when there is none. */
  readonly default: string | null;
  /** How the default reads where the machine decides it. */
  readonly defaultText?: string;
}

/** One variable per chain, named `<CODE>_<suffix>`. */
export interface ChainSetting<T> extends SettingText {
  readonly suffix: string;
  schema(chain: Chain): TextSchema<T>;
  defaultFor(chain: Chain): string | null;
  /** How the default reads when it is not for one chain. */
  readonly defaultText: string;
}

const plain = { requiredBy: [], secret: false } as const;

const databaseUrl: Setting<ReturnType<typeof postgresUrl.parse>> = {
  name: 'DATABASE_URL',
  schema: postgresUrl,
  default: null,
  summary:
    'The PostgreSQL database (15 or newer) that holds the index. `npm start` runs a PostgreSQL server of its own when it is not set. The indexer and the migrations hold advisory locks on their sessions: connect directly, or through a pooler in session mode.',
  example: 'postgres://chaintrail:PASSWORD@127.0.0.1:5432/chaintrail',
  readers: ['standalone', 'indexer', 'api', 'migrate', 'audit'],
  requiredBy: ['indexer', 'api', 'migrate', 'audit'],
  secret: true,
};

const databaseReadUrl: typeof databaseUrl = {
  name: 'DATABASE_READ_URL',
  schema: postgresUrl,
  default: null,
  summary:
    'A streaming replica for the API to read from. Without it the API reads from `DATABASE_URL`. A pooler in transaction mode will do here if it accepts startup options and prepared statements (PgBouncer 1.21 or newer: `ignore_startup_parameters = options`, `max_prepared_statements` above 0).',
  example: 'postgres://chaintrail_read:PASSWORD@replica:5432/chaintrail',
  readers: ['standalone', 'api'],
  requiredBy: [],
  secret: true,
};

const dataDir: Setting<string> = {
  ...plain,
  name: 'DATA_DIR',
  schema: path,
  default: './data',
  summary:
    "Folder for the embedded PostgreSQL server's data, the demo network's state and the log files. `npm run audit` finds a running `npm start` there.",
  example: './data',
  readers: ['standalone', 'audit'],
};

const hostSetting: Setting<string> = {
  ...plain,
  name: 'HOST',
  schema: host,
  // All interfaces: the answers are public chain data, read only, and a service in a container or on a server that
  // answers itself alone looks broken. Everything that is not public (PostgreSQL, demo nodes) listens on loopback.
  default: '0.0.0.0',
  summary:
    'Address the API listens on. The default answers on every interface: all it serves is public chain data, read only. `127.0.0.1` keeps it to this machine, for instance behind a proxy.',
  example: '127.0.0.1',
  readers: ['standalone', 'api'],
};

const port: Setting<number> = {
  ...plain,
  name: 'PORT',
  schema: integer(1, 65_535),
  default: '3000',
  summary: 'TCP port the API listens on.',
  example: '3000',
  readers: ['standalone', 'api'],
};

const publicUrlSetting: Setting<string> = {
  ...plain,
  name: 'PUBLIC_URL',
  schema: publicUrl,
  default: null,
  summary:
    'Address under which clients reach the API, written into the URLs it gives out. Without it they follow the `Host` of each request.',
  example: 'https://chaintrail.example',
  readers: ['standalone', 'api'],
};

const logLevel: Setting<LogLevel> = {
  ...plain,
  name: 'LOG_LEVEL',
  schema: oneOf(LOG_LEVELS),
  default: 'info',
  summary: `How much is logged: ${LOG_LEVELS.join(', ')}.`,
  example: 'debug',
  readers: ['standalone', 'indexer', 'api', 'migrate'],
};

const syncMemoryMb: Setting<number> = {
  ...plain,
  name: 'SYNC_MEMORY_MB',
  schema: integer(512, 1_048_576),
  default: String(defaultSyncMemory()),
  defaultText: "a quarter of the machine's memory, at least 512, at most 2048",
  summary:
    'Memory, in MiB, that the indexer may use for chains in their [first sync](first-sync.md), shared among the chains that are configured. In a container its memory limit counts as the machine. Most of it holds unspent outputs; those that do not fit are kept in the database and looked up there, which is slower. 512 is the lowest value.',
  example: '2048',
  readers: ['standalone', 'indexer'],
};

const auditEveryHours: Setting<number> = {
  ...plain,
  name: 'AUDIT_EVERY_HOURS',
  schema: integer(0, 8_760),
  default: '24',
  summary:
    'Hours between two [audits](audit.md) of each chain, which compare what is indexed with the node while the indexer goes on. `0` for none; `npm run audit` is always there.',
  example: '24',
  readers: ['standalone', 'indexer'],
};

const redisUrlSetting: Setting<ReturnType<typeof redisUrl.parse>> = {
  name: 'REDIS_URL',
  schema: redisUrl,
  default: null,
  summary:
    'A Redis server (6.2 or newer) through which several indexers share scheduled work, so that each piece is done once. One indexer needs none: it then does its work by itself.',
  example: 'redis://127.0.0.1:6379',
  readers: ['standalone', 'indexer'],
  requiredBy: [],
  secret: true,
};

export const SETTINGS = {
  databaseUrl,
  databaseReadUrl,
  dataDir,
  host: hostSetting,
  port,
  publicUrl: publicUrlSetting,
  logLevel,
  syncMemoryMb,
  auditEveryHours,
  redisUrl: redisUrlSetting,
} as const;

const follower = { readers: ['standalone', 'indexer', 'audit'], requiredBy: [], secret: false } as const;

const chainRpcUrl: ChainSetting<RpcUrl> = {
  ...follower,
  secret: true,
  suffix: 'RPC_URL',
  schema: () => rpcUrl,
  defaultFor: () => null,
  defaultText: '',
  summary:
    "The node's JSON-RPC endpoint, with user and password inside unless a cookie file is used. Setting it is what makes a chain followed.",
  example: 'http://USER:PASSWORD@HOST:PORT',
};

const chainCookieFile: ChainSetting<string> = {
  ...follower,
  suffix: 'RPC_COOKIE_FILE',
  schema: () => path,
  defaultFor: () => null,
  defaultText: '',
  summary:
    "The node's `.cookie` file, read again whenever the node refuses it, since every node start writes a new one.",
  example: '/path/to/node/.cookie',
};

const chainNetwork: ChainSetting<ChainNetwork> = {
  ...follower,
  suffix: 'NETWORK',
  schema: (chain) =>
    oneOf(networkNames(chain)).transform((name) => chainOnNetwork(chain, name)!),
  defaultFor: () => 'mainnet',
  defaultText: 'mainnet',
  summary:
    'The network the node is on. A node that is on another one is refused, and so is a change once blocks are indexed.',
  example: 'regtest',
};

const chainStartHeight: ChainSetting<number> = {
  ...follower,
  suffix: 'START_HEIGHT',
  // Heights are part of bigint row keys with 2^20 places per block; 2^31 − 1 is also the nodes' own limit (int).
  schema: () => integer(0, 2 ** 31 - 1),
  defaultFor: () => '0',
  defaultText: '0',
  summary:
    'First block to index. Above 0, history and balances count from there (`historyFrom` says so). Once blocks are indexed the stored start wins and another value has no effect; [start over](#starting-a-chain-over) to change it.',
  example: '0',
};

const chainReorgLimit: ChainSetting<number> = {
  ...follower,
  suffix: 'REORG_LIMIT',
  schema: () => integer(1, 100_000),
  defaultFor: (chain) => String(chain.reorgLimit),
  defaultText: "the chain's own",
  summary:
    'Deepest reorg, in blocks, that is followed without asking. A deeper one stops the chain until this is raised.',
  example: '200',
};

const chainPollMs: ChainSetting<number> = {
  ...follower,
  suffix: 'POLL_MS',
  schema: () => integer(50, 600_000),
  defaultFor: () => '250',
  defaultText: '250',
  summary:
    'Milliseconds between two questions for a new block once the chain is at its tip. A cheap call: the default makes a block readable within a second of its reaching the node.',
  example: '250',
};

const chainMempoolLimit: ChainSetting<number> = {
  ...follower,
  suffix: 'MEMPOOL_LIMIT',
  schema: () => integer(0, 1_000_000),
  defaultFor: () => '300000',
  defaultText: '300000',
  summary:
    'Most unconfirmed transactions that are followed; those beyond are left out until there is room. Some 150 bytes of memory each in the indexer, about 1 KB in the database. `0` follows none: `pending` is then unknown (`null`).',
  example: '50000',
};

const chainMempoolPollMs: ChainSetting<number> = {
  ...follower,
  suffix: 'MEMPOOL_POLL_MS',
  schema: () => integer(100, 600_000),
  defaultFor: () => '1000',
  defaultText: '1000',
  summary:
    "Milliseconds between two looks at the node's list of unconfirmed transactions. A list that takes long is read less often, so that no more than a fifth of the time goes into it. Notifications (ZMQ) make the next look come at once.",
  example: '1000',
};

const chainZmqUrl: ChainSetting<string> = {
  ...follower,
  suffix: 'ZMQ_URL',
  schema: () => zmqUrl,
  defaultFor: () => null,
  defaultText: '',
  summary:
    'Where the node publishes notifications (`-zmqpubhashblock`, `-zmqpubsequence` or `-zmqpubhashtx`). Without it the node is asked, and what it says is used. Notifications only make new blocks and transactions show sooner; nothing depends on them.',
  example: 'tcp://127.0.0.1:28332',
};

export const CHAIN_SETTINGS = {
  rpcUrl: chainRpcUrl,
  cookieFile: chainCookieFile,
  network: chainNetwork,
  startHeight: chainStartHeight,
  reorgLimit: chainReorgLimit,
  pollMs: chainPollMs,
  mempoolLimit: chainMempoolLimit,
  mempoolPollMs: chainMempoolPollMs,
  zmqUrl: chainZmqUrl,
} as const;

/** `BTC_RPC_URL` */
export function chainVariable(code: string, setting: { readonly suffix: string }): string {
  return `${code.toUpperCase()}_${setting.suffix}`;
}

function networkNames(chain: Chain): readonly [string, ...string[]] {
  const [first, ...others] = chain.networks.map((network) => network.name);
  if (first === undefined) throw new RangeError(`chain ${chain.code} has no network`);
  return [first, ...others];
}

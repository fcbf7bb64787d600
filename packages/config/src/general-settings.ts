/** Settings, as those of chains and of access: loaders, documents and `.env.example` are made from these tables. */
import { ACCESS_SETTINGS } from './access-settings.js';
import { defaultApiWorkers, defaultSyncMemory } from './machine-defaults.js';
import { setting } from './setting.js';
import {
  type ExchangeName,
  exchanges,
  host,
  integer,
  LOG_LEVELS,
  type LogLevel,
  oneOf,
  onOrOff,
  path,
  postgresUrl,
  postgresUrls,
  publicUrl,
  redisUrl,
} from './values.js';

export const SETTINGS = {
  databaseUrl: setting<ReturnType<typeof postgresUrl.parse>>({
    name: 'DATABASE_URL',
    schema: postgresUrl,
    summary:
      'The PostgreSQL database (15 or newer) of the index. Without it `npm start` runs a server of its own; other programs need it, unless chains have their own (`<CODE>_DATABASE_URL`). Indexer and migrations hold advisory locks: connect directly, or through a pooler in session mode.',
    example: 'postgres://chaintrail:PASSWORD@127.0.0.1:5432/chaintrail',
    readers: ['standalone', 'indexer', 'api', 'migrate', 'audit'],
    secret: true,
  }),
  databaseReadUrl: setting<ReturnType<typeof postgresUrls.parse>>({
    name: 'DATABASE_READ_URL',
    schema: postgresUrls,
    summary:
      '[Streaming replicas](scale-out.md#read-replicas) of `DATABASE_URL` for the API to read from, with commas or spaces between them. A pooler in transaction mode will do if it accepts startup options and prepared statements (PgBouncer from 1.21: `ignore_startup_parameters = options`, `max_prepared_statements` above 0).',
    example:
      'postgres://chaintrail_read:PASSWORD@replica1:5432/chaintrail,postgres://chaintrail_read:PASSWORD@replica2:5432/chaintrail',
    readers: ['standalone', 'api'],
    secret: true,
  }),
  replicaMaxLagSeconds: setting<number>({
    name: 'REPLICA_MAX_LAG_SECONDS',
    schema: integer(1, 86_400),
    // As long as a standby may hold changes back for queries by default (max_standby_streaming_delay).
    default: '30',
    summary:
      'A read replica that lags more is not read until it has caught up. So answers of API processes are at most this far apart.',
    example: '30',
    readers: ['standalone', 'api'],
  }),
  dataDir: setting<string>({
    name: 'DATA_DIR',
    schema: path,
    default: './data',
    summary:
      'Folder of the embedded PostgreSQL server, the demo network and the log files. `npx chaintrail audit` finds a running `npm start` there, `npx chaintrail token` its secret.',
    example: './data',
    readers: ['standalone', 'audit', 'token'],
  }),
  host: setting<string>({
    name: 'HOST',
    schema: host,
    // All interfaces. The answers are public chain data, read only. A service in a container that answers itself alone
    // looks broken. Everything that is not public (PostgreSQL, demo nodes) listens on loopback.
    default: '0.0.0.0',
    summary:
      'Address the API listens on, by default all: it serves public chain data alone. `127.0.0.1` keeps it to this machine.',
    example: '127.0.0.1',
    readers: ['standalone', 'api'],
  }),
  port: setting<number>({
    name: 'PORT',
    schema: integer(1, 65_535),
    default: '3000',
    summary: 'TCP port the API listens on.',
    example: '3000',
    readers: ['standalone', 'api'],
  }),
  publicUrl: setting<string>({
    name: 'PUBLIC_URL',
    schema: publicUrl,
    summary:
      'Address that clients reach the API by, for URLs in answers. Without it they follow the `Host` of each request.',
    example: 'https://chaintrail.example',
    readers: ['standalone', 'api'],
  }),
  apiWorkers: setting<number>({
    name: 'API_WORKERS',
    schema: integer(1, 64),
    default: String(defaultApiWorkers()),
    defaultText:
      'one per processor, at most 8, and one per 400 MiB of memory beyond 384 MiB; under `npm start` one less',
    summary: 'Processes that answer on one port, as [one API](operations.md#workers).',
    example: '4',
    readers: ['standalone', 'api'],
  }),
  maxConnectionsPerAddress: setting<number>({
    name: 'MAX_CONNECTIONS_PER_ADDRESS',
    schema: integer(0, 10_000),
    // More than the requests that may wait for the database at a time: a proxy is told of load before it is refused a
    // connection.
    default: '1000',
    summary:
      '[Connections](../SECURITY.md#limits-of-the-api) of one client address (of IPv6 one /64), of 10,000 in all. Beyond, the one that has waited longest without a request gives way, else the new one. Raise it behind a proxy that keeps more, and bound clients there. `0` sets no bound.',
    example: '1000',
    readers: ['standalone', 'api'],
  }),
  broadcast: setting<boolean>({
    name: 'BROADCAST',
    schema: onOrOff,
    default: 'off',
    summary:
      "Whether clients may [send transactions](../SECURITY.md#nodes) through the nodes of `<CODE>_RPC_URL`: on Bitcoin and its forks (`POST /v0/transactions/{currency}`), by Blockbook's API also on Ethereum and its layer 2s.",
    example: 'on',
    readers: ['standalone', 'api'],
  }),
  ...ACCESS_SETTINGS,
  logLevel: setting<LogLevel>({
    name: 'LOG_LEVEL',
    schema: oneOf(LOG_LEVELS),
    default: 'info',
    summary: `How much is logged: ${LOG_LEVELS.join(', ')}.`,
    example: 'debug',
    readers: ['standalone', 'indexer', 'api', 'migrate'],
  }),
  syncMemoryMb: setting<number>({
    name: 'SYNC_MEMORY_MB',
    schema: integer(512, 1_048_576),
    default: String(defaultSyncMemory()),
    defaultText: "a quarter of the machine's memory, at least 512, at most 2048",
    summary:
      "MiB for chains in their [first sync](first-sync.md#memory), shared among all configured; at least 512. A container's limit counts as the machine.",
    example: '2048',
    readers: ['standalone', 'indexer'],
  }),
  auditEveryHours: setting<number>({
    name: 'AUDIT_EVERY_HOURS',
    schema: integer(0, 8_760),
    default: '24',
    summary: 'Hours between [audits](audit.md) of each chain, beside the indexer; `0` for none.',
    example: '24',
    readers: ['standalone', 'indexer'],
  }),
  redisUrl: setting<ReturnType<typeof redisUrl.parse>>({
    name: 'REDIS_URL',
    schema: redisUrl,
    summary:
      'A Redis server (6.2 or newer), by which several indexers divide scheduled jobs, and several API processes share limits (`RATE_LIMITS`).',
    example: 'redis://127.0.0.1:6379',
    readers: ['standalone', 'indexer', 'api'],
    secret: true,
  }),
  ratesExchanges: setting<readonly ExchangeName[]>({
    name: 'RATES_EXCHANGES',
    schema: exchanges,
    summary:
      "Public exchanges to ask for [rates](rates.md), without a key: `all`, or some of kraken, coinbase, bitfinex, gemini, bitstamp. They learn this server's address.",
    example: 'kraken,coinbase,bitstamp',
    readers: ['standalone', 'indexer'],
  }),
  ratesMaxAgeHours: setting<number>({
    name: 'RATES_MAX_AGE_HOURS',
    schema: integer(1, 168),
    // Feeds are written at least once a day.
    default: '26',
    summary: 'An older [rate](rates.md) is `null`. Indexer and API need the same.',
    example: '26',
    readers: ['standalone', 'indexer', 'api'],
  }),
} as const;

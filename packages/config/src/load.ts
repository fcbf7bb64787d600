/** One loader per program: the environment in, one typed object out, or every problem at once. */
import { CHAINS, type Chain, type ChainNetwork } from '@chaintrail/chains';
import { CHAIN_SETTINGS } from './chain-settings.js';
import { EnvironmentReader } from './environment-reader.js';
import { SETTINGS } from './general-settings.js';
import { defaultApiWorkers } from './machine-defaults.js';
import { type AccessSettings, readAccess, readTokens, type TokenSettings } from './read-access.js';
import {
  type BalanceNodeSettings,
  type ChainSettings,
  type CosmosNodeSettings,
  namedChains,
  readBalanceNodes,
  readChainsOrNone,
  readCosmosNodes,
  readUtxoNodes,
  requireChains,
  type UtxoNodeSettings,
} from './read-chains.js';
import {
  type DatabaseSettings,
  type ReadDatabaseSettings,
  readAnyDatabases,
  readDatabases,
  readReadDatabases,
} from './read-databases.js';
import type { Secret } from './secret.js';
import type { ExchangeName, LogLevel } from './values.js';

interface CommonSettings {
  readonly logLevel: LogLevel;
  /** Sentences for the log: variables that look like settings but are none. */
  readonly warnings: readonly string[];
}

/** For `databaseOf`, which tells the one of a chain. */
interface WithDatabases {
  /** At least one. */
  readonly databases: readonly DatabaseSettings[];
}

export interface MigrateSettings extends CommonSettings, WithDatabases {
  /** The network of every chain, followed or not. */
  readonly networks: readonly ChainNetwork[];
}

export interface IndexerSettings extends CommonSettings, WithDatabases {
  /** At least one. */
  readonly chains: readonly ChainSettings[];
  /** Memory of all first syncs together. */
  readonly syncMemoryBytes: number;
  /** Between two audits of a chain; 0: none. */
  readonly auditEveryMs: number;
  /** Undefined: scheduled work is done in the process itself. */
  readonly redisUrl: Secret | undefined;
  /** That are asked for rates; empty: none. */
  readonly ratesExchanges: readonly ExchangeName[];
  /** Older rates are of no use. */
  readonly ratesMaxAgeSeconds: number;
}

export interface AuditSettings extends CommonSettings, WithDatabases {
  /** At least one. */
  readonly chains: readonly ChainSettings[];
}

export interface ApiSettings extends CommonSettings {
  /** At least one. */
  readonly databases: readonly ReadDatabaseSettings[];
  /** A replica that lags more is not read from. */
  readonly replicaMaxLagMs: number;
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** Processes that answer. */
  readonly workers: number;
  /** Connections that one client address may have open; 0: no bound of its own. */
  readonly connectionsPerAddress: number;
  /** Older rates are not told. */
  readonly ratesMaxAgeSeconds: number;
  /** TCP port of probes and metrics; null: they are on `port`. */
  readonly adminPort: number | null;
  /** Whether somebody chose that port: where it is taken, the API does without one that nobody chose. */
  readonly isAdminPortSet: boolean;
  readonly access: AccessSettings;
  /** Undefined: what clients have used is counted in the process itself. */
  readonly redisUrl: Secret | undefined;
  /** Nodes of EVM chains; one per chain at most. */
  readonly nodes: readonly BalanceNodeSettings[];
  /** Nodes of Cosmos chains; one per chain at most. */
  readonly cosmosNodes: readonly CosmosNodeSettings[];
  /** Nodes of UTXO chains; one per chain at most. */
  readonly utxoNodes: readonly UtxoNodeSettings[];
  /** Whether clients may send transactions through them. */
  readonly broadcast: boolean;
}

export interface StandaloneSettings extends CommonSettings {
  /** Undefined: run the embedded server. */
  readonly databaseUrl: Secret | undefined;
  /** Those that chains have of their own. */
  readonly ownDatabases: readonly DatabaseSettings[];
  /** Absolute. */
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly adminPort: number | null;
  readonly isAdminPortSet: boolean;
  readonly publicUrl: string | undefined;
  /** Processes that answer. */
  readonly workers: number;
  readonly connectionsPerAddress: number;
  /** Empty: run the demo network. */
  readonly chains: readonly ChainSettings[];
  /** Memory of all first syncs together. */
  readonly syncMemoryBytes: number;
}

/** Settings of every program, to look at; none has to be set. */
export interface DoctorSettings extends CommonSettings {
  readonly databases: readonly ReadDatabaseSettings[];
  readonly replicaMaxLagMs: number;
  /** Absolute. */
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly adminPort: number | null;
  readonly isAdminPortSet: boolean;
  readonly chains: readonly ChainSettings[];
  readonly access: AccessSettings;
  readonly redisUrl: Secret | undefined;
  /** Older rates are not told. */
  readonly ratesMaxAgeSeconds: number;
}

/** @throws SettingsError */
export function loadMigrateSettings(env: NodeJS.ProcessEnv): MigrateSettings {
  const read = new EnvironmentReader(env);
  return read.finish({
    databases: readDatabases(read, null),
    networks: CHAINS.flatMap((chain) => read.chainOptional(chain, CHAIN_SETTINGS.network) ?? []),
    logLevel: read.value(SETTINGS.logLevel),
  });
}

/** The network of a chain, followed or not. @throws SettingsError */
export function loadNetwork(env: NodeJS.ProcessEnv, chain: Chain): ChainNetwork {
  const read = new EnvironmentReader(env);
  return read.finish({ place: read.chainValue(chain, CHAIN_SETTINGS.network) }).place;
}

/** @throws SettingsError */
export function loadIndexerSettings(env: NodeJS.ProcessEnv): IndexerSettings {
  const read = new EnvironmentReader(env);
  const databases = readDatabases(read, namedChains(read));
  const logLevel = read.value(SETTINGS.logLevel);
  const syncMemoryBytes = readSyncMemory(read);
  const background = readBackground(read);
  const chains = requireChains(read);
  return read.finish({ databases, logLevel, syncMemoryBytes, ...background, chains });
}

/** @throws SettingsError */
export function loadAuditSettings(env: NodeJS.ProcessEnv): AuditSettings {
  const read = new EnvironmentReader(env);
  const databases = readDatabases(read, namedChains(read));
  const logLevel = read.value(SETTINGS.logLevel);
  const chains = requireChains(read);
  return read.finish({ databases, logLevel, chains });
}

/** @throws SettingsError */
export function loadApiSettings(env: NodeJS.ProcessEnv): ApiSettings {
  const read = new EnvironmentReader(env);
  return read.finish({
    databases: readReadDatabases(read),
    replicaMaxLagMs: readMaxLag(read),
    ...readListener(read),
    workers: read.value(SETTINGS.apiWorkers),
    access: readAccess(read),
    redisUrl: read.optional(SETTINGS.redisUrl),
    logLevel: read.value(SETTINGS.logLevel),
    ratesMaxAgeSeconds: readRatesMaxAge(read),
    nodes: readBalanceNodes(read),
    cosmosNodes: readCosmosNodes(read),
    utxoNodes: readUtxoNodes(read),
    broadcast: read.value(SETTINGS.broadcast),
  });
}

/** @throws SettingsError */
export function loadStandaloneSettings(env: NodeJS.ProcessEnv): StandaloneSettings {
  const read = new EnvironmentReader(env);
  const databases = readAnyDatabases(read);
  const databaseUrl = databases.find(({ chain }) => chain === null)?.url;
  const ownDatabases = databases.filter(({ chain }) => chain !== null);
  const dataDir = read.value(SETTINGS.dataDir);
  const listener = readListener(read);
  const workers = readWorkersBesideIndexer(read);
  const logLevel = read.value(SETTINGS.logLevel);
  // The indexer that is started reads it for itself; a wrong one has to be told before anything is started.
  const syncMemoryBytes = readSyncMemory(read);
  readBackground(read);
  readMaxLag(read);
  readAccess(read);
  read.value(SETTINGS.broadcast);
  const chains = readChainsOrNone(read);
  return read.finish({ databaseUrl, ownDatabases, dataDir, ...listener, workers, logLevel, syncMemoryBytes, chains });
}

/** @throws SettingsError */
export function loadDoctorSettings(env: NodeJS.ProcessEnv): DoctorSettings {
  const read = new EnvironmentReader(env);
  const databases = readAnyDatabases(read);
  const { host, port, adminPort, isAdminPortSet } = readListener(read);
  const { redisUrl, ratesMaxAgeSeconds } = readBackground(read);
  readSyncMemory(read);
  read.value(SETTINGS.apiWorkers);
  read.value(SETTINGS.broadcast);
  return read.finish({
    ...{ databases, host, port, adminPort, isAdminPortSet, redisUrl, ratesMaxAgeSeconds },
    replicaMaxLagMs: readMaxLag(read),
    dataDir: read.value(SETTINGS.dataDir),
    logLevel: read.value(SETTINGS.logLevel),
    access: readAccess(read),
    chains: readChainsOrNone(read),
  });
}

/** @throws SettingsError */
export function loadTokenSettings(env: NodeJS.ProcessEnv): TokenSettings {
  const read = new EnvironmentReader(env);
  return read.finish(readTokens(read));
}

type Listener = Pick<
  ApiSettings,
  'host' | 'port' | 'adminPort' | 'isAdminPortSet' | 'publicUrl' | 'connectionsPerAddress'
>;

function readListener(read: EnvironmentReader): Listener {
  const port = read.value(SETTINGS.port);
  const adminPort = read.value(SETTINGS.adminPort);
  const isAdminPortSet = read.text(SETTINGS.adminPort.name) !== undefined;
  if (adminPort !== null && adminPort === port)
    read.problems.push(`ADMIN_PORT is ${adminPort}, which PORT is, too; choose another one, or off for none.`);
  return {
    host: read.value(SETTINGS.host),
    ...{ port, adminPort, isAdminPortSet },
    publicUrl: read.optional(SETTINGS.publicUrl),
    connectionsPerAddress: read.value(SETTINGS.maxConnectionsPerAddress),
  };
}

/** The indexer has a processor for itself where nothing is said. */
function readWorkersBesideIndexer(read: EnvironmentReader): number {
  return read.text(SETTINGS.apiWorkers.name) === undefined ? defaultApiWorkers(1) : read.value(SETTINGS.apiWorkers);
}

function readMaxLag(read: EnvironmentReader): number {
  return read.value(SETTINGS.replicaMaxLagSeconds) * 1_000;
}

function readSyncMemory(read: EnvironmentReader): number {
  return read.value(SETTINGS.syncMemoryMb) * 2 ** 20;
}

function readRatesMaxAge(read: EnvironmentReader): number {
  return read.value(SETTINGS.ratesMaxAgeHours) * 3_600;
}

type Background = Pick<IndexerSettings, 'auditEveryMs' | 'redisUrl' | 'ratesExchanges' | 'ratesMaxAgeSeconds'>;

function readBackground(read: EnvironmentReader): Background {
  return {
    auditEveryMs: read.value(SETTINGS.auditEveryHours) * 3_600_000,
    redisUrl: read.optional(SETTINGS.redisUrl),
    ratesExchanges: read.optional(SETTINGS.ratesExchanges) ?? [],
    ratesMaxAgeSeconds: readRatesMaxAge(read),
  };
}

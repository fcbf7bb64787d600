/** One loader per program: the environment in, one typed object out, or every problem at once. */
import { CHAINS, type Chain, type ChainNetwork, type EvmChainNetwork, type UtxoChainNetwork } from '@chaintrail/chains';
import { EnvironmentReader } from './reader.js';
import type { Secret } from './secret.js';
import { CHAIN_SETTINGS, chainVariable, SETTINGS } from './table.js';
import type { LogLevel, RpcUrl } from './values.js';

/** How to reach a node: `url` carries no credentials; those are `user` and `password`, or in `cookieFile`, or absent. */
export interface NodeEndpoint extends RpcUrl {
  readonly cookieFile?: string;
}

/** One followed chain. */
export type ChainSettings = UtxoChainSettings | EvmChainSettings;
export type UtxoChainSettings = UtxoChainNetwork & FollowedNodeSettings;
export type EvmChainSettings = EvmChainNetwork & FollowedNodeSettings;

interface FollowedNodeSettings {
  readonly endpoint: NodeEndpoint;
  /** First block to index. */
  readonly startHeight: number;
  /** Blocks. */
  readonly reorgLimit: number;
  readonly pollMs: number;
  /** Most unconfirmed transactions that are followed; 0 for none. */
  readonly mempoolLimit: number;
  readonly mempoolPollMs: number;
  /** Where the node publishes notifications; undefined: where it says itself. */
  readonly zmqUrl: string | undefined;
}

interface CommonSettings {
  readonly logLevel: LogLevel;
  /** Sentences for the log: variables that look like settings but are none. */
  readonly warnings: readonly string[];
}

export interface MigrateSettings extends CommonSettings {
  readonly databaseUrl: Secret;
}

export interface IndexerSettings extends CommonSettings {
  readonly databaseUrl: Secret;
  /** At least one. */
  readonly chains: readonly ChainSettings[];
  /** What all first syncs together may use. */
  readonly syncMemoryBytes: number;
  /** Between two audits of a chain; 0: none. */
  readonly auditEveryMs: number;
  /** Undefined: scheduled work is done in the process itself. */
  readonly redisUrl: Secret | undefined;
}

export interface AuditSettings extends CommonSettings {
  readonly databaseUrl: Secret;
  /** At least one. */
  readonly chains: readonly ChainSettings[];
}

export interface ApiSettings extends CommonSettings {
  readonly databaseUrl: Secret;
  /** Same as `databaseUrl` unless a replica is configured. */
  readonly databaseReadUrl: Secret;
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash. */
  readonly publicUrl: string | undefined;
}

export interface StandaloneSettings extends CommonSettings {
  /** Undefined: run the embedded server. */
  readonly databaseUrl: Secret | undefined;
  readonly databaseReadUrl: Secret | undefined;
  /** Absolute. */
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
  /** Empty: run the demo network. */
  readonly chains: readonly ChainSettings[];
  /** What all first syncs together may use. */
  readonly syncMemoryBytes: number;
}

/** @throws SettingsError */
export function loadMigrateSettings(env: NodeJS.ProcessEnv): MigrateSettings {
  const read = new EnvironmentReader(env, 'migrate');
  return read.finish({
    databaseUrl: read.value(SETTINGS.databaseUrl),
    logLevel: read.value(SETTINGS.logLevel),
  });
}

/** @throws SettingsError */
export function loadIndexerSettings(env: NodeJS.ProcessEnv): IndexerSettings {
  const read = new EnvironmentReader(env, 'indexer');
  const databaseUrl = read.value(SETTINGS.databaseUrl);
  const logLevel = read.value(SETTINGS.logLevel);
  const syncMemoryBytes = readSyncMemory(read);
  const background = readBackground(read);
  const chains = requireChains(read);
  return read.finish({ databaseUrl, logLevel, syncMemoryBytes, ...background, chains });
}

/** @throws SettingsError */
export function loadAuditSettings(env: NodeJS.ProcessEnv): AuditSettings {
  const read = new EnvironmentReader(env, 'audit');
  const databaseUrl = read.value(SETTINGS.databaseUrl);
  const logLevel = read.value(SETTINGS.logLevel);
  const chains = requireChains(read);
  return read.finish({ databaseUrl, logLevel, chains });
}

/** @throws SettingsError */
export function loadApiSettings(env: NodeJS.ProcessEnv): ApiSettings {
  const read = new EnvironmentReader(env, 'api');
  const databaseUrl = read.value(SETTINGS.databaseUrl);
  return read.finish({
    databaseUrl,
    databaseReadUrl: read.optional(SETTINGS.databaseReadUrl) ?? databaseUrl,
    ...readListener(read),
    logLevel: read.value(SETTINGS.logLevel),
  });
}

/** @throws SettingsError */
export function loadStandaloneSettings(env: NodeJS.ProcessEnv): StandaloneSettings {
  const read = new EnvironmentReader(env, 'standalone');
  const databaseUrl = read.optional(SETTINGS.databaseUrl);
  const databaseReadUrl = read.optional(SETTINGS.databaseReadUrl);
  const dataDir = read.value(SETTINGS.dataDir);
  const listener = readListener(read);
  const logLevel = read.value(SETTINGS.logLevel);
  // The indexer that is started reads it for itself; a wrong one has to be told before anything is started.
  const syncMemoryBytes = readSyncMemory(read);
  readBackground(read);
  const { chains, unused } = readChains(read);
  if (chains.length === 0) refuseDemoByMistake(read, unused);
  return read.finish({ databaseUrl, databaseReadUrl, dataDir, ...listener, logLevel, syncMemoryBytes, chains });
}

function readListener(read: EnvironmentReader): Pick<ApiSettings, 'host' | 'port' | 'publicUrl'> {
  return {
    host: read.value(SETTINGS.host),
    port: read.value(SETTINGS.port),
    publicUrl: read.optional(SETTINGS.publicUrl),
  };
}

function readSyncMemory(read: EnvironmentReader): number {
  return read.value(SETTINGS.syncMemoryMb) * 2 ** 20;
}

function readBackground(read: EnvironmentReader): Pick<IndexerSettings, 'auditEveryMs' | 'redisUrl'> {
  return {
    auditEveryMs: read.value(SETTINGS.auditEveryHours) * 3_600_000,
    redisUrl: read.optional(SETTINGS.redisUrl),
  };
}

function requireChains(read: EnvironmentReader): ChainSettings[] {
  const { chains } = readChains(read);
  if (chains.length === 0) read.problems.push(`No chain is configured; set at least one of ${RPC_URLS}.`);
  return chains;
}

const RPC_URLS = CHAINS.map((chain) => chainVariable(chain.code, CHAIN_SETTINGS.rpcUrl)).join(', ');

/** Simulated blocks must not be taken for those of the node that somebody meant to name. */
function refuseDemoByMistake(read: EnvironmentReader, unused: readonly string[]): void {
  const meant = [...read.misspelled.filter((each) => each.meansChain).map((each) => each.name), ...unused];
  if (meant.length === 0) return;
  const [looks, it] = meant.length === 1 ? ['looks', 'it'] : ['look', 'them'];
  read.problems.push(
    `No chain is configured, but ${meant.join(', ')} ${looks} as if one was meant; set at least one of ${RPC_URLS}, or unset ${it} for the demo network of simulated nodes.`,
  );
}

/** @returns chains whose `<CODE>_RPC_URL` is set, in the order of the registry, and variables of the others */
function readChains(read: EnvironmentReader): { chains: ChainSettings[]; unused: string[] } {
  const chains: ChainSettings[] = [];
  const unused: string[] = [];
  for (const chain of CHAINS) {
    const url = chainVariable(chain.code, CHAIN_SETTINGS.rpcUrl);
    if (read.text(url) === undefined) unused.push(...checkUnused(read, chain, url));
    else chains.push(readChain(read, chain));
  }
  return { chains, unused };
}

/** Settings of a chain that is not followed have to be right nevertheless. @returns the names of those that are set */
function checkUnused(read: EnvironmentReader, chain: Chain, url: string): string[] {
  const set = Object.values(CHAIN_SETTINGS).filter(
    (setting) => read.text(chainVariable(chain.code, setting)) !== undefined,
  );
  for (const setting of set) read.chainOptional<unknown>(chain, setting);
  const names = set.map((setting) => chainVariable(chain.code, setting));
  const has = names.length === 1 ? 'has' : 'have';
  if (names.length > 0)
    read.note(`${names.join(', ')} ${has} no effect: ${chain.name} is followed only when ${url} is set.`);
  return names;
}

function readChain(read: EnvironmentReader, chain: Chain): ChainSettings {
  const rpc = read.chainValue(chain, CHAIN_SETTINGS.rpcUrl);
  const cookieFile = read.chainOptional(chain, CHAIN_SETTINGS.cookieFile);
  if (cookieFile !== undefined && rpc?.user !== undefined) {
    const [cookie, url] = [CHAIN_SETTINGS.cookieFile, CHAIN_SETTINGS.rpcUrl].map((s) => chainVariable(chain.code, s));
    read.problems.push(`${cookie} is set, but ${url} holds a user and password too; remove one of the two.`);
  }
  const place: ChainNetwork = read.chainValue(chain, CHAIN_SETTINGS.network);
  return {
    ...place,
    endpoint: { ...rpc, ...(cookieFile === undefined ? {} : { cookieFile }) },
    startHeight: read.chainValue(chain, CHAIN_SETTINGS.startHeight),
    reorgLimit: read.chainValue(chain, CHAIN_SETTINGS.reorgLimit),
    pollMs: read.chainValue(chain, CHAIN_SETTINGS.pollMs),
    mempoolLimit: read.chainValue(chain, CHAIN_SETTINGS.mempoolLimit),
    mempoolPollMs: read.chainValue(chain, CHAIN_SETTINGS.mempoolPollMs),
    zmqUrl: read.chainOptional(chain, CHAIN_SETTINGS.zmqUrl),
  };
}

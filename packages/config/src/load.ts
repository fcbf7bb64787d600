/** One loader per program: the environment in, one typed object out, or every problem at once. */
import { CHAINS, type Chain, type UtxoNetwork } from '@chaintrail/chains';
import { findMisspelled } from './misspelled.js';
import { EnvironmentReader } from './reader.js';
import type { Secret } from './secret.js';
import { CHAIN_SETTINGS, chainVariable, SETTINGS } from './table.js';
import type { LogLevel, RpcUrl } from './values.js';

/** How to reach a node: `url` carries no credentials; those are `user` and `password`, or in `cookieFile`, or absent. */
export interface NodeEndpoint extends RpcUrl {
  readonly cookieFile?: string;
}

/** One followed chain. */
export interface ChainSettings {
  readonly chain: Chain;
  readonly network: UtxoNetwork;
  readonly endpoint: NodeEndpoint;
  /** First block to index. */
  readonly startHeight: number;
  /** Blocks. */
  readonly reorgLimit: number;
  readonly pollMs: number;
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
}

/** @throws SettingsError */
export function loadMigrateSettings(env: NodeJS.ProcessEnv): MigrateSettings {
  const read = new EnvironmentReader(env, 'migrate');
  return read.finish({
    databaseUrl: read.value(SETTINGS.databaseUrl),
    logLevel: read.value(SETTINGS.logLevel),
    warnings: findMisspelled(env),
  });
}

/** @throws SettingsError */
export function loadIndexerSettings(env: NodeJS.ProcessEnv): IndexerSettings {
  const read = new EnvironmentReader(env, 'indexer');
  const databaseUrl = read.value(SETTINGS.databaseUrl);
  const logLevel = read.value(SETTINGS.logLevel);
  const { chains, warnings } = readChains(read);
  if (chains.length === 0 && read.problems.length === 0) {
    const names = CHAINS.map((chain) => chainVariable(chain.code, CHAIN_SETTINGS.rpcUrl));
    read.problems.push(`No chain is configured; set at least one of ${names.join(', ')}.`);
  }
  return read.finish({ databaseUrl, logLevel, chains, warnings: [...findMisspelled(env), ...warnings] });
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
    warnings: findMisspelled(env),
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
  const { chains, warnings } = readChains(read);
  return read.finish({
    databaseUrl,
    databaseReadUrl,
    dataDir,
    ...listener,
    logLevel,
    chains,
    warnings: [...findMisspelled(env), ...warnings],
  });
}

function readListener(read: EnvironmentReader): Pick<ApiSettings, 'host' | 'port' | 'publicUrl'> {
  return {
    host: read.value(SETTINGS.host),
    port: read.value(SETTINGS.port),
    publicUrl: read.optional(SETTINGS.publicUrl),
  };
}

/** Chains whose `<CODE>_RPC_URL` is set, in the order of the registry. */
function readChains(read: EnvironmentReader): { chains: ChainSettings[]; warnings: string[] } {
  const chains: ChainSettings[] = [];
  const warnings: string[] = [];
  for (const chain of CHAINS) {
    if (read.text(chainVariable(chain.code, CHAIN_SETTINGS.rpcUrl)) !== undefined) {
      chains.push(readChain(read, chain));
      continue;
    }
    const others = Object.values(CHAIN_SETTINGS).map((setting) => chainVariable(chain.code, setting));
    const unused = others.filter((name) => read.text(name) !== undefined);
    if (unused.length === 0) continue;
    const missing = chainVariable(chain.code, CHAIN_SETTINGS.rpcUrl);
    warnings.push(`${unused.join(', ')} has no effect: ${chain.name} is followed only when ${missing} is set.`);
  }
  return { chains, warnings };
}

function readChain(read: EnvironmentReader, chain: Chain): ChainSettings {
  const rpc = read.chainValue(chain, CHAIN_SETTINGS.rpcUrl);
  const cookieFile = read.chainOptional(chain, CHAIN_SETTINGS.cookieFile);
  if (cookieFile !== undefined && rpc?.user !== undefined) {
    const [cookie, url] = [CHAIN_SETTINGS.cookieFile, CHAIN_SETTINGS.rpcUrl].map((s) => chainVariable(chain.code, s));
    read.problems.push(`${cookie} is set, but ${url} holds a user and password too; remove one of the two.`);
  }
  return {
    chain,
    network: read.chainValue(chain, CHAIN_SETTINGS.network),
    endpoint: { ...rpc, ...(cookieFile === undefined ? {} : { cookieFile }) },
    startHeight: read.chainValue(chain, CHAIN_SETTINGS.startHeight),
    reorgLimit: read.chainValue(chain, CHAIN_SETTINGS.reorgLimit),
    pollMs: read.chainValue(chain, CHAIN_SETTINGS.pollMs),
  };
}

/** The settings of chains: which are followed, and how their nodes are reached. */
import {
  CHAINS,
  type Chain,
  type ChainNetwork,
  COSMOS_CHAINS,
  type CosmosChainNetwork,
  type CosmosNodeOptions,
  EVM_CHAINS,
  type EvmChainNetwork,
  type EvmNodeOptions,
  type NodeClientOptions,
  UTXO_CHAINS,
  type UtxoChainNetwork,
} from '@chaintrail/chains';
import {
  CHAIN_SETTINGS,
  chainVariable,
  DATABASE_SETTINGS,
  type HeaderChecks,
  type InternalTransfersMode,
  settingsOf,
} from './chain-settings.js';
import type { EnvironmentReader } from './environment-reader.js';
import type { RateFeeds, RpcUrl } from './values.js';

/** How to reach a node. `url` has no credentials: those are `user` and `password`, or in `cookieFile`, or absent. */
export interface NodeEndpoint extends RpcUrl {
  readonly cookieFile?: string;
}

/** One followed chain. */
export type ChainSettings = UtxoChainSettings | EvmChainSettings | CosmosChainSettings;

export interface UtxoChainSettings extends UtxoChainNetwork, FollowedNodeSettings, ReorgSettings, MempoolSettings {
  /** Where the node publishes notifications; undefined: where it says itself. */
  readonly zmqUrl: string | undefined;
  /** Whether addresses are found by the hash of their script. */
  readonly scriptHashIndex: boolean;
}

export interface EvmChainSettings extends EvmChainNetwork, FollowedNodeSettings, ReorgSettings, MempoolSettings {
  /** Where the node sends notifications of new blocks; undefined: it is asked only. */
  readonly wsUrl: string | undefined;
  readonly headerChecks: HeaderChecks;
  readonly internalTransfers: InternalTransfersMode;
  readonly traceWaitMs: number;
  /** Contracts that say prices; undefined: those that are known. */
  readonly rateFeeds: RateFeeds | undefined;
}

export interface CosmosChainSettings extends CosmosChainNetwork, FollowedNodeSettings {
  /** Where the node sends notifications of new blocks; undefined: the WebSocket of its RPC server. */
  readonly wsUrl: string | undefined;
  /** The node's REST server: bank balances, names. Undefined: neither. */
  readonly restEndpoint: NodeEndpoint | undefined;
  readonly headerChecks: HeaderChecks;
}

/** A node that is asked for balances. */
export interface BalanceNodeSettings extends EvmChainNetwork {
  readonly endpoint: NodeEndpoint;
}

/** A node that is asked for raw transactions. */
export interface UtxoNodeSettings extends UtxoChainNetwork {
  readonly endpoint: NodeEndpoint;
}

/** A node that is asked for bank balances and names, both by REST. */
export interface CosmosNodeSettings extends CosmosChainNetwork {
  /** Its RPC server; undefined where only REST is configured. */
  readonly endpoint: NodeEndpoint | undefined;
  /** Undefined where only the RPC server is configured: then there is nobody to ask. */
  readonly restEndpoint: NodeEndpoint | undefined;
}

interface FollowedNodeSettings {
  readonly endpoint: NodeEndpoint;
  /** First block to index. */
  readonly startHeight: number;
  readonly pollMs: number;
}

interface ReorgSettings {
  /** Blocks. */
  readonly reorgLimit: number;
}

interface MempoolSettings {
  /** Most unconfirmed transactions that are followed; 0 for none. */
  readonly mempoolLimit: number;
  readonly mempoolPollMs: number;
}

const RPC_URLS = CHAINS.map((chain) => chainVariable(chain.code, CHAIN_SETTINGS.rpcUrl)).join(', ');

/** @returns at least one, or a problem is noted */
export function requireChains(read: EnvironmentReader): ChainSettings[] {
  const { chains, isConfigured } = readChains(read);
  if (!isConfigured) read.problems.push(`No chain is configured; set at least one of ${RPC_URLS}.`);
  return chains;
}

/** None is fine, unless something looks as if one was meant. */
export function readChainsOrNone(read: EnvironmentReader): ChainSettings[] {
  const { chains, isConfigured, unused } = readChains(read);
  if (!isConfigured) refuseDemoByMistake(read, unused);
  return chains;
}

/** The nodes of EVM chains, without what only an indexer needs to know of them. */
export function readBalanceNodes(read: EnvironmentReader): BalanceNodeSettings[] {
  return EVM_CHAINS.flatMap((chain) => {
    if (!isNamed(read, chain)) return [];
    const { place, endpoint } = readNode(read, chain);
    return place?.family === 'evm' ? [{ ...place, endpoint }] : [];
  });
}

/** The nodes of UTXO chains, without what only an indexer needs to know of them. */
export function readUtxoNodes(read: EnvironmentReader): UtxoNodeSettings[] {
  return UTXO_CHAINS.flatMap((chain) => {
    if (!isNamed(read, chain)) return [];
    const { place, endpoint } = readNode(read, chain);
    return place?.family === 'utxo' ? [{ ...place, endpoint }] : [];
  });
}

/** The nodes of Cosmos chains of which either server is named. */
export function readCosmosNodes(read: EnvironmentReader): CosmosNodeSettings[] {
  return COSMOS_CHAINS.flatMap((chain) => {
    const rest = read.chainOptional(chain, CHAIN_SETTINGS.restUrl);
    if (rest === undefined && !isNamed(read, chain)) return [];
    const place = read.chainOptional(chain, CHAIN_SETTINGS.network);
    const endpoint = read.chainOptional(chain, CHAIN_SETTINGS.rpcUrl);
    return place?.family === 'cosmos' ? [{ ...place, endpoint, restEndpoint: rest }] : [];
  });
}

/** Simulated blocks must not be taken for those of the node that somebody meant to name. */
function refuseDemoByMistake(read: EnvironmentReader, unused: readonly string[]): void {
  const meant = [...read.misspelled.filter((each) => each.meansChain).map((each) => each.name), ...unused];
  if (meant.length === 0) return;
  const [looks, it] = meant.length === 1 ? ['looks', 'it'] : ['look', 'them'];
  read.problems.push(
    `No chain is configured, but ${meant.join(', ')} ${looks} as if one was meant; set at least one of ${RPC_URLS}, or unset ${it} for the demo network of simulated nodes.`,
  );
}

interface ReadChains {
  /** Those whose `<CODE>_RPC_URL` is set and whose network is known, in the order of the registry. */
  readonly chains: ChainSettings[];
  /** Whether any `<CODE>_RPC_URL` is set. */
  readonly isConfigured: boolean;
  /** Variables of chains that are not followed. */
  readonly unused: readonly string[];
}

function readChains(read: EnvironmentReader): ReadChains {
  const followed = namedChains(read);
  const others = CHAINS.filter((chain) => !followed.includes(chain));
  return {
    chains: followed.flatMap((chain) => readChain(read, chain) ?? []),
    isConfigured: followed.length > 0,
    unused: others.flatMap((chain) => checkUnused(read, chain)),
  };
}

/** Chains whose `<CODE>_RPC_URL` is set. */
export function namedChains(read: EnvironmentReader): Chain[] {
  return CHAINS.filter((chain) => isNamed(read, chain));
}

function isNamed(read: EnvironmentReader, { code }: Chain): boolean {
  return read.text(chainVariable(code, CHAIN_SETTINGS.rpcUrl)) !== undefined;
}

/** Settings of a chain that is not followed have to be right nevertheless. @returns the names of those that are set */
function checkUnused(read: EnvironmentReader, chain: Chain): string[] {
  const set = settingsOf(chain).filter((setting) => read.text(chainVariable(chain.code, setting)) !== undefined);
  const nodeSettings = set.filter((setting) => !DATABASE_SETTINGS.includes(setting));
  for (const setting of nodeSettings) read.chainOptional(chain, setting);
  const names = nodeSettings.map((setting) => chainVariable(chain.code, setting));
  const has = names.length === 1 ? 'has' : 'have';
  const url = chainVariable(chain.code, CHAIN_SETTINGS.rpcUrl);
  if (names.length > 0)
    read.note(`${names.join(', ')} ${has} no effect: ${chain.name} is followed only when ${url} is set.`);
  return set.map((setting) => chainVariable(chain.code, setting));
}

/** @returns undefined when the network is a problem */
function readChain(read: EnvironmentReader, chain: Chain): ChainSettings | undefined {
  const { place, endpoint } = readNode(read, chain);
  const followed: FollowedNodeSettings = {
    endpoint,
    startHeight: readStartHeight(read, chain, place),
    pollMs: read.chainValue(chain, CHAIN_SETTINGS.pollMs),
  };
  switch (chain.family) {
    case 'utxo': {
      const zmqUrl = read.chainOptional(chain, CHAIN_SETTINGS.zmqUrl);
      const scriptHashIndex = read.chainValue(chain, CHAIN_SETTINGS.scriptHashIndex);
      const own = { ...readMempool(read, chain), ...readReorgLimit(read, chain, place), zmqUrl, scriptHashIndex };
      return place?.family === 'utxo' ? { ...place, ...followed, ...own } : undefined;
    }
    case 'evm': {
      const own = {
        ...readMempool(read, chain),
        ...readReorgLimit(read, chain, place),
        wsUrl: read.chainOptional(chain, CHAIN_SETTINGS.wsUrl),
        headerChecks: read.chainValue(chain, CHAIN_SETTINGS.headerChecks),
        internalTransfers: read.chainValue(chain, CHAIN_SETTINGS.internalTransfers),
        traceWaitMs: read.chainValue(chain, CHAIN_SETTINGS.traceWaitMs),
        rateFeeds: read.chainOptional(chain, CHAIN_SETTINGS.rateFeeds),
      };
      return place?.family === 'evm' ? { ...place, ...followed, ...own } : undefined;
    }
    case 'cosmos': {
      const own = {
        wsUrl: read.chainOptional(chain, CHAIN_SETTINGS.wsUrl),
        restEndpoint: read.chainOptional(chain, CHAIN_SETTINGS.restUrl),
        headerChecks: read.chainValue(chain, CHAIN_SETTINGS.headerChecks),
      };
      return place?.family === 'cosmos' ? { ...place, ...followed, ...own } : undefined;
    }
  }
}

/** Test networks may have limits of their own. */
function readReorgLimit(read: EnvironmentReader, chain: Chain, place: ChainNetwork | undefined): ReorgSettings {
  const isSet = read.text(chainVariable(chain.code, CHAIN_SETTINGS.reorgLimit)) !== undefined;
  const own = place?.family === 'utxo' ? place.network.reorgLimit : undefined;
  const reorgLimit = read.chainValue(chain, CHAIN_SETTINGS.reorgLimit);
  return { reorgLimit: isSet ? reorgLimit : (own ?? reorgLimit) };
}

function readMempool(read: EnvironmentReader, chain: Chain): MempoolSettings {
  return {
    mempoolLimit: read.chainValue(chain, CHAIN_SETTINGS.mempoolLimit),
    mempoolPollMs: read.chainValue(chain, CHAIN_SETTINGS.mempoolPollMs),
  };
}

/** A network that was started anew has no blocks below the first of its genesis. */
function readStartHeight(read: EnvironmentReader, chain: Chain, place: ChainNetwork | undefined): number {
  const startHeight = read.chainValue(chain, CHAIN_SETTINGS.startHeight);
  if (place?.family !== 'cosmos') return startHeight;
  const { name, firstHeight } = place.network;
  const variable = chainVariable(chain.code, CHAIN_SETTINGS.startHeight);
  if (read.text(variable) === undefined) return firstHeight;
  if (startHeight < firstHeight)
    read.problems.push(`${variable} is ${startHeight}; the first block of ${chain.name}'s ${name} is ${firstHeight}.`);
  return startHeight;
}

function readNode(
  read: EnvironmentReader,
  chain: Chain,
): { readonly place: ChainNetwork | undefined; readonly endpoint: NodeEndpoint } {
  const rpc = read.chainValue(chain, CHAIN_SETTINGS.rpcUrl);
  const hasCookie = settingsOf(chain).includes(CHAIN_SETTINGS.cookieFile);
  const cookieFile = hasCookie ? read.chainOptional(chain, CHAIN_SETTINGS.cookieFile) : undefined;
  if (cookieFile !== undefined && rpc?.user !== undefined) {
    const [cookie, url] = [CHAIN_SETTINGS.cookieFile, CHAIN_SETTINGS.rpcUrl].map((s) => chainVariable(chain.code, s));
    read.problems.push(`${cookie} is set, but ${url} holds a user and password too; remove one of the two.`);
  }
  return {
    place: read.chainOptional(chain, CHAIN_SETTINGS.network),
    endpoint: { ...rpc, ...(cookieFile === undefined ? {} : { cookieFile }) },
  };
}

// Options of a client of a followed node: `new EvmNode({ ...evmNodeOptions(settings), onRetry })`.

export function utxoNodeOptions({
  chain,
  network,
  endpoint,
  zmqUrl,
}: UtxoNodeSettings & { readonly zmqUrl?: string | undefined }) {
  return { chain, network, endpoint: { ...revealed(endpoint), zmqUrl } } satisfies NodeClientOptions;
}

export function evmNodeOptions({ chain, network, endpoint, wsUrl }: EvmChainSettings) {
  return { chain, network, endpoint: { ...revealed(endpoint), wsUrl } } satisfies EvmNodeOptions;
}

export function cosmosNodeOptions({ chain, network, endpoint, restEndpoint, wsUrl }: CosmosChainSettings) {
  return {
    ...{ chain, network },
    endpoint: { ...revealed(endpoint), wsUrl },
    restEndpoint: restEndpoint && revealed(restEndpoint),
  } satisfies CosmosNodeOptions;
}

function revealed(endpoint: NodeEndpoint) {
  return { ...endpoint, password: endpoint.password?.reveal() };
}

/** A real node with a funded wallet, and the product following it: database, indexer and API, each its own process. */
import {
  createTestDatabase,
  type RealNode,
  type RpcClient,
  type SpawnedProcess,
  spawnApi,
  spawnIndexer,
  type TestDatabase,
} from '@chaintrail/testkit';
import { ApiClient } from './api-client.js';
import { NodeChain } from './node-chain.js';

/** What differs between the nodes that play the scenario. */
export interface ScenarioChain {
  readonly code: 'btc' | 'ltc';
  /** Types that getnewaddress takes and the index can look up. */
  readonly addressTypes: readonly string[];
  /** Wallets made of descriptors; Litecoin's MWEB wallets are not. */
  readonly descriptorWallet: boolean;
  /** MWEB activates in the block at this height, or never. */
  readonly mwebActivation: number | null;
}

const WALLET = 'main';

export interface World {
  readonly chain: ScenarioChain;
  readonly node: RealNode;
  readonly wallet: RpcClient;
  readonly nodeChain: NodeChain;
  readonly database: TestDatabase;
  /** The one that runs now. */
  readonly indexer: SpawnedProcess;
  readonly apiProcess: SpawnedProcess;
  readonly api: ApiClient;
  /** Ends the indexer, in order or as a power cut would, and starts another one. */
  restartIndexer(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the wallet and mines until it has mature coins. */
export async function fundWallet(node: RealNode, chain: ScenarioChain): Promise<RpcClient> {
  await createWallet(node, chain, WALLET);
  const wallet = node.wallet(WALLET);
  for (const type of chain.addressTypes) {
    await node.rpc('generatetoaddress', 5, await wallet.call<string>('getnewaddress', '', type));
  }
  await node.rpc('generatetoaddress', 100, await wallet.call<string>('getnewaddress'));
  return wallet;
}

export async function createWallet(node: RealNode, chain: ScenarioChain, name: string): Promise<RpcClient> {
  // disable_private_keys, blank, passphrase, avoid_reuse, descriptors, load_on_startup
  await node.rpc('createwallet', name, false, false, '', false, chain.descriptorWallet, true);
  return node.wallet(name);
}

/** Starts the product beside a node whose wallet is funded. */
export async function startWorld(chain: ScenarioChain, node: RealNode, wallet: RpcClient): Promise<World> {
  const database = await createTestDatabase();
  const spawn = () => spawnIndexer({ databaseUrl: database.url, env: indexerSettings(chain, node) });
  let indexer = spawn();
  const { url, process: apiProcess } = await spawnApi({ databaseUrl: database.url });
  return {
    chain,
    node,
    wallet,
    nodeChain: new NodeChain(node),
    database,
    get indexer() {
      return indexer;
    },
    apiProcess,
    api: new ApiClient(url, chain.code),
    async restartIndexer(signal) {
      await indexer.kill(signal);
      indexer = spawn();
    },
    async stop() {
      await Promise.all([indexer.stop(), apiProcess.stop()]);
      await node.stop();
      await database.drop();
    },
  };
}

export function indexerSettings(chain: ScenarioChain, node: RealNode): Record<string, string> {
  const code = chain.code.toUpperCase();
  return {
    [`${code}_RPC_URL`]: node.rpcUrl,
    [`${code}_NETWORK`]: 'regtest',
    [`${code}_POLL_MS`]: '100',
    // An audit asks the node in its own ways, and begins when it is due: what a scenario counts is what following asks.
    AUDIT_EVERY_HOURS: '0',
  };
}

/** Blocks that pay an address of the wallet that nothing else pays, so that no two of them are the same. */
export async function mine(world: Pick<World, 'node' | 'wallet'>, blocks = 1): Promise<void> {
  const address = await world.wallet.call<string>('getnewaddress');
  await world.node.rpc('generatetoaddress', blocks, address);
}

/** Mines one block of exactly these transactions (hex), which need not be standard. */
export async function mineExactly(
  world: Pick<World, 'node' | 'wallet'>,
  transactions: readonly string[],
): Promise<string> {
  const address = await world.wallet.call<string>('getnewaddress');
  const { hash } = await world.node.rpc<{ hash: string }>('generateblock', address, transactions);
  return hash;
}

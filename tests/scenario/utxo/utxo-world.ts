/** A real node with a funded wallet, and the product following it: database, indexer and API, each its own process. */
import { ApiClient, Product, type RealNode, type RpcClient } from '@chaintrail/testkit';
import { assembleBlock } from './assemble-block.js';
import { NodeChain, typeWithoutSegwit } from './node-chain.js';
import type { Mining, ScenarioChain } from './utxo-chains.js';

const WALLET = 'main';

export interface World extends Mining {
  readonly nodeChain: NodeChain;
  readonly product: Product;
  readonly api: ApiClient<'utxo'>;
  stop(): Promise<void>;
}

/** Mines until a wallet has mature coins. */
export async function fundWallet(node: RealNode, chain: ScenarioChain): Promise<RpcClient> {
  const wallet = chain.wallet === 'default' ? node.wallet() : await createWallet(node, chain, WALLET);
  for (const type of chain.addressTypes) {
    await node.rpc('generatetoaddress', 5, await newAddress({ wallet, chain }, type));
  }
  await node.rpc('generatetoaddress', 100, await wallet.call<string>('getnewaddress'));
  return wallet;
}

/** @returns a new address of the wallet of one of the chain's types */
export async function newAddress({ wallet, chain }: Pick<World, 'wallet' | 'chain'>, type: string): Promise<string> {
  if (chain.wallet !== 'default') return wallet.call<string>('getnewaddress', '', type);
  const address = await wallet.call<string>('getnewaddress');
  if (type === 'p2pkh') return address;
  // Dogecoin Core answers with the address alone.
  const multisig = await wallet.call<string | { address: string }>('addmultisigaddress', 1, [address]);
  return typeof multisig === 'string' ? multisig : multisig.address;
}

export async function createWallet(node: RealNode, chain: ScenarioChain, name: string): Promise<RpcClient> {
  // disable_private_keys, blank, passphrase, avoid_reuse, descriptors, load_on_startup
  await node.rpc('createwallet', name, false, false, '', false, chain.wallet === 'descriptors', true);
  return node.wallet(name);
}

/** Starts the product beside a node whose wallet is funded. */
export async function startWorld(
  chain: ScenarioChain,
  node: RealNode,
  wallet: RpcClient,
  settings: Readonly<Record<string, string>> = {},
): Promise<World> {
  const indexer = indexerSettings(chain, node);
  const product = await Product.start({
    env: { ...indexer, [`${chain.code.toUpperCase()}_SCRIPTHASH_INDEX`]: 'on', ...settings },
    apiEnv: { ...indexer, BROADCAST: 'on' },
  });
  return {
    ...{ chain, node, wallet, product },
    nodeChain: chain.segwit ? new NodeChain(node) : new NodeChain(node, typeWithoutSegwit),
    api: new ApiClient(product.apiUrl, chain.code),
    async stop() {
      await product.stop();
      await node.stop();
    },
  };
}

export function indexerSettings(
  chain: Pick<ScenarioChain, 'code'>,
  node: Pick<RealNode, 'rpcUrl'>,
): Record<string, string> {
  const code = chain.code.toUpperCase();
  return {
    [`${code}_RPC_URL`]: node.rpcUrl,
    [`${code}_NETWORK`]: 'regtest',
    // A node whose chain is shorter is believed after 120 polls.
    [`${code}_POLL_MS`]: '100',
    // An audit asks the node in its own ways, and begins when it is due: what a scenario counts is what following asks.
    AUDIT_EVERY_HOURS: '0',
  };
}

/** Tries that a node makes for a block: the default of all of them. */
const MOST_TRIES = 1_000_000;

/** Blocks that pay an address of the wallet that nothing else pays, so that no two of them are the same. */
export async function mine({ node, wallet, chain }: Mining, blocks = 1): Promise<void> {
  const address = await wallet.call<string>('getnewaddress');
  await node.rpc('generatetoaddress', blocks, address, ...(chain.mergedMining ? [MOST_TRIES, 1] : []));
}

/** Mines one block of exactly these transactions (hex), which need not be standard. */
export async function mineExactly({ node, wallet, chain }: Mining, transactions: readonly string[]): Promise<string> {
  const address = await wallet.call<string>('getnewaddress');
  if (chain.chosenBlocks === 'assembled') return assembleBlock(node, chain, address, transactions);
  const { hash } = await node.rpc<{ hash: string }>('generateblock', address, transactions);
  return hash;
}

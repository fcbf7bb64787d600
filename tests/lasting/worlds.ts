/** Nodes whose chains cases share: each is started when the first case of a file needs it. */
import { type ChainCode, chainOnNetwork, requireChain, requireUtxoChain } from '@chaintrail/chains';
import { generatedScript, startCosmosNode } from '@chaintrail/devnet';
import { anvilOrSkip, knotsOrSkip, RealNode, RpcClient, startAnvil } from '@chaintrail/testkit';
import { parseEther, toQuantity } from 'ethers';
import { bitcoin } from '../scenario/utxo/utxo-chains.js';
import { fundWallet } from '../scenario/utxo/utxo-world.js';
import { evmChain, startEvmNode } from '../support/evm-chain.js';
import { settingsFor } from '../support/followed-chain.js';
import type { World, WorldBlock } from './case.js';

const SEED = 23;
/** Heights that a first sync loads of each world. */
const LOADED = 8;
/** The damaged one of them. */
const DAMAGED = 4;
const TX_PER_BLOCK = 4;
const COSMOS_SHAPE = { sends: 2, deposits: 1, inbound: 1, pools: 1, people: 6 };

/** Starts of worlds that this machine has the programs for; null where it has not, which was said. */
export const WORLDS: Readonly<Record<string, (() => Promise<World>) | null>> = {
  eth: () => simulatedEvm('eth'),
  rune: () => simulatedCosmos('rune'),
  knots: withProgram(knotsOrSkip(), realKnots),
  anvil: withProgram(anvilOrSkip(), realAnvil),
};

function withProgram(
  binary: string | undefined,
  start: (binary: string) => Promise<World>,
): (() => Promise<World>) | null {
  return binary === undefined ? null : () => start(binary);
}

/** A world of bitcoind's calls. */
function utxoWorld(code: ChainCode, url: string, own: Pick<World, 'loaded' | 'grow' | 'pay' | 'close'>): World {
  const client = new RpcClient(url);
  const block = async (height: number): Promise<WorldBlock> => {
    const hash = await client.call<string>('getblockhash', height);
    const { tx } = await client.call<{ tx: string[] }>('getblock', hash, 1);
    return { height, hash, txids: tx };
  };
  return {
    ...{ code, url, block, ...own },
    settings: (at) => ({ ...settingsFor(code, { url: at }), [`${code.toUpperCase()}_MEMPOOL_POLL_MS`]: '100' }),
    tip: async () => block(Number(await client.call('getblockcount'))),
  };
}

async function realKnots(binary: string): Promise<World> {
  const node = await RealNode.start('knots', binary);
  const wallet = await fundWallet(node, bitcoin);
  const pay = async (): Promise<unknown> =>
    wallet.call('sendtoaddress', await wallet.call<string>('getnewaddress'), '0.01');
  const grow = async (count: number): Promise<void> => {
    for (let made = 0; made < count; made++) {
      await pay();
      await node.rpc('generatetoaddress', 1, await wallet.call<string>('getnewaddress'));
    }
  };
  const first = (await node.rpc<number>('getblockcount')) + 1;
  await grow(LOADED + requireUtxoChain('btc').reorgMargin - 1);
  return utxoWorld('btc', node.rpcUrl, {
    ...{ loaded: Number(first) + 1, grow },
    async pay(count) {
      for (let sent = 0; sent < count; sent++) await pay();
    },
    close: () => node.stop(),
  });
}

type Call = <T>(method: string, params: unknown) => Promise<T>;

function callsTo(url: string): Call {
  return async <T>(method: string, params: unknown) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { result: T };
    return answer.result;
  };
}

/** A world of Ethereum's calls. */
function evmWorld(code: ChainCode, url: string, own: Pick<World, 'loaded' | 'grow' | 'pay' | 'close'>): World {
  const call = callsTo(url);
  const name = code.toUpperCase();
  const bare = (text: string): string => text.slice(2).toLowerCase();
  const read = async (tag: string): Promise<WorldBlock> => {
    const found = await call<{ number: string; hash: string; transactions: string[] }>('eth_getBlockByNumber', [
      tag,
      false,
    ]);
    return { height: Number(found.number), hash: bare(found.hash), txids: found.transactions.map(bare) };
  };
  return {
    ...{ code, url, ...own },
    settings: (at) => ({
      ...{ [`${name}_RPC_URL`]: at, [`${name}_NETWORK`]: 'local', [`${name}_POLL_MS`]: '100' },
      ...{ [`${name}_INTERNAL_TRANSFERS`]: 'off', [`${name}_MEMPOOL_POLL_MS`]: '100' },
    }),
    block: (height) => read(toQuantity(height)),
    tip: () => read('latest'),
  };
}

async function simulatedEvm(code: ChainCode): Promise<World> {
  const node = await startEvmNode(code, LOADED, { seed: SEED, txPerBlock: TX_PER_BLOCK });
  return evmWorld(code, node.url, {
    loaded: DAMAGED,
    grow: async (count) => void (await node.mine(count)),
    pay: async (count) => void (await node.addTransactions(count)),
    close: () => node.close(),
  });
}

/** With payments in each block that a first sync loads. */
async function realAnvil(binary: string): Promise<World> {
  const node = await startAnvil(binary);
  const [from, ...others] = await node.rpc<string[]>('eth_accounts');
  const pay = async (count: number): Promise<void> => {
    for (const to of others.slice(0, count))
      await node.rpc('eth_sendTransaction', { from, to, value: toQuantity(parseEther('0.1')) });
  };
  const grow = async (count: number): Promise<void> => {
    for (let made = 0; made < count; made++) {
      await pay(2);
      await node.mine();
    }
  };
  await grow(LOADED);
  await node.mine(evmChain('eth').reorgMargin);
  return evmWorld('eth', node.rpcUrl, { loaded: DAMAGED, grow, pay, close: () => node.stop() });
}

async function simulatedCosmos(code: ChainCode): Promise<World> {
  const place = chainOnNetwork(requireChain(code), 'mocknet');
  if (place?.family !== 'cosmos') throw new Error(`${code} has no mocknet`);
  const script = generatedScript({ place, seed: SEED, shape: COSMOS_SHAPE });
  const node = await startCosmosNode({ place, script, blocks: 2 * LOADED });
  const name = code.toUpperCase();
  const call = callsTo(node.url);
  return {
    ...{ code, url: node.url, loaded: DAMAGED },
    settings: (at) => ({
      ...{ [`${name}_RPC_URL`]: at, [`${name}_REST_URL`]: at },
      ...{ [`${name}_NETWORK`]: 'mocknet', [`${name}_POLL_MS`]: '100' },
    }),
    tip: async () => node.tip(),
    async block(height) {
      const { block_id } = await call<{ block_id: { hash: string } }>('block', { height: `${height}` });
      return { height, hash: block_id.hash, txids: [] };
    },
    grow: async (count) => void node.mine(count),
    pay: async () => Promise.reject(new Error('the simulated node has no mempool')),
    close: () => node.close(),
  };
}

/** A chain of each family, followed by an indexer and told of by the API, which serves the explorer. */
import { contractArtifact } from '@chaintrail/anvil';
import { chainOnNetwork, requireChain, requireUtxoChain } from '@chaintrail/chains';
import { type CosmosNodeSimulation, type SimulatedNode, startCosmosNode, startSimulatedNode } from '@chaintrail/devnet';
import { type AnvilNode, anvilOrSkip, createTestDatabase, startAnvil, waitFor } from '@chaintrail/testkit';
import { Interface } from 'ethers';
import { InProcessIndexer } from '../../../../tests/support/in-process-indexer.js';
import { startApi, type TestApi } from '../../../api/test/support/start-api.js';

/** Enough for a balance of a thousand blocks ago. */
const BLOCKS = 1_050;
const COSMOS_BLOCKS = 60;
const TOKEN_PAYMENTS = 3;

export interface World {
  readonly api: TestApi;
  readonly btc: SimulatedNode;
  readonly rune: CosmosNodeSimulation;
  /** null where Anvil is not installed. */
  readonly eth: EthWorld | null;
  stop(): Promise<void>;
}

interface EthWorld {
  readonly node: AnvilNode;
  /** Holds and pays {@link token}. */
  readonly owner: string;
  readonly token: string;
  /** A transaction that pays by internal transfers. */
  readonly splitting: string;
  /** One in which somebody moves nothing of the owner's. */
  readonly mention: string;
}

export async function startWorld(): Promise<World> {
  const closing: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closing.reverse()) await close();
  };
  try {
    const database = await createTestDatabase();
    closing.push(() => database.drop());
    const { btc, rune, eth } = await startNodes(closing);
    const env = {
      ...{ BTC_RPC_URL: btc.url, BTC_NETWORK: 'regtest' },
      ...{ RUNE_RPC_URL: rune.url, RUNE_REST_URL: rune.restUrl, RUNE_NETWORK: 'mocknet' },
      ...(eth && {
        ETH_RPC_URL: eth.node.rpcUrl,
        ETH_NETWORK: 'local',
        ETH_INTERNAL_TRANSFERS: 'full',
      }),
    };
    const indexer = new InProcessIndexer(database.url, env);
    closing.push(() => indexer.stop());
    const api = await startApi(database.url, { env });
    closing.push(() => api.stop());
    const codes = ['btc', 'rune', ...(eth ? ['eth'] : [])];
    const areLive = async () => {
      const chains: { currency: string; status: string }[] = (await api.get('/v0/status')).json.chains;
      return codes.every((code) => chains.some(({ currency, status }) => currency === code && status === 'live'));
    };
    await waitFor(areLive, { processes: [indexer], what: 'all chains to be live' });
    return { api, btc, rune, eth, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startNodes(closing: (() => Promise<unknown>)[]) {
  const now = Math.floor(Date.now() / 1_000);
  const btc = await startSimulatedNode({
    ...{ chain: requireUtxoChain('btc'), seed: 5, blocks: BLOCKS, txPerBlock: 2, zmq: true },
    historyEnds: now,
    startTime: now - BLOCKS * 600,
  });
  closing.push(() => btc.close());
  const place = chainOnNetwork(requireChain('rune'), 'mocknet');
  if (place?.family !== 'cosmos') throw new Error('rune has no mocknet');
  const rune = await startCosmosNode({ place, seed: 5, blocks: COSMOS_BLOCKS, startTime: now - COSMOS_BLOCKS * 6 });
  closing.push(() => rune.close());
  const binary = anvilOrSkip();
  const node = binary === undefined ? null : await startAnvil(binary);
  if (node) closing.push(() => node.stop());
  return { btc, rune, eth: node && (await playOnEth(node)) };
}

/** A token that two hold, and a payment through a contract. */
async function playOnEth(node: AnvilNode): Promise<EthWorld> {
  const [owner = '', friend = ''] = await node.rpc<string[]>('eth_accounts');
  const send = async (fields: Record<string, string>) => {
    const hash = await node.rpc<string>('eth_sendTransaction', { from: owner, ...fields });
    await node.mine();
    return node
      .rpc<{ contractAddress: string }>('eth_getTransactionReceipt', hash)
      .then((receipt) => ({ hash, receipt }));
  };
  const [coin, splitter] = [contractArtifact('Coin'), contractArtifact('Splitter')];
  const [coinAbi, splitterAbi] = [new Interface(coin.abi), new Interface(splitter.abi)];
  const supply = coinAbi.encodeDeploy(['Trail Dollar', 'TRD', 6, 1_000_000_000_000n]);
  const token = (await send({ data: coin.bytecode + supply.slice(2) })).receipt.contractAddress;
  for (let n = 1; n <= TOKEN_PAYMENTS; n++)
    await send({ to: token, data: coinAbi.encodeFunctionData('transfer', [friend, n * 1_000_001]) });
  const split = (await send({ data: splitter.bytecode })).receipt.contractAddress;
  const data = splitterAbi.encodeFunctionData('split', [[friend]]);
  const { hash } = await send({ to: split, value: '0xde0b6b3a7640000', data });
  const nothing = coinAbi.encodeFunctionData('transferFrom', [owner, `0x${'0'.repeat(34)}c0ffee`, 0]);
  const mention = await send({ from: friend, to: token, data: nothing });
  return { node, owner, token, splitting: hash, mention: mention.hash };
}

/** Facts of the server and of a chain. */
import type { UtxoChainNetwork } from '@chaintrail/chains';
import type { ChainState } from '@chaintrail/db';
import { findHeaders } from '../esplora/block-routes.js';
import { difficultyOf, headerFields } from '../esplora/headers.js';
import { readTip } from '../families/questions.js';
import type { Services } from '../services/open-services.js';
import { VERSION } from '../version.js';
import type { BlockbookAnswer, BlockbookChain } from './blockbook-route.js';
import { findBlock } from './blocks.js';

const ABOUT = 'Chaintrail, with the API of Blockbook.';

/** Names of the chains that share a coin with another one. */
const NETWORKS: Readonly<Record<string, string>> = { arb: 'ARB', base: 'BASE', op: 'OP' };

/** Wallets compare it with the coin that they are set to. */
function shortcutOf({ chain, network }: BlockbookChain): string {
  if (network.name === 'mainnet') return chain.symbol;
  if (chain.code !== 'btc') return `t${chain.symbol}`;
  return network.name === 'regtest' ? 'REGTEST' : 'TEST';
}

async function tipOf(services: Services, followed: BlockbookChain) {
  if (followed.family === 'evm') return { ...(await readTip(services, followed)), bits: null };
  const { state, tip, headers } = await findHeaders(services, followed, { from: null, count: 1 });
  return { state, tip, bits: difficulty(followed, headers[0]?.header ?? null) };
}

function difficulty(followed: UtxoChainNetwork, header: string | null): number | null {
  return header === null ? null : difficultyOf(followed, headerFields(followed, Buffer.from(header, 'hex')).bits);
}

export async function systemInfo(services: Services, followed: BlockbookChain): Promise<BlockbookAnswer> {
  const { state, tip, bits } = await tipOf(services, followed);
  const { chain, network } = followed;
  // The node said its height when it was asked last.
  const nodeHeight = Math.max(state.nodeHeight ?? 0, tip.height);
  const at = (seconds: number): string => new Date(seconds * 1_000).toISOString();
  const mempoolAt = state.mempool?.at ?? tip.time;
  return {
    state,
    isFleeting: true,
    body: {
      blockbook: {
        ...{ coin: chain.name, network: NETWORKS[chain.code] ?? chain.symbol, host: 'chaintrail', version: VERSION },
        ...{ gitCommit: '', buildTime: '', syncMode: true, initialSync: false },
        inSync: nodeHeight === tip.height,
        ...{ bestHeight: tip.height, lastBlockTime: at(tip.time), inSyncMempool: state.mempool?.isCurrent === true },
        ...{ lastMempoolTime: at(mempoolAt), mempoolSize: state.mempool?.indexed ?? 0 },
        ...{ decimals: chain.decimals, dbSize: 0, about: ABOUT },
      },
      backend: {
        chain: network.name,
        ...{ blocks: nodeHeight, headers: nodeHeight },
        ...{ bestBlockHash: tip.hash, difficulty: String(bits ?? 0), version: '', subversion: '', warnings: '' },
      },
    },
  };
}

/** By WebSocket. */
export async function socketInfo(services: Services, followed: BlockbookChain): Promise<BlockbookAnswer> {
  const { state, tip } = await tipOf(services, followed);
  const { chain, network } = followed;
  return {
    state,
    body: {
      ...{ name: chain.name, shortcut: shortcutOf(followed), network: NETWORKS[chain.code] ?? shortcutOf(followed) },
      ...{ decimals: chain.decimals, version: VERSION, bestHeight: tip.height, bestHash: tip.hash },
      block0Hash: network.family === 'utxo' ? network.genesisHash : await genesisOf(services, followed, state),
      testnet: network.name !== 'mainnet',
      backend: { version: '', subversion: '' },
    },
  };
}

async function genesisOf(services: Services, followed: BlockbookChain, { historyFrom }: ChainState): Promise<string> {
  return historyFrom > 0 ? '' : (await findBlock(services, followed, '0')).hash;
}

/** @param height in digits; null for the tip */
export async function blockIndex(services: Services, followed: BlockbookChain, height: string | null) {
  if (height === null) {
    const { state, tip } = await tipOf(services, followed);
    return { state, hash: tip.hash };
  }
  return findBlock(services, followed, height);
}

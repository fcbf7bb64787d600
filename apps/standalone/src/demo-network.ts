/** The demo network: nodes of every chain on loopback ports, continued where the last run left off. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChainCode, EVM_CHAINS, type EvmChain, UTXO_CHAINS, type UtxoChain } from '@chaintrail/chains';
import { startSimulatedEvmNode, startSimulatedNode } from '@chaintrail/devnet';
import { ServiceError } from './service-error.js';

const SEED = 21;
/** Enough for histories of several pages and for MWEB blocks on Litecoin; made in two seconds for all chains together. */
const FIRST_BLOCKS = 300;
const MINE_EVERY_MS = 15_000;
/** Four hours at the first pace; a week of demo then makes some 5,000 blocks a chain instead of 40,000. */
const HALVE_PACE_EVERY_BLOCKS = 1_000;
/** Enough that every block moves the busy addresses, few enough to keep days of it in memory. */
const TX_PER_BLOCK = 10;
const REORG_EVERY_BLOCKS = 25;

export interface DemoNetwork {
  /** What makes an indexer follow these nodes. */
  readonly env: Readonly<Record<string, string>>;
  /** Those of account chains: whether it is the chain that was indexed has to be asked of them. */
  readonly evmNodes: readonly EvmDemoNode[];
  stop(): Promise<void>;
}

export interface EvmDemoNode {
  readonly chain: EvmChain;
  readonly url: string;
}

interface DemoNode {
  readonly url: string;
  readonly wsUrl?: string;
  close(): Promise<void>;
}

/**
 * @param say one line about what goes wrong later, and what happens then
 * @throws ServiceError when the state of an earlier run cannot be continued
 */
export async function startDemoNetwork(dataDir: string, say: (line: string) => void): Promise<DemoNetwork> {
  const folder = demoFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const nodes: DemoNode[] = [];
  const evmNodes: EvmDemoNode[] = [];
  const env: Record<string, string> = {};
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.close()));
  };
  try {
    for (const chain of UTXO_CHAINS) {
      const node = await startUtxoNode(chain, folder);
      nodes.push(node);
      env[settingOf(chain.code, 'RPC_URL')] = node.url;
      env[settingOf(chain.code, 'NETWORK')] = 'regtest';
    }
    for (const chain of EVM_CHAINS) {
      const node = await startEvmNode(chain, folder, say);
      nodes.push(node);
      evmNodes.push({ chain, url: node.url });
      env[settingOf(chain.code, 'RPC_URL')] = node.url;
      if (node.wsUrl !== undefined) env[settingOf(chain.code, 'WS_URL')] = node.wsUrl;
      env[settingOf(chain.code, 'NETWORK')] = 'local';
      env[settingOf(chain.code, 'INTERNAL_TRANSFERS')] = 'full';
    }
  } catch (error) {
    await stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new ServiceError(
      `The demo network cannot continue (${reason}); delete ${folder} to begin a new one.`,
      1,
      error,
    );
  }
  return { env, evmNodes, stop };
}

/** Everything of the demo, and nothing else. */
export function demoFolder(dataDir: string): string {
  return join(dataDir, 'demo');
}

function settingOf(code: ChainCode, suffix: string): string {
  return `${code.toUpperCase()}_${suffix}`;
}

function startUtxoNode(chain: UtxoChain, folder: string): Promise<DemoNode> {
  return startSimulatedNode({
    ...simulation(chain.blockSeconds, folder, chain.code),
    chain,
    // A chain that exists keeps its own times.
    historyEnds: Math.floor(Date.now() / 1000),
    // Nodes that publish notifications have payments shown at once, the others within a second.
    zmq: true,
  });
}

/** Ethereum is a real node where one is installed. */
async function startEvmNode(chain: EvmChain, folder: string, say: (line: string) => void): Promise<DemoNode> {
  if (chain.code === 'eth') {
    // Loads a library that a service without the demo has no use for.
    const { startAnvilDemo } = await import('./anvil/start-anvil-demo.js');
    const anvil = await startAnvilDemo(folder, say);
    if (anvil) return anvil;
  }
  return startSimulatedEvmNode({ ...simulation(chain.blockSeconds, folder, chain.code), chain });
}

function simulation(blockSeconds: number, folder: string, code: ChainCode) {
  return {
    seed: SEED,
    blocks: FIRST_BLOCKS,
    // The first blocks end now; a chain that exists keeps its own times.
    startTime: Math.floor(Date.now() / 1000 - FIRST_BLOCKS * blockSeconds),
    txPerBlock: TX_PER_BLOCK,
    mineEveryMs: MINE_EVERY_MS,
    halvePaceEveryBlocks: HALVE_PACE_EVERY_BLOCKS,
    reorgEveryBlocks: REORG_EVERY_BLOCKS,
    stateFile: join(folder, `${code}.journal`),
  };
}

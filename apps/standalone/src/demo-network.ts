/** The demo network: simulated nodes of every chain on loopback ports, continued where the last run left off. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UTXO_CHAINS } from '@chaintrail/chains';
import { type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';
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
  stop(): Promise<void>;
}

/** @throws ServiceError when the state of an earlier run cannot be continued */
export async function startDemoNetwork(dataDir: string): Promise<DemoNetwork> {
  const folder = demoFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const nodes: SimulatedNode[] = [];
  const env: Record<string, string> = {};
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.close()));
  };
  for (const chain of UTXO_CHAINS) {
    const code = chain.code.toUpperCase();
    try {
      const node = await startSimulatedNode({
        chain,
        seed: SEED,
        blocks: FIRST_BLOCKS,
        // The first blocks end now; a chain that exists keeps its own times.
        startTime: Math.floor(Date.now() / 1000) - FIRST_BLOCKS * chain.blockSeconds,
        txPerBlock: TX_PER_BLOCK,
        mineEveryMs: MINE_EVERY_MS,
        halvePaceEveryBlocks: HALVE_PACE_EVERY_BLOCKS,
        reorgEveryBlocks: REORG_EVERY_BLOCKS,
        // Nodes that publish notifications have payments shown at once, the others within a second.
        zmq: true,
        stateFile: join(folder, `${chain.code}.journal`),
      });
      nodes.push(node);
      env[`${code}_RPC_URL`] = node.url;
      env[`${code}_NETWORK`] = 'regtest';
    } catch (error) {
      await stop();
      const reason = error instanceof Error ? error.message : String(error);
      throw new ServiceError(
        `The demo network cannot continue (${reason}); delete ${folder} to begin a new one.`,
        1,
        error,
      );
    }
  }
  return { env, stop };
}

/** Everything of the demo, and nothing else. */
export function demoFolder(dataDir: string): string {
  return join(dataDir, 'demo');
}

/** The demo network: nodes of every chain on loopback ports, continued where the last run left off. */

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import {
  CHAINS,
  type Chain,
  type ChainCode,
  type CosmosChain,
  type EvmChain,
  type UtxoChain,
} from '@chaintrail/chains';
import {
  cosmosPlace,
  PRICE_FEEDS,
  SIMULATED_NETWORK,
  startCosmosNode,
  startSimulatedEvmNode,
  startSimulatedNode,
} from '@chaintrail/devnet';
import { ServiceError } from './service-error.js';

const SEED = 21;
/**
 * Enough for histories of several pages and for MWEB blocks on Litecoin. Blocks of account chains take three times as
 * long to make, and half as many hold as much. Bitcoin has balances of a thousand blocks ago, for 0.6 s.
 */
const FIRST_BLOCKS = { utxo: 300, evm: 150, cosmos: 100 } as const;
const FIRST_BITCOIN_BLOCKS = 1_100;
/** Blocks of Cosmos chains come every six seconds everywhere, and those of the demo hold little. */
const MINE_EVERY_MS = { utxo: 15_000, evm: 15_000, cosmos: 6_000 } as const;
/** Four hours or so at the first pace; a week of demo then makes some 5,000 blocks a chain instead of 40,000. */
const HALVE_PACE_EVERY_BLOCKS = 1_000;
/** Enough to move busy addresses, few enough for days in memory. A restart runs contracts again: 0.7 ms each. */
const TX_PER_BLOCK = { utxo: 10, evm: 5, cosmos: 10 } as const;
/** Blocks of Cosmos chains are final: an indexer halts at one that is taken back. */
const REORG_EVERY_BLOCKS = { utxo: 25, evm: 25, cosmos: null } as const;
/** Contracts of the demo's Ethereum, by the coin whose price they say. */
const RATE_FEEDS = PRICE_FEEDS.map(({ symbol, address }) => `${symbol}=${address}`).join();

export interface AccountDemoNode {
  readonly chain: EvmChain | CosmosChain;
  readonly url: string;
}

interface DemoNode {
  close(): Promise<void>;
}

interface NodeLocation {
  readonly port: number;
  readonly stateFile: string;
}

/** Where the nodes will be is known before they are: making their chains takes a while. */
export class DemoNetwork {
  /** Environment that makes an indexer follow the nodes, and the API ask them. */
  readonly env: Readonly<Record<string, string>>;
  /** Those of account chains: whether it is the chain that was indexed has to be asked of them. */
  readonly accountNodes: readonly AccountDemoNode[];
  private readonly folder: string;
  private readonly places: ReadonlyMap<ChainCode, NodeLocation>;
  private readonly nodes: DemoNode[] = [];

  private constructor(folder: string, ports: readonly number[]) {
    this.folder = folder;
    const env: Record<string, string> = {};
    const accountNodes: AccountDemoNode[] = [];
    const places = new Map<ChainCode, NodeLocation>();
    for (const [n, chain] of CHAINS.entries()) {
      const { code } = chain;
      const set = (suffix: string, value: string) => {
        env[`${code.toUpperCase()}_${suffix}`] = value;
      };
      const place = { port: ports[n] as number, stateFile: join(folder, `${code}.journal`) };
      places.set(code, place);
      set('NETWORK', SIMULATED_NETWORK[chain.family]);
      const url = `http://127.0.0.1:${place.port}`;
      switch (chain.family) {
        case 'utxo':
          set('RPC_URL', `http://demo:demo@127.0.0.1:${place.port}`);
          set('SCRIPTHASH_INDEX', 'on');
          break;
        case 'evm':
          accountNodes.push({ chain, url });
          set('RPC_URL', url);
          set('WS_URL', `ws://127.0.0.1:${place.port}`);
          set('INTERNAL_TRANSFERS', 'full');
          if (code === 'eth') set('RATE_FEEDS', RATE_FEEDS);
          break;
        case 'cosmos':
          accountNodes.push({ chain, url });
          set('RPC_URL', url);
          set('REST_URL', url);
      }
    }
    this.env = env;
    this.accountNodes = accountNodes;
    this.places = places;
  }

  static async plan(dataDir: string): Promise<DemoNetwork> {
    const folder = demoFolder(dataDir);
    await mkdir(folder, { recursive: true });
    return new DemoNetwork(folder, await freePorts(CHAINS.length));
  }

  /** @param say one line about what is done @throws ServiceError when an earlier run's state cannot be continued */
  async start(say: (line: string) => void, signal: AbortSignal): Promise<void> {
    try {
      for (const [n, chain] of CHAINS.entries()) {
        // A chain is made without a pause: what has happened meanwhile comes first.
        await turn();
        if (signal.aborted) return;
        const doing = (what: string) => say(`Demo network, ${n + 1} of ${CHAINS.length}: ${what} …`);
        this.nodes.push(await this.startNode(chain, doing));
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ServiceError(
        `The demo network cannot continue (${reason}); delete ${this.folder} to begin a new one.`,
        1,
        error,
      );
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.close()));
  }

  private startNode(chain: Chain, doing: (what: string) => void): Promise<DemoNode> {
    const place = this.places.get(chain.code) as NodeLocation;
    doing(
      existsSync(place.stateFile)
        ? `${chain.name} goes on where it was`
        : `making ${firstBlocksOf(chain)} blocks of ${chain.name}`,
    );
    switch (chain.family) {
      case 'utxo':
        return startUtxoNode(chain, place);
      case 'evm':
        return startSimulatedEvmNode({ ...simulation(chain, place), chain });
      case 'cosmos':
        return startCosmosNode({ ...simulation(chain, place), place: cosmosPlace(chain) });
    }
  }
}

/** Everything of the demo, and nothing else. */
export function demoFolder(dataDir: string): string {
  return join(dataDir, 'demo');
}

function startUtxoNode(chain: UtxoChain, place: NodeLocation): Promise<DemoNode> {
  return startSimulatedNode({
    ...simulation(chain, place),
    chain,
    // A chain that exists keeps its own times.
    historyEnds: Math.floor(Date.now() / 1000),
    // Nodes that publish notifications have payments shown at once, the others within a second.
    zmq: true,
  });
}

function firstBlocksOf({ code, family }: Chain): number {
  return code === 'btc' ? FIRST_BITCOIN_BLOCKS : FIRST_BLOCKS[family];
}

/** Where a chain begins, and how it goes on. */
export function simulation(chain: Chain, { port, stateFile }: NodeLocation) {
  const { family, blockSeconds } = chain;
  const blocks = firstBlocksOf(chain);
  return {
    seed: SEED,
    blocks,
    // The first blocks end now; a chain that exists keeps its own times.
    startTime: Math.floor(Date.now() / 1000 - blocks * blockSeconds),
    txPerBlock: TX_PER_BLOCK[family],
    mineEveryMs: MINE_EVERY_MS[family],
    halvePaceEveryBlocks: HALVE_PACE_EVERY_BLOCKS * Math.ceil(blocks / HALVE_PACE_EVERY_BLOCKS),
    reorgEveryBlocks: REORG_EVERY_BLOCKS[family],
    ...{ port, stateFile },
  };
}

/** Outgoing connections take ports from 32768 on (Linux) or above: one of those may be gone before somebody listens. */
const PORTS = { from: 20_000, to: 32_768 } as const;
/** For each port that is wanted: so many that are taken mean that something else is wrong, which the last one says. */
const ATTEMPTS = 50;

/** @returns ports of 127.0.0.1 that nobody listens on now, each another one */
export async function freePorts(count: number): Promise<number[]> {
  const probes: Server[] = [];
  try {
    for (let attempt = 1; probes.length < count; attempt++) {
      const probe = createServer().listen(randomInt(PORTS.from, PORTS.to), '127.0.0.1');
      try {
        await once(probe, 'listening');
        probes.push(probe);
      } catch (error) {
        if (attempt >= ATTEMPTS * count) throw error;
      }
    }
    return probes.map((probe) => (probe.address() as AddressInfo).port);
  } finally {
    await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  }
}

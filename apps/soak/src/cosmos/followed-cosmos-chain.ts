import type { CosmosChain } from '@chaintrail/chains';
import {
  BROKEN_ANSWERS,
  type CosmosNodeSimulation,
  cosmosPlace,
  type Fault,
  SIMULATED_NETWORK,
  startCosmosNode,
} from '@chaintrail/devnet';
import { FollowedChain } from '../followed-chain.js';

/** So many blocks are loaded by the first sync; those above them are followed one by one. */
const LOADED_BLOCKS = 60;
/** Results of a block are there so much later than the block. */
const EXECUTION_MS = 60;

/** Well-formed lies. None replaces a block at an indexed height: that would halt the chain for good. */
const OWN_FAULTS: readonly Fault[] = [
  { kind: 'wrong-block', rate: 0.5 },
  { kind: 'flipped-bit', rate: 0.5 },
  { kind: 'stale-tip', depth: 3, rate: 0.5 },
  { kind: 'missing-receipts', rate: 0.5 },
  { kind: 'short-answer', rate: 0.5 },
  { kind: 'dropped-answer', rate: 0.2 },
  { kind: 'missing-state', rate: 0.3 },
  { kind: 'silent-heads', rate: 0.5 },
  { kind: 'dropped-heads', rate: 0.5 },
];

export class FollowedCosmosChain extends FollowedChain {
  readonly chain: CosmosChain;
  readonly node: CosmosNodeSimulation;
  readonly possibleFaults: readonly Fault[] = [...BROKEN_ANSWERS, ...OWN_FAULTS];
  readonly followsMempool = false;

  private constructor(chain: CosmosChain, node: CosmosNodeSimulation) {
    super();
    this.chain = chain;
    this.node = node;
  }

  static async start(chain: CosmosChain, seed: number): Promise<FollowedCosmosChain> {
    const place = cosmosPlace(chain);
    const node = await startCosmosNode({ place, seed, blocks: LOADED_BLOCKS, executionMs: EXECUTION_MS });
    return new FollowedCosmosChain(chain, node);
  }

  get settings(): Record<string, string> {
    return { ...this.apiSettings, [`${this.code.toUpperCase()}_POLL_MS`]: '100' };
  }

  get apiSettings(): Record<string, string> {
    const code = this.code.toUpperCase();
    return {
      [`${code}_RPC_URL`]: this.node.url,
      [`${code}_REST_URL`]: this.node.restUrl,
      [`${code}_NETWORK`]: SIMULATED_NETWORK.cosmos,
    };
  }

  addresses(): string[] {
    return this.node.chain.bank.addresses();
  }
}

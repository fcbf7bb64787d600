import type { EvmChain } from '@chaintrail/chains';
import {
  BROKEN_ANSWERS,
  type EvmLedgerModel,
  type Fault,
  LYING_ANSWERS,
  type SimulatedEvmNode,
  startSimulatedEvmNode,
} from '@chaintrail/devnet';
import { ModelledChain } from '../followed-chain.js';
import { Random } from '../random.js';

/** So many blocks are loaded by the first sync; those above them are followed one by one. */
const LOADED_BLOCKS = 40;
const TX_PER_BLOCK = 8;

/** Of nodes of this family alone. */
const OWN_FAULTS: readonly Fault[] = [
  { kind: 'missing-receipts', rate: 0.5 },
  { kind: 'short-answer', rate: 0.5 },
  { kind: 'dropped-answer', rate: 0.2 },
  { kind: 'untraceable', rate: 0.5 },
  { kind: 'missing-state', rate: 0.3 },
  { kind: 'silent-heads', rate: 0.5 },
  { kind: 'dropped-heads', rate: 0.5 },
];

export class FollowedAccountChain extends ModelledChain<EvmLedgerModel> {
  readonly chain: EvmChain;
  readonly node: SimulatedEvmNode;
  /** Which blocks are traced. */
  readonly traced: 'live' | 'full';
  readonly possibleFaults: readonly Fault[] = [...BROKEN_ANSWERS, ...LYING_ANSWERS, ...OWN_FAULTS];

  private constructor(chain: EvmChain, node: SimulatedEvmNode, traced: 'live' | 'full') {
    super();
    this.chain = chain;
    this.node = node;
    this.traced = traced;
  }

  static async start(chain: EvmChain, seed: number): Promise<FollowedAccountChain> {
    const random = new Random(seed, `node ${chain.code}`);
    const node = await startSimulatedEvmNode({
      chain,
      seed,
      blocks: chain.reorgMargin + LOADED_BLOCKS,
      txPerBlock: TX_PER_BLOCK,
      // Nodes that trace in Parity's way are Ethereum's.
      tracer: chain.code === 'eth' ? random.pick(['callTracer', 'parity']) : 'callTracer',
    });
    return new FollowedAccountChain(chain, node, chain.code === 'eth' ? 'full' : random.pick(['live', 'full']));
  }

  get followsMempool(): boolean {
    return this.chain.hasPublicMempool;
  }

  get settings(): Record<string, string> {
    const code = this.code.toUpperCase();
    return {
      ...this.apiSettings,
      [`${code}_POLL_MS`]: '100',
      [`${code}_INTERNAL_TRANSFERS`]: this.traced,
      // Notifications on all but one: there new blocks are found by asking.
      ...(this.code !== 'base' && { [`${code}_WS_URL`]: this.node.wsUrl }),
    };
  }

  get apiSettings(): Record<string, string> {
    const code = this.code.toUpperCase();
    return { [`${code}_RPC_URL`]: this.node.url, [`${code}_NETWORK`]: 'local' };
  }
}

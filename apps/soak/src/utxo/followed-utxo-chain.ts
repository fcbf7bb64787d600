import type { BlockRef, UtxoChain } from '@chaintrail/chains';
import {
  BROKEN_ANSWERS,
  type Fault,
  type LedgerModel,
  LYING_ANSWERS,
  type SimulatedNode,
  SPENT_OUTPUT_LIE,
  startSimulatedNode,
} from '@chaintrail/devnet';
import { FollowedChain } from '../followed-chain.js';

/** Payments begin when the first coinbases are mature, which takes at most 100 blocks here. */
const FIRST_BLOCKS = 130;
const TX_PER_BLOCK = 12;
const FAULTS: readonly Fault[] = [...BROKEN_ANSWERS, ...LYING_ANSWERS];

/** The truth at a block; of what waits, as it was when the block had just come. */
interface UtxoTruth {
  readonly tip: BlockRef;
  readonly model: LedgerModel;
}

export class FollowedUtxoChain extends FollowedChain {
  readonly chain: UtxoChain;
  readonly node: SimulatedNode;
  readonly followsMempool = true;
  readonly apiSettings = {};
  #truth: UtxoTruth;

  private constructor(chain: UtxoChain, node: SimulatedNode) {
    super();
    this.chain = chain;
    this.node = node;
    this.#truth = { tip: node.tip(), model: node.model() };
  }

  static async start(chain: UtxoChain, seed: number): Promise<FollowedUtxoChain> {
    const node = await startSimulatedNode({
      chain,
      seed,
      blocks: FIRST_BLOCKS,
      txPerBlock: TX_PER_BLOCK,
      spentTxOuts: deliversSpentOutputs(chain),
      // Notifications where a chain has them, but for one: there what arrives is found by asking.
      zmq: chain.code !== 'ltc',
    });
    return new FollowedUtxoChain(chain, node);
  }

  get settings(): Record<string, string> {
    const code = this.code.toUpperCase();
    return { [`${code}_RPC_URL`]: this.node.url, [`${code}_NETWORK`]: 'regtest', [`${code}_POLL_MS`]: '100' };
  }

  get possibleFaults(): readonly Fault[] {
    return deliversSpentOutputs(this.chain) ? [...FAULTS, SPENT_OUTPUT_LIE] : FAULTS;
  }

  addresses(): string[] {
    return [...this.truth().model.addresses.keys()];
  }

  /** Balances and histories at the node's tip. The same object while the tip stays. */
  truth(): UtxoTruth {
    const tip = this.tip();
    if (this.#truth.tip.hash !== tip.hash) this.#truth = { tip, model: this.node.model() };
    return this.#truth;
  }
}

function deliversSpentOutputs({ code }: UtxoChain): boolean {
  return code === 'btc';
}

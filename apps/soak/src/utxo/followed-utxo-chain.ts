import type { UtxoChain } from '@chaintrail/chains';
import {
  BROKEN_ANSWERS,
  type Fault,
  type LedgerModel,
  LYING_ANSWERS,
  type SimulatedNode,
  SPENT_OUTPUT_LIE,
  startSimulatedNode,
} from '@chaintrail/devnet';
import { ModelledChain } from '../followed-chain.js';

/** Payments begin when the first coinbases are mature, which takes at most 100 blocks here. */
const FIRST_BLOCKS = 130;
const TX_PER_BLOCK = 12;
const FAULTS: readonly Fault[] = [...BROKEN_ANSWERS, ...LYING_ANSWERS];

export class FollowedUtxoChain extends ModelledChain<LedgerModel> {
  readonly chain: UtxoChain;
  readonly node: SimulatedNode;
  readonly followsMempool = true;
  readonly apiSettings = {};

  private constructor(chain: UtxoChain, node: SimulatedNode) {
    super();
    this.chain = chain;
    this.node = node;
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
}

function deliversSpentOutputs({ code }: UtxoChain): boolean {
  return code === 'btc';
}

/** The chain as one call sees it: as a faulty node reports it, where faults strike. */
import type { Fault, FaultInjector, FaultKind } from '../../../node/faults.js';
import { behindParent } from '../../block/assemble.js';
import type { EvmBlock } from '../../block/evm-block.js';
import type { EvmTransaction } from '../../block/evm-transaction.js';
import type { EvmSimulator } from '../../evm-simulator.js';
import { invalidParams, serverError } from './dispatch.js';

/** Which traces a node makes: geth's kind, or Parity's. */
export type SimulatedTracer = 'callTracer' | 'parity' | 'both';

export interface SeenNode {
  readonly simulator: EvmSimulator;
  readonly faults: FaultInjector;
  readonly tracer: SimulatedTracer;
  /** Blocks that the finalized one is below the tip. */
  readonly finalizedDepth: number;
}

/** Which block's state an answer is of, nobody could tell. */
const STATE_METHODS: ReadonlySet<string> = new Set(['eth_call', 'eth_getBalance']);

export class ChainView {
  readonly simulator: EvmSimulator;
  private readonly node: SeenNode;
  private readonly method: string;
  private seenTip: EvmBlock | undefined;

  constructor(node: SeenNode, method: string) {
    this.simulator = node.simulator;
    this.node = node;
    this.method = method;
  }

  strikes(kind: FaultKind): Fault | null {
    return this.node.faults.draw(this.method, kind);
  }

  get tip(): EvmBlock {
    // Drawn at the first look, once a call: an answer that says it twice says the same.
    this.seenTip ??= this.drawTip();
    return this.seenTip;
  }

  /**
   * A block by height, tag or hash, or by an object with its hash (EIP-1898). Stale ones are there, as nodes keep them.
   * @throws RpcError where `value` is none of these, and as geth does where nothing is final yet; other clients follow
   *   execution-apis and say -39001, "Unknown block"
   */
  block(value: unknown): EvmBlock | undefined {
    if (value === 'latest') return this.tip;
    if (value === 'finalized') {
      const height = this.tip.number - this.node.finalizedDepth;
      if (height < 0) throw serverError('finalized block not found');
      return this.blockAt(height);
    }
    const named = typeof value === 'object' && value !== null && 'blockHash' in value ? value.blockHash : value;
    if (typeof named !== 'string') throw invalidParams('missing value for required argument');
    if (/^0x(0|[1-9a-f][0-9a-f]{0,12})$/i.test(named)) return this.blockAt(Number(named));
    if (!/^0x[0-9a-f]{64}$/i.test(named)) throw invalidParams('invalid argument: no hex number, and no hash');
    const found = this.simulator.blocksByHash.get(named.toLowerCase());
    return found && this.thisOrAnother(found);
  }

  /**
   * A block whose state is still there. A block that is no longer on the chain has none here.
   * @throws RpcError as geth does without the block, or without its state
   */
  stateBlock(value: unknown): EvmBlock {
    const block = this.block(value);
    if (!block) throw serverError('header not found');
    if (this.simulator.blocks[block.number] !== block || this.strikes('missing-state')) {
      const { stateRoot: root } = block;
      throw serverError(`missing trie node ${root.slice(2)} (path ) state ${root} is not available`);
    }
    return block;
  }

  /** In the order in which they came. Of what waits at a layer 2's sequencer, its nodes know nothing. */
  waiting(): readonly EvmTransaction[] {
    const { rules, mempool } = this.simulator;
    return rules.hasMempool ? mempool.transactions() : [];
  }

  private drawTip(): EvmBlock {
    const { blocks, tip } = this.simulator;
    const stale = this.strikes('stale-tip');
    return stale ? (blocks[Math.max(0, tip.number - (stale.depth ?? 1))] as EvmBlock) : tip;
  }

  private blockAt(height: number): EvmBlock | undefined {
    const { blocks } = this.simulator;
    const block = height > this.tip.number ? undefined : blocks[height];
    if (!block || height === 0) return block;
    if (this.method !== 'eth_getBlockByNumber') return this.thisOrAnother(block);
    if (this.strikes('wrong-height')) return blocks[height - 1];
    return this.strikes('wrong-parent') ? this.forge(block) : block;
  }

  private thisOrAnother(block: EvmBlock): EvmBlock {
    if (STATE_METHODS.has(this.method) || !this.strikes('wrong-block')) return block;
    return this.simulator.blocks[block.number > 0 ? block.number - 1 : 1] ?? block;
  }

  /** A block with the same contents, valid in itself, and a parent that does not exist. Whoever was told of it may ask again. */
  private forge(original: EvmBlock): EvmBlock {
    const forged = behindParent(original, `0x${this.node.faults.bytes(32).toString('hex')}`);
    this.simulator.blocksByHash.set(forged.hash, forged);
    return forged;
  }
}

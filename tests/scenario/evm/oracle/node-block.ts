/** Blocks as the node tells them: transactions, receipts, and the calls inside each transaction. */
import type { EvmNode } from '@chaintrail/testkit';

/** A node that answers, whether or not it makes blocks. */
export type AnsweringNode = Pick<EvmNode, 'rpc' | 'rpcUrl'> & Partial<Pick<EvmNode, 'wsUrl'>>;

interface NodeTransaction {
  readonly hash: string;
  readonly type: string;
  readonly nonce: string;
  readonly from: string;
  /** Null or missing where it creates a contract. */
  readonly to?: string | null;
  readonly value: string;
  readonly gas: string;
  readonly input: string;
  /** Mint of deposits on the OP stack. */
  readonly mint?: string | null;
  /** Deposit of retryables that are submitted to Arbitrum. */
  readonly depositValue?: string;
}

export interface NodeLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface NodeReceipt {
  readonly transactionHash: string;
  readonly status: string;
  readonly gasUsed: string;
  readonly effectiveGasPrice: string;
  readonly blobGasUsed?: string;
  readonly blobGasPrice?: string;
  readonly contractAddress: string | null;
  /** Nonce of deposits, whose own number says nothing. */
  readonly depositNonce?: string;
  /** Fees of the OP stack: those of layer 1, and factors of the operator's part of the gas. */
  readonly l1Fee?: string;
  readonly operatorFeeScalar?: string;
  readonly operatorFeeConstant?: string;
  /** Since Jovian, which counts the operator's part in another way. */
  readonly daFootprintGasScalar?: string;
  readonly logs: readonly NodeLog[];
}

/** A move of Arbitrum outside of calls; null is nowhere. */
interface NodeOuterTransfer {
  readonly purpose: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly value: string;
}

/** A call, as `callTracer` tells it. */
export interface NodeFrame {
  readonly type: string;
  readonly from: string;
  readonly to?: string;
  readonly value?: string;
  readonly error?: string;
  readonly calls?: readonly NodeFrame[];
  /** Moves of the outermost call, on Arbitrum. */
  readonly beforeEVMTransfers?: readonly NodeOuterTransfer[];
  readonly afterEVMTransfers?: readonly NodeOuterTransfer[];
}

export interface NodeBlock {
  readonly hash: string;
  readonly parentHash: string;
  readonly height: number;
  readonly time: number;
  readonly miner: string;
  readonly baseFee: bigint;
  readonly withdrawals: readonly Withdrawal[];
  readonly destruction: Destruction;
  readonly transactions: readonly TracedTransaction[];
}

export interface TracedTransaction {
  readonly transaction: NodeTransaction;
  readonly receipt: NodeReceipt;
  readonly frame: NodeFrame;
}

/** Which contracts SELFDESTRUCT empties: any; since Cancun new ones of the same transaction; since Amsterdam none. */
export type Destruction = 'any' | 'new' | 'none';

/** From the beacon chain (EIP-4895), in gwei. */
interface Withdrawal {
  readonly address: string;
  readonly amount: string;
}

interface RpcBlock {
  readonly hash: string;
  readonly parentHash: string;
  readonly number: string;
  readonly timestamp: string;
  readonly miner: string;
  readonly baseFeePerGas: string;
  readonly parentBeaconBlockRoot?: string;
  readonly slotNumber?: string;
  readonly withdrawals?: readonly Withdrawal[] | null;
  readonly transactions: readonly NodeTransaction[];
}

/** Reads blocks, each once. */
export class NodeBlocks {
  readonly #node: AnsweringNode;
  readonly #known = new Map<string, NodeBlock>();

  constructor(node: AnsweringNode) {
    this.#node = node;
  }

  /** @returns the chain from the first block to the tip */
  async chain(): Promise<NodeBlock[]> {
    const blocks: NodeBlock[] = [];
    const tip = await this.#node.rpc<RpcBlock>('eth_getBlockByNumber', 'latest', true);
    // Downwards, as blocks name those below them: what is known is not asked for again.
    for (let block = this.#known.get(tip.hash) ?? (await this.#read(tip)); ; ) {
      blocks.push(block);
      if (block.height === 0) return blocks.reverse();
      block = this.#known.get(block.parentHash) ?? (await this.#byHash(block.parentHash));
    }
  }

  async #byHash(hash: string): Promise<NodeBlock> {
    const block = await this.#node.rpc<RpcBlock | null>('eth_getBlockByHash', hash, true);
    if (block === null) throw new Error(`the node has no block ${hash}`);
    return this.#read(block);
  }

  async #read(block: RpcBlock): Promise<NodeBlock> {
    const receipts = await this.#node.rpc<NodeReceipt[]>('eth_getBlockReceipts', block.hash);
    const transactions: TracedTransaction[] = [];
    for (const [index, transaction] of block.transactions.entries()) {
      const receipt = receipts[index];
      if (receipt?.transactionHash !== transaction.hash) throw new Error(`no receipt for ${transaction.hash}`);
      const options = { tracer: 'callTracer' };
      const frame = await this.#node.rpc<NodeFrame>('debug_traceTransaction', transaction.hash, options);
      transactions.push({ transaction, receipt, frame });
    }
    const read: NodeBlock = {
      hash: block.hash,
      parentHash: block.parentHash,
      height: Number(block.number),
      time: Number(block.timestamp),
      miner: block.miner,
      baseFee: BigInt(block.baseFeePerGas),
      withdrawals: block.withdrawals ?? [],
      destruction: destructionIn(block),
      transactions,
    };
    this.#known.set(read.hash, read);
    return read;
  }
}

/** Arbitrum's headers have nothing of this; its nodes have Cancun's rules since ArbOS 20. */
function destructionIn({ parentBeaconBlockRoot, slotNumber }: RpcBlock): Destruction {
  if (slotNumber !== undefined) return 'none';
  return parentBeaconBlockRoot === undefined ? 'any' : 'new';
}

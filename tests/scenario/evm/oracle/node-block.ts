/** Blocks as the node tells them: transactions, receipts, and the calls inside each transaction. */
import { callNodeForEach, type EvmNode, RpcFailure } from '@chaintrail/testkit';
import { toQuantity } from 'ethers';

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

/** As many more blocks in the next request. */
const GROWTH = 2;
const FIRST_BLOCKS = 8;

/** Reads blocks, each once. */
export class NodeBlocks {
  readonly #node: AnsweringNode;
  readonly #known = new Map<string, NodeBlock>();

  constructor(node: AnsweringNode) {
    this.#node = node;
  }

  /** @returns the chain from the first block to the tip */
  async chain(): Promise<NodeBlock[]> {
    await this.#readNew();
    const blocks: NodeBlock[] = [];
    const tip = await this.#node.rpc<RpcBlock>('eth_getBlockByNumber', 'latest', false);
    for (let hash = tip.hash; ; ) {
      const block = this.#known.get(hash);
      if (block === undefined) throw new Error(`the node made block ${hash} while it was read`);
      blocks.push(block);
      if (block.height === 0) return blocks.reverse();
      hash = block.parentHash;
    }
  }

  /** Downwards, as blocks name those below them: what is known is not asked for again. */
  async #readNew(): Promise<void> {
    let height = Number(await this.#node.rpc<string>('eth_blockNumber'));
    for (let count = FIRST_BLOCKS; height >= 0; height -= count, count *= GROWTH) {
      const heights = Array.from({ length: Math.min(count, height + 1) }, (_, below) => [
        toQuantity(height - below),
        true,
      ]);
      const blocks = await callForEach<RpcBlock>(this.#node, 'eth_getBlockByNumber', heights);
      const fresh = blocks.filter(({ hash }) => !this.#known.has(hash));
      await this.#read(fresh);
      if (fresh.length < blocks.length) return;
    }
  }

  async #read(blocks: readonly RpcBlock[]): Promise<void> {
    const full = blocks.filter(({ transactions }) => transactions.length > 0);
    const receiptsOf = await callForEach<NodeReceipt[]>(
      this.#node,
      'eth_getBlockReceipts',
      full.map(({ hash }) => [hash]),
    );
    const receipts = new Map(receiptsOf.flat().map((receipt) => [receipt.transactionHash, receipt]));
    const transactions = full.flatMap((block) => block.transactions);
    const frames = await callForEach<NodeFrame>(
      this.#node,
      'debug_traceTransaction',
      transactions.map(({ hash }) => [hash, { tracer: 'callTracer' }]),
    );
    const traced = new Map(
      transactions.map((transaction, at) => {
        const receipt = receipts.get(transaction.hash);
        if (receipt === undefined) throw new Error(`no receipt for ${transaction.hash}`);
        return [transaction.hash, { transaction, receipt, frame: frames[at]! }];
      }),
    );
    for (const block of blocks)
      this.#known.set(block.hash, {
        hash: block.hash,
        parentHash: block.parentHash,
        height: Number(block.number),
        time: Number(block.timestamp),
        miner: block.miner,
        baseFee: BigInt(block.baseFeePerGas),
        withdrawals: block.withdrawals ?? [],
        destruction: destructionIn(block),
        transactions: block.transactions.map(({ hash }) => traced.get(hash)!),
      });
  }
}

/** Calls of one method in few requests. @throws RpcFailure where one fails */
export async function callForEach<T>(
  { rpcUrl }: AnsweringNode,
  method: string,
  calls: readonly (readonly unknown[])[],
): Promise<T[]> {
  const answers = await callNodeForEach<T>(rpcUrl, method, calls);
  return answers.map((answer) => {
    if (answer instanceof RpcFailure) throw answer;
    return answer;
  });
}

/** Arbitrum's headers have nothing of this; its nodes have Cancun's rules since ArbOS 20. */
function destructionIn({ parentBeaconBlockRoot, slotNumber }: RpcBlock): Destruction {
  if (slotNumber !== undefined) return 'none';
  return parentBeaconBlockRoot === undefined ? 'any' : 'new';
}

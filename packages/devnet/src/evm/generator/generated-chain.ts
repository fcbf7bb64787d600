import type { EvmChain } from '@chaintrail/chains';
import { type AnswerWriter, literal } from './answer-writer.js';
import { type BlockFrame, frameBlock } from './block-frame.js';
import { FIRST_ACCOUNTS } from './chance.js';
import type { BlockDraft } from './draft.js';
import { draftBlock } from './draft-block.js';
import { BUILDERS, blockHash, TRANSACTIONS_A_BLOCK } from './identities.js';
import { layer2Fields } from './layer2.js';
import { writeBlock } from './write-header.js';
import { writeReceipts } from './write-receipts.js';
import { writeTransactionHashes, writeTransactions } from './write-transactions.js';

export interface EvmGeneratorOptions {
  readonly chain: EvmChain;
  /** 1 by default. */
  readonly seed?: number;
  /** With transactions, above an empty genesis block. */
  readonly blocks: number;
}

export interface EvmGeneratedTotals {
  readonly transactions: number;
  readonly logs: number;
  /** Accounts that sent or were paid; contracts that were called are not counted. */
  readonly accounts: number;
}

/** What is kept of a block: the rest follows from its height. */
interface Plan {
  /** Accounts that were used before it. */
  readonly accounts: number;
  readonly nonces: Uint32Array;
}

const START_TIME = 1_700_000_000;
/** Numbers of transactions have 32 bits. */
const MOST_BLOCKS = 2 ** 32 / TRANSACTIONS_A_BLOCK - 1;
/** Blocks whose drafts are kept: a client asks for a block and for its receipts at about the same time. */
const KEPT_FRAMES = 64;
/** Every private network has its own chain id; this one is geth's own default for them. */
export const GENERATED_CHAIN_ID = 1337;

/**
 * A chain of mainnet shape as a node's JSON answers. Blocks are written when they are asked for, in less time than it
 * takes to read them: kept are only the nonces, 4 bytes a transaction, where 20,000 blocks are 13 GB of JSON.
 */
export class GeneratedEvmChain {
  readonly chain: EvmChain;
  readonly seed: number;
  /** Of the last block. */
  readonly height: number;
  readonly totals: EvmGeneratedTotals;
  private readonly plans: Plan[] = [];
  private readonly heights = new Map<string, number>();
  private readonly frames = new Map<number, BlockFrame>();
  private readonly layer2: ReturnType<typeof layer2Fields>;

  /** Plans the whole chain: some 0.2 ms a block. @throws RangeError for more blocks than can be numbered */
  constructor({ chain, seed = 1, blocks }: EvmGeneratorOptions) {
    if (!Number.isInteger(blocks) || blocks < 1 || blocks > MOST_BLOCKS)
      throw new RangeError(`${blocks} blocks cannot be generated: 1 to ${MOST_BLOCKS} can`);
    this.chain = chain;
    this.seed = seed;
    this.height = blocks;
    this.layer2 = layer2Fields(chain);
    this.totals = this.plan();
  }

  /** Hex, no prefix. @throws RangeError above the last block */
  hashAt(height: number): string {
    if (height > this.height) throw new RangeError(`the generated chain ends at ${this.height}`);
    return blockHash(this.seed, height);
  }

  /** @returns undefined for a block that is not of this chain */
  heightOf(hash: string): number | undefined {
    return this.heights.get(hash);
  }

  /** `result` of eth_getBlockByHash. @param full with whole transactions, else with their hashes */
  writeBlock(out: AnswerWriter, height: number, full: boolean): void {
    const frame = this.frame(height);
    const { nonces } = this.plans[height] as Plan;
    writeBlock(out, frame, () => {
      if (full) writeTransactions(out, frame, nonces, CHAIN_ID);
      else writeTransactionHashes(out, frame);
    });
  }

  /** `result` of eth_getBlockReceipts. */
  writeReceipts(out: AnswerWriter, height: number): void {
    writeReceipts(out, this.frame(height));
  }

  private plan(): EvmGeneratedTotals {
    const counters = new NonceCounters();
    const totals = { transactions: 0, logs: 0 };
    let accounts = FIRST_ACCOUNTS;
    for (let height = 0; height <= this.height; height++) {
      const { transactions, accounts: after } = this.draft(height, accounts);
      const nonces = Uint32Array.from(transactions, ({ from }) => counters.next(from));
      this.plans.push({ accounts, nonces });
      this.heights.set(this.hashAt(height), height);
      totals.transactions += transactions.length + (height > 0 && this.layer2 ? 1 : 0);
      for (const { logs } of transactions) totals.logs += logs.length;
      accounts = after;
    }
    return { ...totals, accounts };
  }

  private draft(height: number, accounts: number): BlockDraft {
    if (height > 0) return draftBlock({ seed: this.seed, isLayer1: this.layer2 === null }, height, accounts);
    return { height, transactions: [], builder: BUILDERS, baseFee: 1_000_000_000, withdrawals: [], accounts };
  }

  private frame(height: number): BlockFrame {
    const kept = this.frames.get(height);
    if (kept) return kept;
    const plan = this.plans[height];
    if (!plan) throw new RangeError(`the generated chain ends at ${this.height}`);
    const time = START_TIME + Math.floor(height * this.chain.blockSeconds);
    const options = { seed: this.seed, layer2: height > 0 ? this.layer2 : null, time };
    const frame = frameBlock(options, this.draft(height, plan.accounts));
    this.frames.set(height, frame);
    if (this.frames.size > KEPT_FRAMES) this.frames.delete(this.frames.keys().next().value as number);
    return frame;
  }
}

const CHAIN_ID = literal(`,"chainId":"0x${GENERATED_CHAIN_ID.toString(16)}"`);

/** How many transactions each account has sent. */
class NonceCounters {
  private counts = new Uint32Array(1 << 16);

  next(account: number): number {
    if (account >= this.counts.length) {
      const more = new Uint32Array(Math.max(this.counts.length * 2, account + 1));
      more.set(this.counts);
      this.counts = more;
    }
    const nonce = this.counts[account] as number;
    this.counts[account] = nonce + 1;
    return nonce;
  }
}

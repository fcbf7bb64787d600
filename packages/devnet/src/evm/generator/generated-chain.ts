import type { EvmChain } from '@chaintrail/chains';
import { type BlockDraft, draftBlock } from './draft-block.js';
import { GeneratedAnswers, TRANSACTIONS_A_BLOCK } from './generated-answers.js';
import { BUILDERS, GeneratedNames } from './generated-names.js';

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
/** Accounts that exist before the first block. */
const FIRST_ACCOUNTS = 5_000;
/** Numbers of transactions have 32 bits. */
const MOST_BLOCKS = 2 ** 32 / TRANSACTIONS_A_BLOCK - 1;
/** Blocks whose drafts are kept: a client asks for a block and for its receipts at about the same time. */
const KEPT_BLOCKS = 64;

/**
 * A chain of mainnet shape as a node's JSON answers. Blocks are written when they are asked for, in less time than it
 * takes to read them: kept are only the nonces, 4 bytes a transaction, where 20,000 blocks are 13 GB of JSON.
 */
export class GeneratedEvmChain {
  /** Of the last block. */
  readonly height: number;
  readonly totals: EvmGeneratedTotals;
  private readonly chain: EvmChain;
  private readonly seed: number;
  private readonly names: GeneratedNames;
  private readonly plans: Plan[] = [];
  private readonly heights = new Map<string, number>();
  private readonly kept = new Map<number, GeneratedAnswers>();

  /** Plans the whole chain: some 0.2 ms a block. @throws RangeError for more blocks than can be numbered */
  constructor({ chain, seed = 1, blocks }: EvmGeneratorOptions) {
    if (!Number.isInteger(blocks) || blocks < 1 || blocks > MOST_BLOCKS)
      throw new RangeError(`${blocks} blocks cannot be generated: 1 to ${MOST_BLOCKS} can`);
    this.chain = chain;
    this.seed = seed;
    this.names = new GeneratedNames(seed);
    this.height = blocks;
    this.totals = this.plan();
  }

  /** Hex, no prefix. @throws RangeError above the last block */
  hashAt(height: number): string {
    if (height > this.height) throw new RangeError(`the generated chain ends at ${this.height}`);
    return this.names.hash('block', height);
  }

  /** @returns undefined for a block that is not of this chain */
  heightOf(hash: string): number | undefined {
    return this.heights.get(hash);
  }

  /** `result` of eth_getBlockByHash. @param whole with whole transactions, else with their hashes */
  block(height: number, whole: boolean): string {
    return this.answers(height).block(whole ? (this.plans[height] as Plan).nonces : null);
  }

  /** `result` of eth_getBlockReceipts. */
  receipts(height: number): string {
    return this.answers(height).receipts();
  }

  private plan(): EvmGeneratedTotals {
    const sent: number[] = [];
    let systemTransactions = 0;
    const totals = { transactions: 0, logs: 0 };
    let accounts = FIRST_ACCOUNTS;
    for (let height = 0; height <= this.height; height++) {
      const { transactions, accounts: after } = this.draft(height, accounts);
      const nonces = Uint32Array.from(transactions, ({ from }) => {
        const nonce = sent[from] ?? 0;
        sent[from] = nonce + 1;
        return nonce;
      });
      this.plans.push({ accounts, nonces });
      this.heights.set(this.hashAt(height), height);
      if (height > 0 && this.chain.feeRules !== 'ethereum') systemTransactions++;
      totals.transactions += transactions.length;
      for (const { logs } of transactions) totals.logs += logs.length;
      accounts = after;
    }
    return { logs: totals.logs, transactions: totals.transactions + systemTransactions, accounts };
  }

  private draft(height: number, accounts: number): BlockDraft {
    if (height > 0) return draftBlock(this.seed, this.chain.feeRules === 'ethereum', height, accounts);
    return { height, transactions: [], builder: BUILDERS, baseFee: 1_000_000_000, withdrawals: [], accounts };
  }

  private answers(height: number): GeneratedAnswers {
    const kept = this.kept.get(height);
    if (kept) return kept;
    const plan = this.plans[height];
    if (!plan) throw new RangeError(`the generated chain ends at ${this.height}`);
    const time = START_TIME + Math.floor(height * this.chain.blockSeconds);
    const made = new GeneratedAnswers(this.chain, this.names, this.draft(height, plan.accounts), time);
    this.kept.set(height, made);
    if (this.kept.size > KEPT_BLOCKS) this.kept.delete(this.kept.keys().next().value as number);
    return made;
  }
}

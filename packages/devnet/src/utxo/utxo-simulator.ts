/** A whole simulated chain: blocks, wallets, mempool. */
import type { BlockRef, UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import type { ChainSource } from '../node/chain-source.js';
import type { MinedSpan } from '../node/operations.js';
import { SimulatedChain } from '../simulated-chain.js';
import { assembleBlock, selectTransactions } from './assembler.js';
import type { ChainRules, DraftContext } from './chain-rules.js';
import { genesisBlock } from './genesis.js';
import { type LedgerModel, modelOf } from './ledger.js';
import { rulesOf } from './rules.js';
import { type Block, serializeBlock, serializeSpentOutputs } from './utxo-block.js';
import { LivingMempool } from './utxo-mempool-life.js';
import { Traffic } from './utxo-traffic.js';
import type { Coin, Transaction } from './utxo-transaction.js';
import { Population } from './wallets.js';

export interface SimulatorOptions {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly seed: number;
  /** Unix seconds of the first block after genesis. */
  readonly startTime: number;
  /** Average number of payments a block; single blocks vary from none to several times as many. */
  readonly txPerBlock: number;
  /** First height with a HogEx; null on chains without MWEB. */
  readonly mwebFromHeight: number | null;
  /** Confirmations before a coinbase may be spent, instead of the chain's own on regtest. */
  readonly coinbaseMaturity?: number;
}

const MAX_WAITING = 5_000;
/** Blocks before a peg-out may be spent (litecoin src/consensus/consensus.h PEGOUT_MATURITY). */
const PEGOUT_MATURITY = 6;

export class UtxoSimulator extends SimulatedChain<Block> implements ChainSource {
  readonly options: SimulatorOptions;
  readonly chain: ChainRules;
  readonly mempool: LivingMempool;
  /** The same. */
  readonly life: LivingMempool;
  readonly population: Population;
  /** Transactions of the active chain, by id. */
  readonly confirmed = new Map<string, Transaction>();
  private readonly coinbaseMaturity: number;

  constructor(options: SimulatorOptions) {
    super(options);
    this.options = options;
    this.chain = rulesOf(options.chain);
    this.coinbaseMaturity = options.coinbaseMaturity ?? this.chain.coinbaseMaturity;
    this.population = new Population(this.random, this.chain.walletTypes);
    const traffic = new Traffic(this.chain, this.population, this.random, () => this.context());
    this.mempool = new LivingMempool(this.population, traffic, this.random, MAX_WAITING + options.txPerBlock);
    this.life = this.mempool;
    this.connect(genesisBlock(options.chain, options.network));
  }

  tipRef(): BlockRef {
    return { height: this.tip.height, hash: this.tip.hash };
  }

  mine(time?: number, span?: MinedSpan): BlockRef {
    this.advance();
    const { chain, branch, coinbaseMaturity } = this;
    // The first block with a HogEx needs something to peg in.
    if (this.tip.height + 1 === this.options.mwebFromHeight) this.life.addPegIn();
    const context = this.context();
    const { nextHeight } = context;
    const payments = selectTransactions(context);
    const block = assembleBlock(chain, context, payments, {
      ...{ branch, subsidy: chain.subsidy(nextHeight), paysMany: nextHeight < 2 * coinbaseMaturity },
      time: this.nextTime(time, span),
    });
    this.connect(block);
    this.dropInvalid();
    this.quota = this.planQuota();
    return this.tipRef();
  }

  protected disconnect(depth: number): void {
    for (let i = 0; i < depth; i++) this.disconnectTip();
    this.dropInvalid();
  }

  hashAt(height: number): string | undefined {
    return this.blocks[height]?.hash;
  }

  block(hash: string): Block | undefined {
    return this.blocksByHash.get(hash);
  }

  raw(hash: string): Buffer {
    return serializeBlock(this.block(hash) as Block);
  }

  spentOutputs(hash: string): Buffer {
    return serializeSpentOutputs(this.block(hash) as Block);
  }

  /** Transaction of the active chain, or waiting. */
  transaction(id: string): Transaction | undefined {
    return this.confirmed.get(id) ?? this.mempool.get(id);
  }

  model(): LedgerModel {
    return modelOf(this.blocks, [...this.mempool.transactions()], this.options.network);
  }

  private context(): DraftContext {
    const { random, population, tip } = this;
    const nextHeight = tip.height + 1;
    return {
      ...{ nextHeight, random, population, tip, mwebFrom: this.options.mwebFromHeight },
      waiting: () => this.mempool.transactions(),
      isMature: ({ transaction: { kind, height } }: Coin) => {
        const maturity = kind === 'coinbase' ? this.coinbaseMaturity : PEGOUT_MATURITY;
        return kind === 'payment' || (height !== null && nextHeight - height >= maturity);
      },
    };
  }

  /** Throws out what no next block may hold, and what spends from it. */
  private dropInvalid(): void {
    const { mempool, chain } = this;
    for (const transaction of chain.isValidAt ? [...mempool.transactions()] : []) {
      const isValid = chain.isValidAt?.(transaction, this.tip.height + 1);
      if (!isValid && mempool.get(transaction.id)) mempool.remove(transaction);
    }
  }

  private connect(block: Block): void {
    const created = block.transactions.filter((transaction) => transaction.kind !== 'payment');
    for (const transaction of created) {
      for (const coin of transaction.inputs) coin.spender = transaction;
      for (const coin of transaction.outputs) this.population.addCoin(coin);
    }
    for (const transaction of block.transactions) {
      transaction.height = block.height;
      this.confirmed.set(transaction.id, transaction);
    }
    this.mempool.confirm(block.transactions);
    this.blocks.push(block);
    this.blocksByHash.set(block.hash, block);
  }

  private disconnectTip(): void {
    const block = this.blocks.pop() as Block;
    for (const transaction of block.transactions) {
      transaction.height = null;
      this.confirmed.delete(transaction.id);
    }
    this.mempool.restore(block.transactions.filter((transaction) => transaction.kind === 'payment'));
    for (const transaction of block.transactions.toReversed()) {
      // Coinbase and HogEx exist only in their block; what was built on them is gone with them.
      if (transaction.kind !== 'payment') this.mempool.remove(transaction);
    }
  }

  private nextTime(wanted?: number, span?: MinedSpan): number {
    const { startTime, chain } = this.options;
    const parent = this.tip;
    // Waiting times are random, so that hundreds of them add up to a tenth more or less than their mean does.
    const step = this.random.waiting(span ? (span.until - parent.time) / span.blocks : chain.blockSeconds);
    const planned = parent.height === 0 ? startTime : parent.time + step;
    // Each later block comes a second later at least.
    const latest = span ? span.until - span.blocks + 1 : planned;
    return Math.max(parent.time + 1, wanted ?? Math.min(planned, latest));
  }

  /** One block in thirty carries nothing but its coinbase; the others vary around the average. */
  protected override planQuota(): number {
    return this.tip.height < this.coinbaseMaturity || this.random.chance(1 / 30) ? 0 : super.planQuota();
  }
}

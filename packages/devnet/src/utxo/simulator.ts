/**
 * A whole simulated chain: blocks, wallets, mempool. A deterministic state machine: the same options and the same
 * operations give the same chain, byte for byte, on every machine. No clock, no I/O.
 */
import type { BlockRef, UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import { Random } from '../random.js';
import { assembleBlock, type Mint, REGTEST_MINT, selectTransactions } from './assembler.js';
import type { Block } from './block.js';
import { genesisBlock } from './genesis.js';
import type { ProofOfWork } from './header.js';
import { type LedgerModel, modelOf, UtxoSetTotals } from './ledger.js';
import { Mempool } from './mempool.js';
import { Population } from './population.js';
import { Traffic, type TrafficRules } from './traffic.js';
import type { Transaction } from './transaction.js';

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
  readonly proofOfWork: ProofOfWork;
  readonly mint?: Mint;
}

const MAX_WAITING = 5_000;

export class UtxoSimulator {
  readonly options: SimulatorOptions;
  readonly mempool: Mempool;
  readonly population: Population;
  readonly utxoSet = new UtxoSetTotals();
  /** The active chain by height. */
  readonly blocks: Block[] = [];
  /** Every block ever made, stale ones too. */
  readonly blocksByHash = new Map<string, Block>();
  /** Transactions of the active chain, by id. */
  readonly confirmed = new Map<string, Transaction>();
  private readonly random: Random;
  private readonly traffic: Traffic;
  /** Counts reorganizations, so that coinbases of two branches differ. */
  private branch = 0;
  /** Payments still to be made before the next block. */
  private quota = 0;

  constructor(options: SimulatorOptions) {
    this.options = options;
    this.random = new Random(options.seed);
    this.population = new Population(this.random);
    this.mempool = new Mempool(this.population);
    this.traffic = new Traffic(this.population, this.random);
    this.connect(genesisBlock(options.chain, options.network));
  }

  get tip(): Block {
    return this.blocks.at(-1) as Block;
  }

  tipRef(): BlockRef {
    return { height: this.tip.height, hash: this.tip.hash };
  }

  /** Payments that {@link advance} can still make before the next block. */
  get pending(): number {
    return this.quota;
  }

  /**
   * Lets up to `count` of the payments planned for the next block reach the mempool. Calling it or not changes nothing
   * of the chain: {@link mine} makes the rest.
   */
  advance(count = Number.POSITIVE_INFINITY): void {
    for (let made = 0; made < count && this.quota > 0; made++, this.quota--) this.makeTraffic();
  }

  /** @param time unix seconds of the new block; by default some `chain.blockSeconds` after its parent */
  mine(time?: number): BlockRef {
    this.advance();
    const { chain, mint = REGTEST_MINT, mwebFromHeight, proofOfWork } = this.options;
    this.ensurePegIn();
    const rules = this.rules();
    const payments = selectTransactions(this.mempool.transactions(), rules, this.random);
    const block = assembleBlock(
      {
        chain,
        parent: this.tip,
        time: this.nextTime(time),
        branch: this.branch,
        mint,
        proofOfWork,
        population: this.population,
        random: this.random,
        rules,
        mwebFrom: mwebFromHeight,
      },
      payments,
    );
    this.connect(block);
    this.quota = this.planQuota();
    return this.tipRef();
  }

  /**
   * Replaces the last `depth` blocks by `newBlocks` others. Most of the removed transactions come back in the new
   * branch; some vanish, some are double-spent.
   */
  reorg(depth: number, newBlocks = depth + 1, time?: number): BlockRef {
    this.invalidate(depth);
    for (const transaction of [...this.mempool.transactions()]) {
      if (!this.mempool.get(transaction.id)) continue;
      const dice = this.random.fraction();
      if (dice < 0.08) this.mempool.remove(transaction);
      else if (dice < 0.14) this.replace(transaction, this.traffic.respend(transaction));
    }
    for (let i = 0; i < newBlocks; i++) this.mine(time);
    return this.tipRef();
  }

  /**
   * Takes the last `depth` blocks off the active chain; their payments wait in the mempool again.
   * @throws RangeError when that would remove the genesis block
   */
  invalidate(depth: number): BlockRef {
    if (!Number.isInteger(depth) || depth < 1 || depth > this.tip.height) {
      throw new RangeError(`cannot take ${depth} blocks off a chain of height ${this.tip.height}`);
    }
    this.advance();
    this.branch++;
    for (let i = 0; i < depth; i++) this.disconnectTip();
    return this.tipRef();
  }

  model(): LedgerModel {
    return modelOf(this.blocks, this.options.network);
  }

  private rules(): TrafficRules {
    return {
      nextHeight: this.tip.height + 1,
      coinbaseMaturity: this.options.chain.coinbaseMaturity,
      pegInFrom: this.options.mwebFromHeight,
      anchors: !this.options.chain.mweb,
    };
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
    this.utxoSet.connect(block);
    this.blocks.push(block);
    this.blocksByHash.set(block.hash, block);
  }

  private disconnectTip(): void {
    const block = this.blocks.pop() as Block;
    this.utxoSet.disconnect(block);
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

  private nextTime(wanted?: number): number {
    const { startTime, chain } = this.options;
    const step = this.random.waiting(chain.blockSeconds);
    const parent = this.tip;
    const planned = parent.height === 0 ? startTime : parent.time + step;
    return Math.max(parent.time + 1, wanted ?? planned);
  }

  /** One block in thirty carries nothing but its coinbase; the others vary around the average. */
  private planQuota(): number {
    if (this.tip.height < this.options.chain.coinbaseMaturity || this.random.chance(1 / 30)) return 0;
    const { txPerBlock } = this.options;
    return Math.round(txPerBlock * (0.5 + this.random.fraction()) * (this.random.chance(0.05) ? 2 : 1));
  }

  private makeTraffic(): void {
    const dice = this.random.fraction();
    if (this.mempool.size > 2 && dice < 0.05) this.disturbMempool(dice < 0.035);
    else if (this.mempool.size < MAX_WAITING + this.options.txPerBlock)
      this.try(4, () => this.traffic.next(this.rules()));
  }

  /** Wallets that are picked may have nothing to spend: asks again before giving up. */
  private try(times: number, make: () => Transaction | null): void {
    let made: Transaction | null = null;
    for (let i = 0; i < times && !made; i++) made = make();
    if (made) this.mempool.add(made);
  }

  /** A waiting payment is replaced by one that pays more (BIP125), or dropped. */
  private disturbMempool(bump: boolean): void {
    const waiting = this.mempool.get(this.random.pick(this.mempool.ids())) as Transaction;
    if (bump) this.replace(waiting, this.traffic.bump(waiting));
    else this.mempool.remove(waiting);
  }

  private replace(old: Transaction, by: Transaction | null): void {
    if (!by) return;
    this.mempool.remove(old);
    this.mempool.add(by);
  }

  /** The first MWEB block must contain a peg-in, or its HogEx would have no input. */
  private ensurePegIn(): void {
    const { mwebFromHeight } = this.options;
    if (mwebFromHeight === null || this.tip.height + 1 !== mwebFromHeight) return;
    this.try(50, () => this.traffic.pegIn(this.rules()));
  }
}

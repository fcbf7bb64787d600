/**
 * A whole simulated chain: blocks, accounts, contracts, transactions that wait. A deterministic state machine: the same options and
 * the same operations give the same chain, byte for byte, on every machine. No clock, no I/O.
 */
import type { BlockRef, EvmChain } from '@chaintrail/chains';
import { Random } from '../random.js';
import { assembleBlock, genesisBlock } from './block/assemble.js';
import type { EvmBlock, ExecutedTransaction } from './block/evm-block.js';
import type { EvmTransaction } from './block/evm-transaction.js';
import type { Hex } from './bytes/hex.js';
import { hashOf } from './bytes/hex.js';
import { type Contracts, contractsOf } from './contracts/registry.js';
import { type EvmLedgerModel, modelOf } from './evm-ledger.js';
import { EvmMempool } from './evm-mempool.js';
import { EvmMempoolLife } from './evm-mempool-life.js';
import { WorldState } from './machine/world-state.js';
import { ARBITRUM } from './rules/arbitrum.js';
import { BlockBuilder } from './rules/block-builder.js';
import { ETHEREUM } from './rules/ethereum.js';
import type { EvmRules } from './rules/evm-rules.js';
import { opStack } from './rules/op-stack.js';
import { Accounts } from './traffic/accounts.js';
import { Traffic } from './traffic/evm-traffic.js';

export interface EvmSimulatorOptions {
  readonly chain: EvmChain;
  readonly chainId: number;
  readonly seed: number;
  /** Unix seconds of the genesis block. */
  readonly startTime: number;
  /** Average number of accounts' transactions a block; single blocks vary from none to several times as many. */
  readonly txPerBlock: number;
}

/** Where a transaction is. */
export interface Placed {
  readonly block: EvmBlock;
  readonly index: number;
  readonly executed: ExecutedTransaction;
}

const OPENING_BALANCE = 10_000n * 10n ** 18n;
const LEFT_WAITING = 0.15;
const BLOB_BASE_FEE = 1_000_000n;

export class EvmSimulator {
  readonly options: EvmSimulatorOptions;
  readonly rules: EvmRules;
  readonly contracts: Contracts;
  readonly population: Accounts;
  readonly state = new WorldState();
  readonly mempool = new EvmMempool();
  readonly life: EvmMempoolLife;
  /** The active chain by height. */
  readonly blocks: EvmBlock[] = [];
  /** Every block ever made, stale ones too. */
  readonly blocksByHash = new Map<Hex, EvmBlock>();
  private readonly undo: (() => void)[] = [];
  private readonly confirmed = new Map<Hex, Placed>();
  private readonly random: Random;
  /** Counts reorganizations. */
  private branch = 0;
  /** Transactions still to be made before the next block. */
  private quota = 0;

  constructor(options: EvmSimulatorOptions) {
    const { chain, chainId, seed, startTime } = options;
    this.options = options;
    this.rules = evmRulesOf(chain);
    this.random = new Random(seed);
    this.contracts = contractsOf(seed, chain);
    this.population = new Accounts(seed, this.random);
    const { state, contracts, population, random, rules, mempool } = this;
    const nextNonce = (from: Hex): number => mempool.nextNonce(from, state.nonce(from));
    const context = { state, contracts, population, random, types: rules.types, nextNonce };
    const traffic = new Traffic(context, chainId, rules.leastBaseFee);
    this.life = new EvmMempoolLife(mempool, traffic, random, (from) => state.nonce(from));
    for (const account of population.accounts) state.addBalance(account, OPENING_BALANCE);
    for (const [program, address] of contracts.addresses) {
      state.setCode(address, program);
      state.setNonce(address, 1);
    }
    this.connect(genesisBlock(rules, chainId, seed, startTime));
    this.quota = this.planQuota();
  }

  get tip(): EvmBlock {
    return this.blocks.at(-1) as EvmBlock;
  }

  tipRef(): BlockRef {
    return { height: this.tip.number, hash: this.tip.hash.slice(2) };
  }

  /** Transactions that {@link advance} can still make before the next block. */
  get pending(): number {
    return this.quota;
  }

  /** Lets up to `count` of the transactions planned for the next block arrive. Calling it or not changes nothing of the chain. */
  advance(count = Number.POSITIVE_INFINITY): void {
    for (let made = 0; made < count && this.quota > 0; made++, this.quota--) this.life.step();
  }

  /** @param time unix seconds of the new block; by default `chain.blockSeconds` after its parent */
  mine(time?: number): BlockRef {
    this.advance();
    const { state, tip, random, rules } = this;
    state.height = tip.number + 1;
    const builder = this.builder(this.nextTime(time));
    rules.open(builder);
    for (const transaction of this.mempool.transactions()) this.include(builder, transaction);
    this.connect(assembleBlock(builder, rules, tip, this.branch));
    this.life.dropUnreachable();
    this.quota = random.chance(1 / 30) ? 0 : this.planQuota();
    return this.tipRef();
  }

  /**
   * Replaces the last `depth` blocks by `newBlocks` others. Most of the removed transactions come back in the new branch; some
   * vanish, some are replaced by another one with their nonce.
   */
  reorg(depth: number, newBlocks = depth + 1, time?: number): BlockRef {
    this.invalidate(depth);
    this.life.scatter();
    for (let i = 0; i < newBlocks; i++) this.mine(time);
    return this.tipRef();
  }

  /**
   * Takes the last `depth` blocks off the active chain; accounts' transactions wait again.
   * @throws RangeError when that would remove the genesis block
   */
  invalidate(depth: number): BlockRef {
    if (!Number.isInteger(depth) || depth < 1 || depth > this.tip.number) {
      throw new RangeError(`cannot take ${depth} blocks off a chain of height ${this.tip.number}`);
    }
    this.advance();
    this.branch++;
    const removed: EvmTransaction[] = [];
    for (let i = 0; i < depth; i++) removed.unshift(...this.disconnectTip());
    this.mempool.restore(removed);
    this.life.dropUnreachable();
    return this.tipRef();
  }

  /** A transaction of the active chain. */
  placed(hash: Hex): Placed | undefined {
    return this.confirmed.get(hash);
  }

  model(): EvmLedgerModel {
    return modelOf(this);
  }

  private builder(time: number): BlockBuilder {
    const { state, contracts, random, population, rules, options } = this;
    const number = state.height;
    const place = {
      number,
      time,
      baseFee: this.baseFeeOf(number),
      blobBaseFee: BLOB_BASE_FEE + BigInt(number),
      miner: rules.miner(number),
      chainId: options.chainId,
      seed: options.seed,
    };
    return new BlockBuilder(place, state, contracts, random, population.persons);
  }

  /** Goes up and down between once and twice the least; what EIP-1559 would make of blocks this empty is always the least. */
  private baseFeeOf(number: number): bigint {
    const wave = BigInt(hashOf('base fee', this.options.seed, number)) % 100n;
    return (this.rules.leastBaseFee * (100n + wave)) / 100n;
  }

  private include(builder: BlockBuilder, transaction: EvmTransaction): void {
    const { state, random, rules, mempool } = this;
    if (random.chance(LEFT_WAITING)) return;
    if (state.nonce(transaction.from) !== transaction.nonce) return;
    // What its sender cannot pay for is dropped, as nodes do.
    rules.execute(builder, transaction);
    mempool.remove(transaction);
  }

  private connect(block: EvmBlock): void {
    this.undo.push(this.state.seal());
    this.blocks.push(block);
    this.blocksByHash.set(block.hash, block);
    for (const [index, executed] of block.transactions.entries()) {
      this.confirmed.set(executed.transaction.hash, { block, index, executed });
    }
  }

  /** @returns the accounts' transactions that it had */
  private disconnectTip(): EvmTransaction[] {
    const block = this.blocks.pop() as EvmBlock;
    this.undo.pop()?.();
    const transactions = block.transactions.map(({ transaction }) => transaction);
    for (const { hash } of transactions) this.confirmed.delete(hash);
    return transactions.filter(({ signature }) => signature !== null);
  }

  /** Blocks of layer 2s may have the time of their parent, where there are several in a second. */
  private nextTime(wanted?: number): number {
    const { startTime, chain } = this.options;
    const { blockSeconds } = chain;
    const least = this.tip.time + (blockSeconds < 1 ? 0 : 1);
    const planned =
      blockSeconds < 1 ? Math.floor(startTime + (this.tip.number + 1) * blockSeconds) : this.tip.time + blockSeconds;
    return Math.max(least, wanted ?? planned);
  }

  private planQuota(): number {
    const { random, options } = this;
    return Math.round(options.txPerBlock * (0.5 + random.fraction()) * (random.chance(0.05) ? 2 : 1));
  }
}

/** Chain ids of development networks. */
const OP = opStack(901);
const BASE = opStack(902);

export function evmRulesOf({ code, feeRules }: EvmChain): EvmRules {
  if (feeRules === 'ethereum') return ETHEREUM;
  if (feeRules === 'arbitrum') return ARBITRUM;
  return code === 'base' ? BASE : OP;
}

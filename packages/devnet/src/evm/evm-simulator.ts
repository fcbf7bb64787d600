/** A whole simulated chain: blocks, accounts, contracts, transactions that wait. */
import type { BlockRef, EvmChain } from '@chaintrail/chains';
import { SimulatedChain } from '../simulated-chain.js';
import { blockOf, genesisBlock } from './block/assemble.js';
import type { CallFrame, EvmBlock } from './block/evm-block.js';
import type { EvmTransaction } from './block/evm-transaction.js';
import type { Hex } from './bytes/hex.js';
import { hashOf } from './bytes/hex.js';
import { Holdings } from './contracts/holdings.js';
import { StandingContracts } from './contracts/standing-contracts.js';
import { type EvmLedgerModel, modelOf } from './evm-ledger.js';
import { EvmMempool } from './evm-mempool.js';
import { Machine } from './machine/evm-machine.js';
import { ARBITRUM } from './rules/arbitrum.js';
import { BlockBuilder } from './rules/block-builder.js';
import { ETHEREUM } from './rules/ethereum.js';
import type { EvmRules } from './rules/evm-rules.js';
import { opStack } from './rules/op-stack.js';
import { StateHistory } from './state/state-history.js';
import { Accounts } from './traffic/accounts.js';
import { draftContext } from './traffic/draft.js';
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

const OPENING_BALANCE = 10_000n * 10n ** 18n;
const LEFT_WAITING = 0.15;
const CALL_GAS = 50_000_000n;
const BLOB_BASE_FEE = 1_000_000n;

export class EvmSimulator extends SimulatedChain<EvmBlock, Promise<BlockRef>> {
  readonly options: EvmSimulatorOptions;
  readonly rules: EvmRules;
  readonly contracts: StandingContracts;
  readonly population: Accounts;
  readonly state = new StateHistory();
  readonly mempool = new EvmMempool((from) => this.state.nonce(from));
  readonly life: Traffic;
  private machine!: Machine;

  constructor(options: EvmSimulatorOptions) {
    super(options);
    const { chain, chainId, seed } = options;
    this.options = options;
    this.rules = evmRulesOf(chain);
    this.contracts = new StandingContracts(seed, chain);
    this.population = new Accounts(seed, this.random);
    const { state, contracts, population, random, rules, mempool } = this;
    const holdings = new Holdings(state, contracts);
    const context = draftContext({ state, contracts, holdings, population, random, types: rules.types, mempool });
    this.life = new Traffic(context, chainId, rules.leastBaseFee);
  }

  /** Makes the first block, and contracts in it: to be called before anything else. */
  async begin(): Promise<void> {
    const { rules, options, contracts, population } = this;
    const genesis = genesisBlock(rules, options.chainId, options.seed, options.startTime);
    this.machine = await Machine.create(this.state);
    const { state } = this.machine;
    for (const account of population.accounts) state.write(account, { balance: OPENING_BALANCE });
    await contracts.lay(this.machine, genesis);
    state.appendBlock();
    this.connect(genesis);
    this.quota = this.planQuota();
  }

  tipRef(): BlockRef {
    return { height: this.tip.number, hash: this.tip.hash.slice(2) };
  }

  async mine(time?: number): Promise<BlockRef> {
    this.advance();
    const { tip, random, rules, machine, branch } = this;
    machine.state.open();
    const builder = this.builder(machine, this.nextTime(time));
    await rules.open(builder);
    for (const transaction of this.mempool.transactions()) await this.include(builder, transaction);
    const withdrawals = rules.withdrawals(builder);
    const contents = { ...builder.place, branch, withdrawals, deltas: builder.payDue() };
    const { transactions, gasUsed, blobGasUsed } = builder;
    machine.state.appendBlock();
    this.connect(blockOf(rules, { ...contents, transactions, gasUsed, blobGasUsed }, tip));
    this.mempool.dropUnreachable();
    this.quota = random.chance(1 / 30) ? 0 : this.planQuota();
    return this.tipRef();
  }

  override async reorg(depth: number, newBlocks = depth + 1, time?: number): Promise<BlockRef> {
    this.invalidate(depth);
    this.life.scatter();
    for (let left = newBlocks; left > 0; left--) await this.mine(time);
    return this.tipRef();
  }

  protected disconnect(depth: number): void {
    const removed = this.blocks.splice(-depth);
    for (const _ of removed) this.state.removeLast();
    const transactions = removed.flatMap((block) => block.transactions.map(({ transaction }) => transaction));
    this.mempool.restore(transactions.filter(({ signature }) => signature !== null));
    this.mempool.dropUnreachable();
  }

  /** Runs `eth_call`, on the state after a block of the active chain. */
  call(message: { readonly from: Hex; readonly to: Hex; readonly input: Hex }, block: EvmBlock): Promise<CallFrame> {
    return this.machine.call({ ...message, value: 0n, gas: CALL_GAS }, block);
  }

  model(): EvmLedgerModel {
    return modelOf(this);
  }

  private builder(machine: Machine, time: number): BlockBuilder {
    const { random, population, rules, options } = this;
    const number = this.tip.number + 1;
    const place = {
      number,
      time,
      baseFee: this.baseFeeOf(number),
      blobBaseFee: BLOB_BASE_FEE + BigInt(number),
      miner: rules.miner(number),
      chainId: options.chainId,
      seed: options.seed,
    };
    return new BlockBuilder(place, machine, random, population.persons);
  }

  /** Goes up and down between once and twice the least; what EIP-1559 would make of blocks this empty is always the least. */
  private baseFeeOf(number: number): bigint {
    const wave = BigInt(hashOf('base fee', this.options.seed, number)) % 100n;
    return (this.rules.leastBaseFee * (100n + wave)) / 100n;
  }

  private async include(builder: BlockBuilder, transaction: EvmTransaction): Promise<void> {
    if (this.random.chance(LEFT_WAITING)) return;
    if (builder.nonce(transaction.from) !== transaction.nonce) return;
    // A transaction that its sender cannot pay for is dropped, as nodes do.
    await this.rules.execute(builder, transaction);
    this.mempool.remove(transaction);
  }

  private connect(block: EvmBlock): void {
    this.blocks.push(block);
    this.blocksByHash.set(block.hash, block);
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
}

/** Chain ids of development networks. */
const OP = opStack(901);
const BASE = opStack(902);

export function evmRulesOf({ code, feeRules }: EvmChain): EvmRules {
  if (feeRules === 'ethereum') return ETHEREUM;
  if (feeRules === 'arbitrum') return ARBITRUM;
  return code === 'base' ? BASE : OP;
}

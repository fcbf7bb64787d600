/** A block in the making: runs transactions on the state and keeps what came of them. */

import type { Random } from '../../random.js';
import type {
  CallFrame,
  ExecutedTransaction,
  Log,
  Move,
  ProtocolTransfer,
  ReceiptExtras,
  TokenMove,
} from '../block/evm-block.js';
import { type EvmTransaction, intrinsicGas } from '../block/evm-transaction.js';
import { bloomOf } from '../bytes/bloom.js';
import { createdAddress, type Hex, padded, word } from '../bytes/hex.js';
import { TOPICS } from '../contracts/abi.js';
import type { Contracts } from '../contracts/registry.js';
import { Execution } from '../machine/execution.js';
import type { WorldState } from '../machine/world-state.js';

export interface BlockPlace {
  readonly number: number;
  /** Unix seconds. */
  readonly time: number;
  readonly baseFee: bigint;
  readonly blobBaseFee: bigint;
  readonly miner: Hex;
  readonly chainId: number;
  readonly seed: number;
}

/** What ran, before anybody paid for it. */
export interface Run {
  readonly frame: CallFrame;
  readonly status: 0 | 1;
  readonly gasUsed: number;
  readonly logs: readonly Log[];
  readonly moves: readonly Move[];
  readonly tokens: readonly TokenMove[];
}

interface Outcome extends Omit<Run, 'gasUsed'> {
  readonly gasUsed: number;
  readonly effectiveGasPrice: bigint;
  readonly before?: readonly ProtocolTransfer[];
  readonly after?: readonly ProtocolTransfer[];
  readonly extras?: ReceiptExtras;
}

/** Where EIP-7708 has native transfers logged from, with the topic of an ERC-20 Transfer. */
const NATIVE_EMITTER: Hex = '0xfffffffffffffffffffffffffffffffffffffffe';

export class BlockBuilder {
  readonly place: BlockPlace;
  readonly state: WorldState;
  readonly contracts: Contracts;
  readonly random: Random;
  /** Accounts that deposits and withdrawals go to. */
  readonly accounts: readonly Hex[];
  readonly transactions: ExecutedTransaction[] = [];
  blobGasUsed = 0;
  gasUsed = 0;
  private logCount = 0;
  private readonly paid = new Map<Hex, bigint>();
  private readonly others: Move[] = [];

  constructor(place: BlockPlace, state: WorldState, contracts: Contracts, random: Random, accounts: readonly Hex[]) {
    this.place = place;
    this.state = state;
    this.contracts = contracts;
    this.random = random;
    this.accounts = accounts;
  }

  /** What the block itself paid: fees first, one move per recipient, then withdrawals. */
  get moves(): Move[] {
    const fees = [...this.paid].map(([to, amount]) => ({ from: null, to, amount }));
    return [...fees, ...this.others];
  }

  /** Runs it; the sender's nonce goes up, nothing is charged. */
  run(transaction: EvmTransaction): Run {
    const { state } = this;
    const { from, to, value, input, nonce, gas } = transaction;
    state.setNonce(from, Math.max(state.nonce(from), nonce) + 1);
    this.delegate(transaction);
    const execution = new Execution(
      state,
      this.contracts.programs,
      this.place.time,
      Number(gas),
      intrinsicGas(transaction),
    );
    const frame = execution.run(from, to, value, input, nonce);
    const status = frame.error === null ? 1 : 0;
    if (status === 1 && value > 0n && to !== null) this.logNative(execution, from, to, value);
    const { gasUsed, logs, moves, tokens } = execution;
    return { frame, status, gasUsed, logs, moves, tokens };
  }

  add(transaction: EvmTransaction, outcome: Outcome): void {
    const { frame, status, gasUsed, effectiveGasPrice, logs, moves, tokens, before = [], after = [] } = outcome;
    this.gasUsed += gasUsed;
    this.transactions.push({
      transaction,
      status,
      gasUsed,
      cumulativeGasUsed: this.gasUsed,
      effectiveGasPrice,
      contractAddress: transaction.to === null ? createdAddress(transaction.from, transaction.nonce) : null,
      logs,
      logsBloom: bloomOf(logs),
      firstLog: this.logCount,
      frame,
      beforeTransfers: before,
      afterTransfers: after,
      extras: outcome.extras ?? {},
      moves,
      tokens,
    });
    this.logCount += logs.length;
  }

  /** Pays fees of a transaction to who is due them. */
  payFees(to: Hex, amount: bigint): void {
    if (amount === 0n) return;
    this.state.addBalance(to, amount);
    this.paid.set(to, (this.paid.get(to) ?? 0n) + amount);
  }

  withdraw(to: Hex, amount: bigint): void {
    this.state.addBalance(to, amount);
    this.others.push({ from: null, to, amount });
  }

  /** Entries that do not fit their account's nonce are passed over (EIP-7702). */
  private delegate({ authorizationList }: EvmTransaction): void {
    for (const { authority, address, nonce } of authorizationList ?? []) {
      if (this.state.nonce(authority) !== nonce) continue;
      this.state.setCode(authority, `delegate:${address}`);
      this.state.setNonce(authority, nonce + 1);
    }
  }

  /** One native transfer in eight is logged as EIP-7708 will have it, so that nobody takes these logs for a token's. */
  private logNative(execution: Execution, from: Hex, to: Hex, value: bigint): void {
    if (value % 8n !== 0n) return;
    execution.logs.push({
      address: NATIVE_EMITTER,
      topics: [TOPICS.transfer, `0x${padded(from)}`, `0x${padded(to)}`],
      data: `0x${word(value)}`,
    });
  }
}

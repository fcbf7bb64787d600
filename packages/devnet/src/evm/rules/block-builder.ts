/** A block in the making: runs transactions on the state and keeps what came of them. */
import { id } from 'ethers';
import type { Random } from '../../random.js';
import type { CallFrame, ExecutedTransaction, Log, ProtocolTransfer, ReceiptFields } from '../block/evm-block.js';
import { type EvmTransaction, intrinsicGas } from '../block/evm-transaction.js';
import { bytesOf, createdAddress, type Hex, padded, word } from '../bytes/hex.js';
import type { BlockPlace, Machine, MachineRun } from '../machine/evm-machine.js';
import type { EvmState } from '../state/evm-state.js';

export interface BuiltPlace extends BlockPlace {
  readonly blobBaseFee: bigint;
  readonly chainId: number;
  readonly seed: number;
}

/** A run, before anybody paid for it. */
export interface Run extends Pick<MachineRun, 'destroyed'> {
  readonly frame: CallFrame;
  readonly status: 0 | 1;
  readonly gasUsed: number;
  readonly logs: readonly Log[];
}

interface Outcome extends Run {
  readonly effectiveGasPrice: bigint;
  readonly before?: readonly ProtocolTransfer[];
  readonly after?: readonly ProtocolTransfer[];
  readonly extras: ReceiptFields;
}

/** Where EIP-7708 has native transfers logged from, with the topic of an ERC-20 Transfer. */
const NATIVE_EMITTER: Hex = '0xfffffffffffffffffffffffffffffffffffffffe';
const TRANSFER = id('Transfer(address,address,uint256)');
/** EIP-3529: the part of the gas used that can be refunded. */
const REFUND_QUOTIENT = 5n;
/** EIP-7702: what an account has for code that acts by another one's. */
const DELEGATION = '0xef0100';

export class BlockBuilder {
  readonly place: BuiltPlace;
  readonly state: EvmState;
  readonly random: Random;
  /** Accounts that deposits and withdrawals go to. */
  readonly accounts: readonly Hex[];
  readonly transactions: ExecutedTransaction[] = [];
  blobGasUsed = 0;
  gasUsed = 0;
  private readonly machine: Machine;
  private logCount = 0;
  private readonly due: { readonly to: Hex; readonly amount: bigint }[] = [];

  constructor(place: BuiltPlace, machine: Machine, random: Random, accounts: readonly Hex[]) {
    this.place = place;
    this.machine = machine;
    this.state = machine.state;
    this.random = random;
    this.accounts = accounts;
  }

  nonce(address: Hex): number {
    return Number(this.state.account(address).nonce);
  }

  /** Runs it; the sender's nonce goes up, nothing is charged. */
  async run(transaction: EvmTransaction): Promise<Run> {
    const { from, to, value, gas } = transaction;
    this.countUp(from);
    this.delegate(transaction);
    const intrinsic = BigInt(intrinsicGas(transaction));
    const run = await this.machine.run({ ...transaction, gas: gas - intrinsic }, this.place);
    const used = intrinsic + run.gasUsed;
    const refund = run.gasRefund < used / REFUND_QUOTIENT ? run.gasRefund : used / REFUND_QUOTIENT;
    const gasUsed = Number(used - refund);
    const frame = { ...run.frame, gas: Number(gas), gasUsed };
    const status = frame.error === null ? 1 : 0;
    const native = status === 1 && to !== null ? nativeLogs(from, to, value) : [];
    return { frame, status, gasUsed, logs: [...run.logs, ...native], destroyed: run.destroyed };
  }

  add(transaction: EvmTransaction, { before = [], after = [], ...outcome }: Outcome): void {
    this.gasUsed += outcome.gasUsed;
    this.transactions.push({
      ...outcome,
      transaction,
      cumulativeGasUsed: this.gasUsed,
      contractAddress: transaction.to === null ? createdAddress(transaction.from, transaction.nonce) : null,
      firstLog: this.logCount,
      beforeTransfers: before,
      afterTransfers: after,
      deltas: this.state.deltas(),
    });
    this.logCount += outcome.logs.length;
  }

  /** Pays what somebody is due, at the end of the block: fees, withdrawals. */
  payLater(to: Hex, amount: bigint): void {
    if (amount > 0n) this.due.push({ to, amount });
  }

  /** @returns what the block itself paid */
  payDue(): Map<Hex, bigint> {
    this.state.begin();
    for (const { to, amount } of this.due) this.state.addBalance(to, amount);
    return this.state.deltas();
  }

  /** Entries that do not fit their account's nonce are passed over (EIP-7702). */
  private delegate({ authorizationList }: EvmTransaction): void {
    for (const { authority, address, nonce } of authorizationList ?? []) {
      if (this.nonce(authority) !== nonce) continue;
      this.state.setCode(authority, bytesOf(`${DELEGATION}${address.slice(2)}`));
      this.countUp(authority);
    }
  }

  private countUp(address: Hex): void {
    this.state.write(address, { nonce: this.state.account(address).nonce + 1n });
  }
}

/** One native transfer in eight is logged as EIP-7708 will have it, so that nobody takes these logs for a token's. */
function nativeLogs(from: Hex, to: Hex, value: bigint): Log[] {
  if (value === 0n || value % 8n !== 0n) return [];
  const topics = [TRANSFER, `0x${padded(from)}`, `0x${padded(to)}`];
  return [{ address: NATIVE_EMITTER, topics, data: `0x${word(value)}` }];
}

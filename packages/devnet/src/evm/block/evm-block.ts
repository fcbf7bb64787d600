/** Parts of a simulated chain, as its own objects: JSON is written from them and never read back. */
import type { Hex } from '../bytes/hex.js';
import type { EvmTransaction, Fields } from './evm-transaction.js';

/** Members of receipts. */
export type ReceiptFields = Readonly<Record<string, Fields[string] | boolean>>;

export interface Log {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

type FrameType = 'CALL' | 'STATICCALL' | 'DELEGATECALL' | 'CREATE' | 'CREATE2' | 'SELFDESTRUCT';

/** One call of a transaction, as tracers show it. */
export interface CallFrame {
  readonly type: FrameType;
  readonly from: Hex;
  /** Null while, and if, a creation fails. */
  to: Hex | null;
  /** Null where the call cannot carry any (STATICCALL). */
  readonly value: bigint | null;
  /** Gas that it could use; then the gas used. */
  gas: number;
  gasUsed: number;
  readonly input: Hex;
  output: Hex | null;
  error: string | null;
  revertReason: string | null;
  readonly calls: CallFrame[];
}

/** Moves of Arbitrum before and after the EVM runs, as its tracer shows it. Null: out of, or into, nothing. */
export interface ProtocolTransfer {
  readonly purpose: string;
  readonly from: Hex | null;
  readonly to: Hex | null;
  readonly value: bigint;
}

/** By address: how its balance is another one than before. Zero where it went up and down. */
export type Deltas = ReadonlyMap<Hex, bigint>;

export interface ExecutedTransaction {
  readonly transaction: EvmTransaction;
  readonly status: 0 | 1;
  readonly gasUsed: number;
  readonly cumulativeGasUsed: number;
  readonly effectiveGasPrice: bigint;
  readonly contractAddress: Hex | null;
  readonly logs: readonly Log[];
  /** Number of the block's logs before these. */
  readonly firstLog: number;
  readonly frame: CallFrame;
  readonly beforeTransfers: readonly ProtocolTransfer[];
  readonly afterTransfers: readonly ProtocolTransfer[];
  /** Fields of its receipt that one chain has and another has not. */
  readonly extras: ReceiptFields;
  /** Its effects on balances, the fee included, without payments of it to the block's miner or a vault. */
  readonly deltas: Deltas;
}

export interface Withdrawal {
  readonly index: number;
  readonly validatorIndex: number;
  readonly address: Hex;
  /** Gwei. */
  readonly amount: number;
}

export interface EvmBlock {
  readonly number: number;
  readonly hash: Hex;
  /** Unix seconds. */
  readonly time: number;
  readonly baseFee: bigint;
  readonly miner: Hex;
  readonly stateRoot: Hex;
  /** In the order in which its members are hashed. */
  readonly header: Fields;
  readonly transactions: readonly ExecutedTransaction[];
  /** Null on chains that have none. */
  readonly withdrawals: readonly Withdrawal[] | null;
  /** Bytes. */
  readonly size: number;
  /** Payments of the block itself: withdrawals, fees to its miner and to vaults. */
  readonly deltas: Deltas;
}

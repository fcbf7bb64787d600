/** What a generated block says, before it is written. */
import type { EventName, Selector } from './events.js';

export interface LogDraft {
  readonly event: EventName;
  readonly contract: number;
  readonly first: number;
  readonly second: number;
  readonly third: number;
  /** Digits of its amounts. */
  readonly digits: number;
}

/** What the kinds of transactions differ in. */
export interface CallDraft {
  /** Null creates a contract. */
  readonly to: number | null;
  /** Digits of the value; 0 moves nothing. */
  readonly valueDigits: number;
  readonly selector: Selector | null;
  /** Bytes of the input, the selector included. */
  readonly inputBytes: number;
  readonly gasUsed: number;
  readonly logs: readonly LogDraft[];
}

export interface TransactionDraft extends CallDraft {
  /** EIP-2718 type. */
  readonly type: number;
  readonly from: number;
  /** Named by the receipt even where the creation failed. */
  readonly created: number | null;
  readonly succeeded: boolean;
  readonly gasLimit: number;
  /** Wei a unit of gas, above the base fee. */
  readonly tip: number;
}

export interface BlockDraft {
  readonly height: number;
  readonly transactions: readonly TransactionDraft[];
  readonly builder: number;
  /** Wei a unit of gas. */
  readonly baseFee: number;
  readonly withdrawals: readonly number[];
  /** Accounts that were ever used when it ends. */
  readonly accounts: number;
}

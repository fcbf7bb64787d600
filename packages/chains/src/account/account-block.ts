/**
 * Common part of decoded blocks of all families of account chains. **Addresses** are numbers into a block's own table
 * of distinct keys.
 */
import type { Amount } from '../amount.js';

/** No address, no asset, no method. */
export const NO_NUMBER = -1;

/** Kinds of transfers, named as in the schema's enum `transfer_kind`. */
export const TRANSFER_KINDS = [
  /** The value of the transaction itself. */
  'native',
  /** Value that a contract sent on (from traces). */
  'internal',
  /** A fungible token, or WETH's deposit and withdrawal, by a log of its contract. */
  'token',
  /** From the beacon chain's validators to an address. */
  'withdrawal',
  /** Base units that were created: a deposit from layer 1. */
  'mint',
  /** Base units that were destroyed. */
  'burn',
  /** Fees of the block's transactions, to their recipients. */
  'fee',
  /** Payment of the protocol for a block or an uncle. */
  'reward',
  /** Balances before the first indexed block. */
  'genesis',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** Distinct address keys; key `n` is `bytes[starts[n] … starts[n + 1]]`. */
export interface KeyTable {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** Effects on addresses: one row per entry and address, those of entry `e` at `start[e] … start[e + 1]`. */
export interface EffectColumns {
  readonly start: Uint32Array;
  readonly address: Int32Array;
  /** Net effect on the balance in the chain's own coin, fees included; may be 0 (a party of a token transfer). */
  readonly delta: readonly Amount[];
  /** Gross of the chain's own coin that it was paid. */
  readonly received: readonly Amount[];
}

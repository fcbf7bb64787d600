import type { Random } from '../../random.js';
import type { SignedFields } from '../block/evm-transaction.js';
import { addressOf, type Hex } from '../bytes/hex.js';
import type { Contracts } from '../contracts/registry.js';
import type { WorldState } from '../machine/world-state.js';
import type { Accounts } from './accounts.js';

/** A transaction that somebody wants to send; what it pays per gas comes later. */
export interface Draft extends Pick<SignedFields, 'to' | 'value' | 'input'> {
  readonly from: Hex;
  readonly gas: number;
  readonly more?: Pick<SignedFields, 'blobVersionedHashes' | 'maxFeePerBlobGas' | 'authorizationList'>;
}

/** What drafts are made from. */
export interface DraftContext {
  readonly state: WorldState;
  readonly contracts: Contracts;
  readonly population: Accounts;
  readonly random: Random;
  readonly types: readonly number[];
  /** Of the account's next transaction, those that wait counted. */
  readonly nextNonce: (from: Hex) => number;
}

export const CALL_GAS = 500_000;
export const PAYMENT_GAS = 25_000;

/** @returns null where what it needs is not there yet */
export type Drafter = (context: DraftContext) => Draft | null;

/** An amount that the sender can easily spare. */
export function spare({ state, random }: DraftContext, from: Hex): bigint {
  return random.share(state.balance(from), 0.00001, 0.002);
}

/** Somebody who holds some of a token; null when nobody was found quickly. */
export function holderOf(context: DraftContext, asset: Hex, slotOf: (holder: Hex) => string): Hex | null {
  const { state, population, random } = context;
  for (let tries = 0; tries < 8; tries++) {
    const holder = random.pick(population.accounts);
    if (state.slot(asset, slotOf(holder)) > 0n) return holder;
  }
  return null;
}

/** What takes more than a payment. */
export function callOf(from: Hex, to: Hex, input: Hex, value = 0n): Draft {
  return { from, to, value, input, gas: CALL_GAS };
}

export function unusedAddress({ random }: DraftContext, word: string): Hex {
  return addressOf(word, random.uint32(), random.uint32());
}

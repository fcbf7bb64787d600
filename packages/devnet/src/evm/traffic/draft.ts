import type { Random } from '../../random.js';
import type { SignedFields } from '../block/evm-transaction.js';
import { addressOf, type Hex } from '../bytes/hex.js';
import type { Holdings } from '../contracts/holdings.js';
import type { StandingContracts, StandingName } from '../contracts/standing-contracts.js';
import type { EvmMempool } from '../evm-mempool.js';
import type { StateHistory } from '../state/state-history.js';
import type { Accounts } from './accounts.js';

/** A transaction that somebody wants to send; what it pays per gas comes later. */
export interface Draft extends Pick<SignedFields, 'to' | 'value' | 'input'> {
  readonly from: Hex;
  readonly gas: number;
  readonly more?: Pick<SignedFields, 'blobVersionedHashes' | 'maxFeePerBlobGas' | 'authorizationList'>;
}

/** What drafts are made from. */
export interface DraftContext {
  readonly state: StateHistory;
  readonly contracts: StandingContracts;
  readonly holdings: Holdings;
  readonly population: Accounts;
  readonly random: Random;
  readonly types: readonly number[];
  readonly mempool: EvmMempool;
}

export const CALL_GAS = 900_000;
export const PAYMENT_GAS = 45_000;

/** @returns null where what it needs is not there yet */
export type Drafter = (context: DraftContext) => Draft | null;

/** An amount that the sender can easily spare. */
export function spare({ state, random }: DraftContext, from: Hex): bigint {
  return random.share(state.balance(from), 0.00001, 0.002);
}

/** Somebody who holds some of a token, and how much; null when nobody was found quickly. */
export function holderOf(
  { contracts, holdings, population, random }: DraftContext,
  name: StandingName,
  tokenId: bigint | null = null,
): { readonly from: Hex; readonly held: bigint } | null {
  for (let tries = 0; tries < 8; tries++) {
    const from = random.pick(population.accounts);
    const held = holdings.balance(contracts.at(name), from, tokenId) ?? 0n;
    if (held > 0n) return { from, held };
  }
  return null;
}

/** A call of a standing contract. */
export function callOf(
  { contracts }: DraftContext,
  from: Hex,
  name: StandingName,
  method: string,
  parameters: readonly unknown[] = [],
  value = 0n,
): Draft {
  return { from, to: contracts.at(name), value, input: contracts.input(name, method, parameters), gas: CALL_GAS };
}

export function unusedAddress({ random }: DraftContext, word: string): Hex {
  return addressOf(word, random.uint32(), random.uint32());
}

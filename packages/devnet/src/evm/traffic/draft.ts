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

interface DraftParts {
  readonly state: StateHistory;
  readonly contracts: StandingContracts;
  readonly holdings: Holdings;
  readonly population: Accounts;
  readonly random: Random;
  readonly mempool: EvmMempool;
  /** EIP-2718 types that accounts may send. */
  readonly types: readonly number[];
}

export const CALL_GAS = 900_000;
const PAYMENT_GAS = 45_000;

interface Holder {
  readonly from: Hex;
  readonly held: bigint;
}

/** Context that drafts are made from. */
export function draftContext(parts: DraftParts) {
  const { state, contracts, holdings, population, random } = parts;
  const recipient = (): Hex => population.recipient();
  return {
    ...parts,
    recipient,
    sender: (): Hex => population.sender(),
    recipients: (count: number): Hex[] => Array.from({ length: count }, recipient),
    /** An amount that the sender can easily spare. */
    spare: (from: Hex): bigint => random.share(state.balance(from), 0.00001, 0.002),
    unused: (word: string): Hex => addressOf(word, random.uint32(), random.uint32()),

    payment: (from: Hex, to: Hex, value: bigint): Draft => ({ from, to, value, input: '0x', gas: PAYMENT_GAS }),
    /** A call of a standing contract. */
    call: (from: Hex, name: StandingName, method: string, parameters: readonly unknown[], value = 0n): Draft => {
      const input = contracts.input(name, method, parameters);
      return { from, to: contracts.at(name), value, input, gas: CALL_GAS };
    },
    /** Somebody who holds some of a token, and how much; null when nobody was found quickly. */
    holderOf: (name: StandingName, tokenId: bigint | null = null): Holder | null => {
      for (let tries = 0; tries < 8; tries++) {
        const from = random.pick(population.accounts);
        const held = holdings.balance(contracts.at(name), from, tokenId) ?? 0n;
        if (held > 0n) return { from, held };
      }
      return null;
    },
  };
}

export type DraftContext = ReturnType<typeof draftContext>;

/** @returns null where what it needs is not there yet */
export type Drafter = (context: DraftContext) => Draft | null;

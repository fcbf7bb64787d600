/**
 * Outcomes that receipts from before Byzantium show. They had no status (EIP-658): go-ethereum answers a state root there, and
 * Reth a status that it got by running the transaction. The index has to be the same with both, so only what both show
 * counts: gas and logs. Prices of gas: Ethereum Yellow Paper, appendix G; EIP-2 for creations since Homestead.
 */
import { NO_NUMBER } from '../../account/account-block.js';
import type { EvmNetwork } from '../../chain.js';
import { DIGIT } from '../json/hex-amounts.js';

const TRANSACTION_GAS = 21_000;
const CREATION_GAS = 32_000;
const ZERO_BYTE_GAS = 4;
const OTHER_BYTE_GAS = 68;

/** @param status of the receipt; private networks have a schedule of their own, which the node's word stands for */
export function isBeforeByzantium({ byzantiumFrom }: EvmNetwork, height: number, status: number): boolean {
  return byzantiumFrom === null ? status === NO_NUMBER : height < byzantiumFrom;
}

export interface OldTransaction {
  readonly gasLimit: number;
  readonly gasUsed: number;
  readonly creates: boolean;
  /** Sender and recipient are one: an account that signs, which has no code. */
  readonly isToItself: boolean;
  readonly logs: number;
}

export interface OldOutcome {
  /** 1 or 0; {@link NO_NUMBER} where only running it tells. */
  readonly status: number;
  /** Whether its value counts as moved. */
  readonly moved: boolean;
}

const SUCCEEDED: OldOutcome = { status: 1, moved: true };
const FAILED: OldOutcome = { status: 0, moved: false };

/**
 * A failure uses up all gas (there is no REVERT before EIP-140) and logs nothing: anything else succeeded. Of a
 * creation without gas for its first step the code shows the outcome: none, or STOP, is a success.
 *
 * The rest is not known. A payment with exactly the gas of one counts as moved: it failed only if the recipient was a
 * contract, of which neither receipt nor block says anything. What ran code to its last gas counts as failed.
 * @param inputStart where the hexadecimal digits of its input are in `bytes`
 */
export function oldOutcome(
  { homesteadFrom }: EvmNetwork,
  height: number,
  { gasLimit, gasUsed, creates, isToItself, logs }: OldTransaction,
  bytes: Uint8Array,
  inputStart: number,
  inputEnd: number,
): OldOutcome {
  if (gasUsed < gasLimit || logs > 0) return SUCCEEDED;
  const ranNothing = gasUsed === inputGas(bytes, inputStart, inputEnd) + TRANSACTION_GAS;
  if (!creates) return isToItself ? SUCCEEDED : { status: NO_NUMBER, moved: ranNothing };
  const isFrontier = homesteadFrom !== null && height < homesteadFrom;
  const creationGas = isFrontier ? 0 : CREATION_GAS;
  if (gasUsed !== inputGas(bytes, inputStart, inputEnd) + TRANSACTION_GAS + creationGas) {
    return { status: NO_NUMBER, moved: false };
  }
  const isStop = inputStart === inputEnd || (DIGIT[bytes[inputStart]!]! | DIGIT[bytes[inputStart + 1]!]!) === 0;
  return isStop ? SUCCEEDED : FAILED;
}

function inputGas(bytes: Uint8Array, inputStart: number, inputEnd: number): number {
  let gas = 0;
  for (let at = inputStart; at < inputEnd; at += 2) {
    gas += (DIGIT[bytes[at]!]! | DIGIT[bytes[at + 1]!]!) === 0 ? ZERO_BYTE_GAS : OTHER_BYTE_GAS;
  }
  return gas;
}

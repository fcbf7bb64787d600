/**
 * Submissions of Arbitrum's retryables (type 0x69): what their traces repeat of the block, and what did not happen.
 * Sources: nitro arbos/tx_processor.go StartTxHook; arbos/util/transfer.go TransferBalance
 */
import { NO_NUMBER } from '../../account/account-block.js';
import { isDigitsAt } from '../json/hex-values.js';
import type { Move } from './moves.js';

const ARB_RETRYABLE_TX = `${'0'.repeat(38)}6e`;
/** submitRetryable(…): it fails for anybody but ArbOS. Source: nitro precompiles/ArbRetryableTx.go SubmitRetryable */
const SUBMIT_RETRYABLE = '0xc9f95d32';

/** Whether input, from `from` to `to`, asks for a retryable to be submitted. */
export function asksToSubmitRetryable(bytes: Buffer, from: number, to: number): boolean {
  return to - from >= SUBMIT_RETRYABLE.length && isDigitsAt(bytes, from, SUBMIT_RETRYABLE);
}

export function isArbRetryableTx(bytes: Buffer, at: number): boolean {
  return at !== NO_NUMBER && isDigitsAt(bytes, at, ARB_RETRYABLE_TX);
}

/**
 * Moves while a retryable was submitted, without its deposit. The first frame mints that from the zero address,
 * and the block shows it. The address alone proves nothing: chains may collect fees there, and pay refunds from there.
 *
 * Gas comes from nowhere, as for other transactions: the block shows as the fee that the sender paid it.
 *
 * ArbOS traces transfers before it checks the balance, and the sender may lack the value of the retryable. Then the
 * collector returns the fee.
 *
 * @param nameOf what tells two addresses apart that lie at different places of the answer
 */
export function movedBySubmission(moves: Iterable<Move>, nameOf: (at: number) => string): readonly Move[] {
  const [deposit, ...moved] = moves;
  const [fee, , escrow, feeBack] = moved;
  if (deposit === undefined || fee === undefined || escrow === undefined || feeBack === undefined) return moved;
  const gas = gasPayments(moved, nameOf);
  if (gas.length > 0) return moved.map((move) => (gas.includes(move) ? { ...move, from: NO_NUMBER } : move));
  const sender = nameOf(deposit.to);
  const collector = nameOf(fee.to);
  const isBack = nameOf(feeBack.from) === collector && nameOf(feeBack.to) === sender && feeBack.amount === fee.amount;
  if (!isBack || sender === collector || nameOf(fee.from) !== sender || nameOf(escrow.from) !== sender) return moved;
  return moved.filter((move) => move !== escrow);
}

/**
 * Where gas was bought, a call of ArbRetryableTx to redeem the retryable ends the submission. Before it comes what of
 * the price is refunded. Between that and the escrow lie one or two payments for all of the gas, to the accounts of
 * infrastructure and network. They are the receipt's `gasUsed` at the base fee.
 */
function gasPayments(moved: readonly Move[], nameOf: (at: number) => string): readonly Move[] {
  const redeem = moved.at(-1);
  return redeem !== undefined && nameOf(redeem.to) === ARB_RETRYABLE_TX ? moved.slice(AFTER_ESCROW, -2) : [];
}
/** Submission fee, its refund, escrow. */
const AFTER_ESCROW = 3;

import type { Move } from './moves.js';
import { isArbitrumMint } from './outer-transfers.js';

/**
 * The moves of a transaction on Arbitrum without one that did not happen. Transfers of ArbOS are traced before anybody looks whether there
 * is enough to transfer, and who submits a retryable may lack what it is to carry. What follows tells: the fee comes back from who was paid it.
 * Sources: nitro arbos/util/transfer.go TransferBalance; arbos/tx_processor.go StartTxHook
 *
 * @param nameOf what tells two addresses apart that lie at different places of the answer
 */
export function withoutFailedEscrow(
  moves: Iterable<Move>,
  bytes: Buffer,
  nameOf: (at: number) => string,
): Iterable<Move> {
  const [deposit, fee, , escrow, feeBack] = moves;
  if (deposit === undefined || fee === undefined || escrow === undefined || feeBack === undefined) return moves;
  if (!isArbitrumMint(bytes, deposit)) return moves;
  const sender = nameOf(deposit.to);
  const collector = nameOf(fee.to);
  const isBack = nameOf(feeBack.from) === collector && nameOf(feeBack.to) === sender && feeBack.amount === fee.amount;
  if (!isBack || sender === collector || nameOf(fee.from) !== sender || nameOf(escrow.from) !== sender) return moves;
  return [...moves].filter((move) => move !== escrow);
}

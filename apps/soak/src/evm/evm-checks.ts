/** Checks of an EVM chain while it is played. */
import type { ApiTransaction, HistoryItem } from '@chaintrail/testkit';
import { checkPicked } from '../history-checks.js';
import type { Reading } from '../played-chain.js';

/** Transfers and fee of a transaction add up to its amount in the history, and the parts of the fee to the fee. */
export function checkEvmTransaction(reading: Reading<'evm'>): Promise<boolean> {
  return checkPicked(reading, (item, transaction) =>
    // Else it was traced between the two looks.
    transaction.internalTransfers === item.internalTransfers
      ? problemsOfTransaction(reading.address, item, transaction)
      : null,
  );
}

function problemsOfTransaction(
  address: string,
  item: HistoryItem<'evm'>,
  transaction: ApiTransaction<'evm'>,
): string[] {
  const problems: string[] = [];
  const { status, fee, transfers, transferCount } = transaction;
  if (status !== item.status) problems.push(`is ${status}, in the history ${item.status}`);
  if (fee !== item.fee) problems.push(`has a fee of ${fee}, in the history ${item.fee}`);
  if (transfers.length !== transferCount) problems.push(`has ${transfers.length} transfers of ${transferCount}`);
  if (status === 'failed' && transfers.length > 0) problems.push('failed, and has transfers');
  const effect = effectOn(address, transaction);
  if (effect !== BigInt(item.amount)) problems.push(`has an effect of ${effect}, the history says ${item.amount}`);
  const parts = feeParts(transaction);
  if (fee !== null && parts !== null && parts !== BigInt(fee))
    problems.push(`has a fee of ${fee}; its parts are ${parts}`);
  return problems;
}

function effectOn(address: string, transaction: ApiTransaction<'evm'>): bigint {
  const { status, from, to, value: sent, fee, transfers } = transaction;
  // One that waits has moved nothing yet; what it is to move is told without the fee, which nobody knows.
  const moved = status === 'pending' ? [{ from, to, asset: null, amount: sent ?? '0' }] : transfers;
  const paid = from === address ? BigInt(fee ?? 0) : 0n;
  return moved.reduce((sum, transfer) => {
    if (transfer.asset !== null) return sum;
    const value = BigInt(transfer.amount);
    return sum + (transfer.to === address ? value : 0n) - (transfer.from === address ? value : 0n);
  }, -paid);
}

/** @returns null of what is not a transaction: the block's own entry */
function feeParts({ gasUsed, gasPrice, blobFee, l1Fee, operatorFee }: ApiTransaction<'evm'>): bigint | null {
  if (gasUsed === null || gasPrice === null) return null;
  const others = [blobFee, l1Fee, operatorFee].reduce((sum, part) => sum + BigInt(part ?? 0), 0n);
  return BigInt(gasUsed) * BigInt(gasPrice) + others;
}

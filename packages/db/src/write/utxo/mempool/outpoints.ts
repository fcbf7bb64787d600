import { displayHash, type UtxoTransactions } from '@chaintrail/chains';

/** Outputs of transactions, as inputs name them. */
export interface Outpoints {
  /** 32 bytes each, display order. */
  readonly txids: Buffer;
  /** Unsigned. */
  readonly vouts: readonly number[];
}

type Spending = Pick<
  UtxoTransactions,
  'bytes' | 'txids' | 'txCount' | 'inputStart' | 'inputPrevTxidOffset' | 'inputPrevVout'
>;

/** Outpoints that the inputs of the transactions spend, in their order. */
export function outpointsOf(lists: readonly Spending[]): Outpoints {
  const vouts: number[] = [];
  const parts: Buffer[] = [];
  for (const { bytes, inputPrevTxidOffset, inputPrevVout } of lists) {
    const txids = Buffer.allocUnsafe(32 * inputPrevVout.length);
    for (let i = 0; i < inputPrevVout.length; i++) {
      const at = inputPrevTxidOffset[i]!;
      for (let byte = 0; byte < 32; byte++) txids[32 * i + byte] = bytes[at + 31 - byte]!;
      vouts.push(inputPrevVout[i]!);
    }
    parts.push(txids);
  }
  return { txids: Buffer.concat(parts), vouts };
}

/** The transaction, display form, that the n-th of {@link outpointsOf} is spent by. */
export function spenderOf(lists: readonly Spending[], n: number): string {
  let input = n;
  for (const { txids, txCount, inputStart, inputPrevVout } of lists) {
    if (input >= inputPrevVout.length) {
      input -= inputPrevVout.length;
      continue;
    }
    let transaction = txCount - 1;
    while (inputStart[transaction]! > input) transaction--;
    return displayHash(txids, 32 * transaction);
  }
  throw new RangeError(`there is no input ${n}`);
}

import type { UtxoTransactions } from '@chaintrail/chains';

/** Outputs of transactions, as inputs name them. */
export interface Outpoints {
  /** 32 bytes each, display order. */
  readonly txids: Buffer;
  /** Unsigned. */
  readonly vouts: readonly number[];
}

/** What the inputs of the transactions spend, in their order. */
export function outpointsOf(
  lists: readonly Pick<UtxoTransactions, 'bytes' | 'inputPrevTxidOffset' | 'inputPrevVout'>[],
): Outpoints {
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

/** Which unconfirmed transactions can be written, by what is known of the outputs that they spend. */
import { displayHash } from '@chaintrail/chains';
import type { LeftOut } from '../../mempool/mempool-ledger.js';
import { feeOf } from './pending-utxo-rows.js';
import type { PendingTransaction, SpentOutput } from './resolve-inputs.js';

interface Taken {
  readonly transaction: PendingTransaction;
  /** Outputs that its inputs spend; null where it is not known. */
  readonly outputs: readonly (SpentOutput | null)[];
}

/**
 * Refused are those that pay out more than they spend; what spends from one that is left out is left out, too.
 * @param listed where outputs from before the history may stay unknown: ids of the node's mempool, whose outputs may
 * not
 */
export function selectValid(
  transactions: readonly PendingTransaction[],
  spent: readonly (readonly (SpentOutput | null)[])[],
  listed: ReadonlySet<string> | null,
): LeftOut & { readonly taken: readonly Taken[] } {
  const refused = new Set<string>();
  const unresolved = new Set<string>();
  for (const [index, transaction] of transactions.entries()) {
    const outputs = spent[index]!;
    const fee = feeOf(transaction, outputs);
    if (fee !== null && fee < 0n) refused.add(transaction.txid);
    else if (outputs.some((output, i) => output === null && (listed?.has(makerOf(transaction, i)) ?? true)))
      unresolved.add(transaction.txid);
  }
  if (refused.size + unresolved.size > 0) leaveOutDependents(transactions, refused, unresolved);
  const taken = transactions.flatMap((transaction, index) =>
    refused.has(transaction.txid) || unresolved.has(transaction.txid) ? [] : [{ transaction, outputs: spent[index]! }],
  );
  return { taken, refused: [...refused], unresolved: [...unresolved] };
}

/** Display form. */
function makerOf({ decoded }: PendingTransaction, input: number): string {
  return displayHash(decoded.bytes, decoded.inputPrevTxidOffset[input]!);
}

function leaveOutDependents(
  transactions: readonly PendingTransaction[],
  refused: ReadonlySet<string>,
  unresolved: Set<string>,
): void {
  const spenders = new Map<string, string[]>();
  for (const transaction of transactions) {
    for (let input = 0; input < transaction.decoded.inputPrevVout.length; input++) {
      const maker = makerOf(transaction, input);
      const known = spenders.get(maker);
      if (known) known.push(transaction.txid);
      else spenders.set(maker, [transaction.txid]);
    }
  }
  const open = [...refused, ...unresolved];
  for (let maker = open.pop(); maker !== undefined; maker = open.pop()) {
    for (const txid of spenders.get(maker) ?? []) {
      if (refused.has(txid) || unresolved.has(txid)) continue;
      unresolved.add(txid);
      open.push(txid);
    }
  }
}

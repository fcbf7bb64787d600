import type { AuditedTransfer } from '@chaintrail/db';

/** A transfer of the chain's own coin. */
export function coinTransfer(kind: string, from: string | null, to: string | null, amount: bigint): AuditedTransfer {
  return { kind, from, to, asset: null, standard: null, amount: `${amount}`, tokenId: null };
}

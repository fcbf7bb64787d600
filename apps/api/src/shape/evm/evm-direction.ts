import type { StoredEvmTransaction } from '@chaintrail/db';

/**
 * Which way a transaction goes for an address: by its net effect on the balance; where there is none, by what the address
 * sent and was sent. `self`: both, or the address sent the transaction to itself and lost nothing but the fee.
 * @param own hex of the address's key
 */
export function directionOf(stored: StoredEvmTransaction, delta: bigint, own: string): 'in' | 'out' | 'self' {
  const { from, to, fee, transfers } = stored;
  const toItself = from === own && to === own;
  if (toItself && (delta === 0n || (fee !== null && delta === -BigInt(fee)))) return 'self';
  if (delta !== 0n) return delta < 0n ? 'out' : 'in';
  const gives = from === own || transfers.some((transfer) => transfer.from === own);
  const gets = to === own || transfers.some((transfer) => transfer.to === own);
  if (gives && gets) return 'self';
  return gives ? 'out' : 'in';
}

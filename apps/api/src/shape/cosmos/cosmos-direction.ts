import type { StoredCosmosTransaction } from '@chaintrail/db';

/**
 * Which way an entry goes for an address: by its net effect on the balance of the chain's own coin; where there is none, by
 * what the address sent and was sent of any denomination. `self`: both, or it paid itself and lost nothing but the fee.
 * @param own hex of the address's key
 */
export function directionOf(stored: StoredCosmosTransaction, delta: bigint, own: string): 'in' | 'out' | 'self' {
  const { from, fee, transfers } = stored;
  const toItself = transfers.some((transfer) => transfer.from === own && transfer.to === own);
  if (toItself && fee !== null && delta === -BigInt(fee)) return 'self';
  if (delta !== 0n) return delta < 0n ? 'out' : 'in';
  const gives = from === own || transfers.some((transfer) => transfer.from === own);
  const gets = transfers.some((transfer) => transfer.to === own);
  if (gives && gets) return 'self';
  return gives ? 'out' : 'in';
}

/** Something that moved. Addresses with their checksum, amounts in base units. */
export interface Transfer {
  readonly kind: 'native' | 'internal' | 'token' | 'mint' | 'burn' | 'fee' | 'withdrawal' | 'reward';
  /** Null where it came from nowhere. */
  readonly from: string | null;
  readonly to: string | null;
  /** The token's contract; null for ether. */
  readonly asset: string | null;
  readonly standard: 'erc20' | 'erc721' | 'erc1155' | null;
  readonly amount: bigint;
  readonly tokenId: bigint | null;
}

export function etherTransfer(
  kind: Transfer['kind'],
  from: string | null,
  to: string | null,
  amount: bigint,
): Transfer {
  return { kind, from, to, asset: null, standard: null, amount, tokenId: null };
}

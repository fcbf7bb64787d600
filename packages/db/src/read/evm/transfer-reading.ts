/** How a stored transfer is read, by what is known of its contract, as functions of each chain's schema do in SQL. */
import type { ChainCode, TokenStandard } from '@chaintrail/chains';

/** Part of a transfer that depends on the contract; amounts in decimal. */
export interface ReadTransfer {
  readonly standard: TokenStandard | null;
  readonly amount: string;
  readonly tokenId: string | null;
}

/** {@link readTransfer}'s reading of a contract's transfers, in SQL. @param token row of tokens */
export function tokenReading(chain: ChainCode, token: string): string {
  return `${chain}.token_reading(${token}.standard::text, ${token}.plain_from, ${token}.indexed_from)`;
}

/** @param told as the log looked @param reading how the contract's transfers are read; null: as they look */
export function readTransfer(told: ReadTransfer, reading: TokenStandard | null): ReadTransfer {
  const { standard, amount, tokenId } = told;
  if (standard === 'erc20' && reading === 'erc721') return { standard: reading, amount: '1', tokenId: amount };
  if (standard === 'erc721' && reading === 'erc20' && tokenId !== null)
    return { standard: reading, amount: tokenId, tokenId: null };
  return told;
}

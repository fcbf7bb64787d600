import type { ChainCode } from '@chaintrail/chains';
import { invalidParameter, ProblemError } from '../problem.js';
import type { CursorScope } from '../read/cursor.js';
import type { FollowedChain, NamedToken } from '../read/followed-chain.js';
import { readAddress } from './named-address.js';

/** @throws ProblemError where the chain has no such thing, saying what is expected */
export function readToken(followed: FollowedChain, text: string, tokenId: string | null): NamedToken {
  const { family, chain } = followed;
  switch (family) {
    case 'utxo':
      throw new ProblemError(
        'no-tokens',
        `${chain.name} has no tokens that are counted here${chain.cashTokens ? ': CashTokens are shown on the outputs that hold them' : ''}`,
      );
    case 'evm': {
      refuseOwnCoin(chain, [], text, 'the contract of a token');
      const { key, address } = readAddress(followed, text);
      return { key, asset: address, tokenId };
    }
    case 'cosmos':
      refuseOwnCoin(chain, [chain.nativeDenom], text, 'another denomination');
      if (tokenId === null) return { key: text, asset: text, tokenId };
      throw invalidParameter('tokenId', `denominations of ${chain.name} have none; leave it out`);
  }
}

function refuseOwnCoin(
  { code, symbol }: { readonly code: ChainCode; readonly symbol: string },
  denoms: readonly string[],
  text: string,
  expected: string,
): void {
  if (!['native', code, symbol.toLowerCase(), ...denoms].includes(text.toLowerCase())) return;
  throw invalidParameter('asset', `holders of ${symbol} itself are not listed, only those of tokens; give ${expected}`);
}

/** Scope that cursors of its holders belong to. */
export function tokenScope({ chain, network }: FollowedChain, { key, tokenId }: NamedToken): CursorScope {
  const asset = typeof key === 'string' ? Buffer.from(key, 'utf8') : key;
  const addressKey = tokenId === null ? asset : Buffer.concat([asset, Buffer.from(` ${tokenId}`, 'latin1')]);
  return { chain: chain.code, network: network.name, addressKey };
}

import type { HistoryPart } from '@chaintrail/db';
import { invalidParameter, ProblemError } from '../http/problem.js';
import type { FollowedChain } from '../read/followed-chain.js';
import { readAddress } from './named-address.js';

/** What the filter calls a chain's own coin, whatever the chain. */
const NATIVE = 'native';
/** Source: cosmos-sdk types/coin.go ReDnmString, and `~`, which asset names of THORChain may have. */
const DENOM = /^[a-zA-Z][a-zA-Z0-9/:._~+-]{1,127}$/;

/**
 * @returns the asset that a client asks for; null where it is all that the chain has
 * @throws ProblemError when the chain cannot have it
 */
export function readAsset(followed: FollowedChain, text: string): HistoryPart['asset'] {
  switch (followed.family) {
    case 'utxo':
      if (text === NATIVE) return null;
      throw invalidParameter('asset', `${followed.chain.name} has histories of its own coin alone; leave asset out`);
    case 'evm':
      return text === NATIVE ? NATIVE : { key: contractOf(followed, text) };
    case 'cosmos':
      if (text === NATIVE || text === followed.chain.nativeDenom) return NATIVE;
      if (DENOM.test(text)) return { denom: text };
      throw invalidParameter('asset', 'expected native, or a denomination as balances have it, such as btc-btc');
  }
}

function contractOf(followed: FollowedChain, text: string): Buffer {
  try {
    return readAddress(followed, text).key;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw invalidParameter('asset', `expected native, or the address of a token's contract; ${error.message}`, {
      cause: error,
    });
  }
}

import type { HistoryPart } from '@chaintrail/db';
import { invalidParameter, ProblemError } from '../problem.js';
import type { FollowedChain } from '../read/followed-chain.js';
import type { TokenSelection } from './family.js';
import { readAddress } from './named-address.js';

/** Name of a chain's own coin in the filter, whatever the chain. */
const NATIVE = 'native';
/** Source: cosmos-sdk types/coin.go ReDnmString, and `~`, which asset names of THORChain may have. */
const DENOM = /^[a-zA-Z][a-zA-Z0-9/:._~+-]{1,127}$/;

/** @returns null where it is all that the chain has @throws ProblemError when the chain cannot have it */
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

/** @throws ProblemError: there is nothing to list */
export function refuseTokens({ chain }: FollowedChain, { tokenCursor, asset }: TokenSelection): void {
  if (asset !== undefined) throw invalidParameter('asset', `${chain.name} has no tokens in balances; leave asset out`);
  if (tokenCursor !== undefined) requireTokens<null>(null);
}

/** @returns keys of the contracts that a client names. @throws ProblemError */
export function contractsOf(followed: FollowedChain, { asset, tokenCursor }: TokenSelection): Buffer[] | null {
  refuseBoth(asset, tokenCursor);
  return asset?.map((text) => contractOf(followed, text)) ?? null;
}

/** @returns the denominations that a client names. @throws ProblemError */
export function denominationsOf(followed: FollowedChain, { asset, tokenCursor }: TokenSelection): string[] | null {
  refuseBoth(asset, tokenCursor);
  return (
    asset?.map((text) => {
      const read = readAsset(followed, text);
      if (read !== null && read !== NATIVE && 'denom' in read) return read.denom;
      throw invalidParameter('asset', 'the balance has the own coin of the chain; expected another denomination');
    }) ?? null
  );
}

function refuseBoth(asset: readonly string[] | undefined, tokenCursor: string | undefined): void {
  if (asset !== undefined && tokenCursor !== undefined)
    throw invalidParameter('tokenCursor', 'it goes on with all tokens; give it or asset');
}

/** @throws ProblemError where the text was no cursor of this address's tokens */
export function requireTokens<Position>(position: Position | null): Position {
  if (position !== null) return position;
  throw invalidParameter('tokenCursor', 'expected the `nextTokens` of an earlier balance of this address, unchanged', {
    code: 'invalid-cursor',
  });
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

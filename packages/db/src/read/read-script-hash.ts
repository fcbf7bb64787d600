import type { ChainCode } from '@chaintrail/chains';
import type { Queryable } from '../connection.js';

/** The chain has no index of script hashes, or it is being built. */
export class NoScriptHashIndexError extends Error {
  override readonly name = 'NoScriptHashIndexError';
}

/**
 * @param hash SHA-256 of an output script
 * @returns the key of the address with that script; null where it was never used, also not by an unconfirmed transaction
 * @throws NoScriptHashIndexError
 */
export async function addressOfScriptHash(_db: Queryable, chain: ChainCode, _hash: Buffer): Promise<Buffer | null> {
  throw new NoScriptHashIndexError(chain);
}

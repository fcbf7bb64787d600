/** Addresses of Cosmos chains: their key is the bytes of the account, 20, or 32 for contracts. Source: cosmos-sdk ADR-028 */
import { createHash } from 'node:crypto';
import { MAX_BECH32_LENGTH, writeBech32 } from '../bytes/bech32.js';
import type { CosmosNetwork } from '../chain.js';

export const COSMOS_KEY_BYTES: readonly number[] = [20, 32];

const text = Buffer.alloc(MAX_BECH32_LENGTH);

/** As `writeAddress` of all families. @throws RangeError when it is no address key */
export function writeCosmosAddress(
  network: CosmosNetwork,
  keys: Uint8Array,
  start: number,
  length: number,
  target: Buffer,
  at: number,
): number {
  if (!COSMOS_KEY_BYTES.includes(length)) throw new RangeError(`${length} bytes are no address key of ${network.name}`);
  return writeBech32(network.hrp, keys, start, length, target, at);
}

/** @throws RangeError when it is no address key */
export function formatCosmosAddress(network: CosmosNetwork, key: Uint8Array): string {
  return text.toString('latin1', 0, writeCosmosAddress(network, key, 0, key.length, text, 0));
}

/** The key of a module's account. Source: cosmos-sdk x/auth/types/account.go NewModuleAddress */
export function moduleKey(name: string): Buffer {
  return createHash('sha256').update(name).digest().subarray(0, 20);
}

/** Addresses of Cosmos chains: their key is the account's 20 bytes, a contract's 32. Source: cosmos-sdk ADR-028 */
import { createHash } from 'node:crypto';
import { bytesOfBech32Values, decodeBech32, writeBech32 } from '../bytes/bech32.js';
import type { CosmosNetwork } from '../chain.js';

/** Coins may be sent to any address of 1 to 255 bytes. Source: cosmos-sdk types/address.go VerifyAddressFormat */
export const MAX_COSMOS_KEY_BYTES = 255;
/** Longest text of an address: 408 characters, checksum, separator and prefix. */
export const MAX_COSMOS_ADDRESS_LENGTH = 440;

const text = Buffer.alloc(MAX_COSMOS_ADDRESS_LENGTH);

/** As `writeAddress` of all families. @throws RangeError when it is no address key */
export function writeCosmosAddress(
  network: CosmosNetwork,
  keys: Uint8Array,
  start: number,
  length: number,
  target: Buffer,
  at: number,
): number {
  if (length < 1 || length > MAX_COSMOS_KEY_BYTES) {
    throw new RangeError(`${length} bytes are no address key of ${network.name}`);
  }
  return writeBech32(network.hrp, null, keys, start, length, target, at);
}

/** @throws RangeError when it is no address key */
export function formatCosmosAddress(network: CosmosNetwork, key: Uint8Array): string {
  return text.toString('latin1', 0, writeCosmosAddress(network, key, 0, key.length, text, 0));
}

/** The key of an address as chains write it, in lower case; null for anything else. */
export function readCosmosAddress(hrp: string, address: string): Buffer | null {
  if (!address.startsWith(`${hrp}1`) || address.length > MAX_COSMOS_ADDRESS_LENGTH) return null;
  const decoded = decodeBech32(address, hrp);
  if (decoded.kind !== 'data' || decoded.encoding !== 'bech32') return null;
  const key = bytesOfBech32Values(decoded.values);
  return key === null || key.length === 0 || key.length > MAX_COSMOS_KEY_BYTES ? null : key;
}

/** The key of a module's account. Source: cosmos-sdk x/auth/types/account.go NewModuleAddress */
export function moduleKey(name: string): Buffer {
  return createHash('sha256').update(name).digest().subarray(0, 20);
}

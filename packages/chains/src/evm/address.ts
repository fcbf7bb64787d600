import { getAddress } from 'ethers';

export const EVM_ADDRESS_BYTES = 20;

/** The text of a key of 20 bytes in EIP-55's mixed case. @throws RangeError for a key of another length */
export function formatEvmAddress(key: Uint8Array): string {
  if (key.length !== EVM_ADDRESS_BYTES) throw new RangeError(`a key of ${key.length} bytes is no address of the EVM`);
  return getAddress(`0x${Buffer.from(key).toString('hex')}`);
}

/** The same, written to `target` at `at`. @returns the number of bytes written */
export function writeEvmAddress(keys: Uint8Array, start: number, length: number, target: Buffer, at: number): number {
  return target.write(formatEvmAddress(keys.subarray(start, start + length)), at, 'latin1');
}

import { blake2b } from '@noble/hashes/blake2.js';

/** BLAKE2b-256 of the parts, one after the other, with a 16-byte personalization. */
export function blake2b256(personalization: string | Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
  const personal = typeof personalization === 'string' ? Buffer.from(personalization, 'latin1') : personalization;
  const hash = blake2b.create({ dkLen: 32, personalization: personal });
  for (const part of parts) hash.update(part);
  return Buffer.from(hash.digest());
}

/** Personalization of a hash that is bound to a consensus branch: twelve letters and the branch id (ZIP 244). */
export function branchPersonalization(name: string, branchId: number): Buffer {
  const personal = Buffer.alloc(16);
  personal.write(name, 'latin1');
  personal.writeUInt32LE(branchId, 12);
  return personal;
}

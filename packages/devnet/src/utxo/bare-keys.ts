import type { Destination } from './destination.js';
import { hash160 } from './hash.js';

/** Lengths of a compressed and of an uncompressed public key, which are also the opcodes that push them. */
const KEY_LENGTHS = [33, 65];

/** The P2PKH destinations of the keys that a P2PK or bare multisig script shows. */
export function keyDestinations({ script, wallet }: Destination): Destination[] {
  const keys: Buffer[] = [];
  for (let at = 0; at < script.length; ) {
    const opcode = script.readUInt8(at++);
    if (!KEY_LENGTHS.includes(opcode)) continue;
    keys.push(script.subarray(at, at + opcode));
    at += opcode;
  }
  return keys.map((key) => ({
    type: 'pubkeyhash',
    script: Buffer.concat([Buffer.from([0x76, 0xa9, 20]), hash160(key), Buffer.from([0x88, 0xac])]),
    wallet,
    reveal: key,
  }));
}

/** The forms in which Zcash's users write a transparent address (protocol specification §5.6; ZIPs 316 and 320). */

import type { UtxoNetwork } from '@chaintrail/chains';
import { blake2b } from '@noble/hashes/blake2.js';
import { Random } from '../random.js';
import { bech32mText } from '../utxo/address-encoding.js';
import type { Destination } from '../utxo/destination.js';

/** TEX (ZIP 320): the P2PKH hash in bech32m; who pays it must not pay from a shielded pool. */
export function texAddress(hrp: string, hash: Buffer): string {
  return bech32mText(hrp, hash);
}

/** One receiver of a unified address: 0 P2PKH, 1 P2SH, 2 Sapling, 3 Orchard. */
interface Receiver {
  readonly type: 0 | 1 | 2 | 3;
  readonly data: Buffer;
}

/** Unified address (ZIP 316, revision 0) of receivers in the order of their types. */
function unifiedAddress(hrp: string, receivers: readonly Receiver[]): string {
  const items = receivers.flatMap(({ type, data }) => [Buffer.from([type, data.length]), data]);
  const padding = Buffer.alloc(16);
  padding.write(hrp, 'latin1');
  return bech32mText(hrp, f4Jumble(Buffer.concat([...items, padding])));
}

/** Receivers of Sapling and Orchard are 43 bytes long; what is in them is noise here. */
const SHIELDED_RECEIVER = 43;

/** How else users may write the address of a transparent output: TEX, and unified with a shielded receiver beside it. */
export function otherForms({ type, script }: Destination, { zcash }: UtxoNetwork): string[] {
  const hrp = zcash?.unified[0];
  const hash = script.subarray(type === 'scripthash' ? 2 : 3, type === 'scripthash' ? 22 : 23);
  if (!zcash || hrp === undefined || (type !== 'pubkeyhash' && type !== 'scripthash')) return [];
  const shielded = new Random(hash.readUInt32LE(0)).bytes(SHIELDED_RECEIVER);
  const unified = (transparent: 0 | 1, other: 2 | 3): string =>
    unifiedAddress(hrp, [
      { type: transparent, data: hash },
      { type: other, data: shielded },
    ]);
  if (type === 'scripthash') return [unified(1, 3)];
  return [texAddress(zcash.tex, hash), unified(0, 2), unified(0, 3)];
}

const HALF = 64;

function personal(letter: 'G' | 'H', round: number, counter: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.write(`UA_F4Jumble_${letter}`, 'latin1');
  bytes[13] = round;
  bytes.writeUInt16LE(counter, 14);
  return bytes;
}

function xor(left: Buffer, right: Uint8Array): Buffer {
  return Buffer.from(left.map((byte, at) => byte ^ (right[at] as number)));
}

/** As many bytes as wanted, from one hash after the other (G of ZIP 316). */
function stretch(round: number, seed: Buffer, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / HALF) }, (_, counter) =>
    blake2b(seed, { dkLen: HALF, personalization: personal('G', round, counter) }),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

/** The unkeyed four-round Feistel of ZIP 316: every bit of the result depends on every bit of the message. */
function f4Jumble(message: Buffer): Buffer {
  const leftLength = Math.min(HALF, message.length >> 1);
  const squeeze = (round: number, seed: Buffer): Uint8Array =>
    blake2b(seed, { dkLen: leftLength, personalization: personal('H', round, 0) });
  let left = message.subarray(0, leftLength);
  let right = message.subarray(leftLength);
  for (const round of [0, 1]) {
    right = xor(right, stretch(round, left, right.length));
    left = xor(left, squeeze(round, right));
  }
  return Buffer.concat([left, right]);
}

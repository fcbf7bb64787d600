/**
 * Finds the transaction of a batch that has a txid. A hash table over the txids where they lie, without a string each.
 */
import { randomBytes } from 'node:crypto';

const HASH_BYTES = 32;
const NOT_FOUND = -1;
/** Txids are hashes; the seed keeps anyone from grinding many that collide here. */
const SEED = randomBytes(4).readUInt32LE() | 1;

/** A hash of the outpoint's transaction that whoever makes transactions can not foresee. */
export function hashOfTxid(bytes: Uint8Array, at: number): number {
  const low = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  const high = bytes[at + 4]! | (bytes[at + 5]! << 8) | (bytes[at + 6]! << 16) | (bytes[at + 7]! << 24);
  const mixed = Math.imul(low ^ SEED, 0x9e3779b1) ^ Math.imul(high ^ (SEED >>> 7), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

export function sameTxid(a: Uint8Array, atA: number, b: Uint8Array, atB: number): boolean {
  for (let i = 0; i < HASH_BYTES; i++) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}

export class TxidTable {
  private readonly txids: Uint8Array;
  /** Number of the transaction + 1, with linear probing. */
  private readonly slots: Int32Array;
  private readonly mask: number;

  /** @param txids 32 bytes each. Of equal ones the last is found: it made the output that exists. */
  constructor(txids: Uint8Array) {
    const count = txids.length / HASH_BYTES;
    const size = 2 ** Math.ceil(Math.log2(2 * count + 2));
    this.txids = txids;
    this.slots = new Int32Array(size);
    this.mask = size - 1;
    for (let tx = 0; tx < count; tx++) this.slots[this.slotOf(txids, HASH_BYTES * tx)] = tx + 1;
  }

  /** @returns the number of the transaction, or -1 */
  find(bytes: Uint8Array, at: number): number {
    const number = this.slots[this.slotOf(bytes, at)]!;
    return number === 0 ? NOT_FOUND : number - 1;
  }

  /** The slot that holds the txid, or the free one where it would be. */
  private slotOf(bytes: Uint8Array, at: number): number {
    const { slots, mask, txids } = this;
    let slot = hashOfTxid(bytes, at) & mask;
    while (slots[slot] !== 0 && !sameTxid(txids, HASH_BYTES * (slots[slot]! - 1), bytes, at)) slot = (slot + 1) & mask;
    return slot;
  }
}

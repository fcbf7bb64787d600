/** The distinct addresses of a block, numbered in the order of appearance. */
import { randomInt } from 'node:crypto';
import { type KeyTable, NO_NUMBER } from '../account/account-block.js';
import { DIGIT } from './json/hex-amounts.js';

const KEY_BYTES = 20;
const WORDS = 5;
const WORD_DIGITS = 8;

// Authors of logs choose addresses. Secret random multipliers keep them from making addresses collide.
const SEED = randomInt(2 ** 32);
const FACTOR = randomInt(2 ** 31) * 2 + 1;

export class AddressNumbers {
  #keys = new Uint8Array(KEY_BYTES * 512);
  /** Number of the address in each slot of a hash table with linear probing, 0 for none: one more than the number. */
  #slots = new Int32Array(2048);
  #count = 0;

  /** Addresses with the numbers that they have in a table. */
  static of({ bytes, starts }: KeyTable): AddressNumbers {
    const numbers = new AddressNumbers();
    for (let n = 0; n + 1 < starts.length; n++) numbers.ofKey(bytes.subarray(starts[n], starts[n + 1]));
    return numbers;
  }

  /** The number of the address of 40 hex digits at `at`, in any case. @returns {@link NO_NUMBER} where they are none */
  ofDigits(bytes: Uint8Array, at: number): number {
    this.#makeRoom();
    const keys = this.#keys;
    // Written to the place of the next new key, and left there when it is new.
    let target = this.#count * KEY_BYTES;
    let hash = SEED;
    let bad = 0;
    for (let word = 0; word < WORDS; word++) {
      let value = 0;
      for (const end = at + WORD_DIGITS; at < end; at += 2) {
        const high = DIGIT[bytes[at]!]!;
        const low = DIGIT[bytes[at + 1]!]!;
        bad |= high | low;
        const byte = ((high << 4) | low) & 0xff;
        keys[target++] = byte;
        value = (value << 8) | byte;
      }
      hash = mix(hash, value);
    }
    return bad < 0 ? NO_NUMBER : this.#find(hash);
  }

  /** The number of an address given as its 20 bytes. */
  ofKey(key: Uint8Array): number {
    this.#makeRoom();
    const target = this.#count * KEY_BYTES;
    let hash = SEED;
    for (let i = 0; i < KEY_BYTES; i += 4) {
      let value = 0;
      for (let j = i; j < i + 4; j++) {
        this.#keys[target + j] = key[j]!;
        value = (value << 8) | key[j]!;
      }
      hash = mix(hash, value);
    }
    return this.#find(hash);
  }

  /** Whether the address with this number is the one with these 20 bytes. */
  is(number: number, key: Uint8Array): boolean {
    return this.#same(number * KEY_BYTES, key, 0);
  }

  table(): KeyTable {
    const starts = new Uint32Array(this.#count + 1);
    for (let i = 1; i <= this.#count; i++) starts[i] = i * KEY_BYTES;
    return { bytes: this.#keys.slice(0, this.#count * KEY_BYTES), starts };
  }

  /** The number of the key that lies behind the last one. */
  #find(hash: number): number {
    const mask = this.#slots.length - 1;
    const at = this.#count * KEY_BYTES;
    for (let slot = finish(hash) & mask; ; slot = (slot + 1) & mask) {
      const found = this.#slots[slot]! - 1;
      if (found < 0) {
        this.#slots[slot] = this.#count + 1;
        return this.#count++;
      }
      if (this.#same(found * KEY_BYTES, this.#keys, at)) return found;
    }
  }

  #same(at: number, key: Uint8Array, from: number): boolean {
    const keys = this.#keys;
    // From the end: the addresses of many contracts begin alike.
    for (let i = KEY_BYTES - 1; i >= 0; i--) if (keys[at + i] !== key[from + i]) return false;
    return true;
  }

  #makeRoom(): void {
    if ((this.#count + 1) * KEY_BYTES > this.#keys.length) {
      const keys = new Uint8Array(2 * this.#keys.length);
      keys.set(this.#keys);
      this.#keys = keys;
    }
    if (2 * this.#count < this.#slots.length) return;
    const mask = 4 * this.#slots.length - 1;
    this.#slots = new Int32Array(mask + 1);
    for (let number = 0; number < this.#count; number++) {
      let slot = finish(this.#hashOf(number * KEY_BYTES)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }

  #hashOf(at: number): number {
    const keys = this.#keys;
    let hash = SEED;
    for (const end = at + KEY_BYTES; at < end; at += 4) {
      hash = mix(hash, (keys[at]! << 24) | (keys[at + 1]! << 16) | (keys[at + 2]! << 8) | keys[at + 3]!);
    }
    return hash;
  }
}

function mix(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, FACTOR);
  return product ^ (product >>> 15);
}

function finish(hash: number): number {
  const product = Math.imul(hash, 0x85eb_ca6b);
  return product ^ (product >>> 13);
}

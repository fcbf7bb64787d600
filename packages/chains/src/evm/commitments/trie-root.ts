/**
 * The root of the Merkle Patricia trie of a list: transactions, receipts, withdrawals, by their place in RLP. Source:
 * Ethereum Yellow Paper, appendix D; go-ethereum core/types/hashing.go DeriveSha
 */
import { HASH_BYTES } from '../../bytes/hash.js';
import { keccak256 } from '../../bytes/keccak.js';
import { RlpWriter, wrapLeaf } from './rlp-writer.js';

/** Headers of a leaf are at most this long: of the list, the path and the value. */
const LEAF_ROOM = 20;
const EMPTY_STRING = 0x80;
const HASH_STRING = 0x80 + HASH_BYTES;
const LEAF = 2;
/** Up to here a place is one byte of its own. */
const ONE_BYTE_PLACES = 127;
const ONE_BYTE = 0x100;
const TWO_BYTES = 0x1_0000;

/** Encoded items of a list, and what their trie is made with. */
export class TrieList {
  readonly items = new RlpWriter();
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #nodes = new RlpWriter();

  get count(): number {
    return this.#from.length;
  }

  clear(): void {
    this.items.clear();
    this.#from.length = 0;
    this.#to.length = 0;
  }

  /** Begins the next item: the caller writes it to `items`. */
  start(): void {
    this.items.skip(LEAF_ROOM);
    this.#from.push(this.items.length);
  }

  end(): void {
    this.#to.push(this.items.length);
  }

  /** Hashes the item that ended last. @returns memory whose first 32 bytes are its hash, until the next one */
  lastHash(): Uint8Array {
    return keccak256(this.items.bytes, this.#from.at(-1), this.#to.at(-1));
  }

  /** 32 bytes. */
  root(): Buffer {
    const nodes = this.#nodes;
    nodes.clear();
    if (this.count === 0) nodes.byte(EMPTY_STRING);
    else this.#put(0, this.count, 0, false);
    return Buffer.from(keccak256(nodes.bytes, 0, nodes.length).subarray(0, HASH_BYTES));
  }

  /** Writes the node of the items at `first…end`, in the order of their keys, whose first digits are those of the node. */
  #put(first: number, end: number, digits: number, byReference: boolean): void {
    if (end - first === 1) this.#putLeaf(this.#placeAt(first), digits, byReference);
    else this.#putInner(first, end, digits, byReference);
  }

  #putLeaf(place: number, digits: number, byReference: boolean): void {
    const { bytes } = this.items;
    const path = encodedPath(place, digits, keyDigits(place), LEAF);
    const to = this.#to[place]!;
    this.#putNode(bytes, wrapLeaf(bytes, this.#from[place]!, to, path), to, byReference);
  }

  #putInner(first: number, end: number, digits: number, byReference: boolean): void {
    const nodes = this.#nodes;
    const place = this.#placeAt(first);
    const last = this.#placeAt(end - 1);
    let shared = digits;
    while (digitOf(place, shared) === digitOf(last, shared)) shared++;
    const start = nodes.startList();
    if (shared > digits) {
      const path = encodedPath(place, digits, shared, 0);
      nodes.encoded(path, 0, path.length);
      this.#put(first, end, shared, true);
    } else {
      for (let digit = 0; digit < 16; digit++) {
        const from = first;
        while (first < end && digitOf(this.#placeAt(first), digits) === digit) first++;
        if (from === first) nodes.byte(EMPTY_STRING);
        else this.#put(from, first, digits + 1, true);
      }
      nodes.byte(EMPTY_STRING);
    }
    nodes.endList(start);
    if (!byReference) return;
    const { length } = nodes;
    nodes.length = start;
    this.#putNode(nodes.bytes, start, length, true);
  }

  /** @param byReference puts the hash in the place of a node that is as long as one */
  #putNode(bytes: Uint8Array, from: number, to: number, byReference: boolean): void {
    const nodes = this.#nodes;
    if (!byReference || to - from < HASH_BYTES) {
      nodes.encoded(bytes, from, to);
      return;
    }
    const hash = keccak256(bytes, from, to);
    nodes.byte(HASH_STRING);
    nodes.encoded(hash, 0, HASH_BYTES);
  }

  /** The place in the list of what is at `rank` by its key: 0 is the string 0x80, after 127 and before 128. */
  #placeAt(rank: number): number {
    const zeroAt = Math.min(this.count - 1, ONE_BYTE_PLACES);
    return rank < zeroAt ? rank + 1 : rank === zeroAt ? 0 : rank;
  }
}

/** Hexadecimal digits of a place in RLP. */
function keyDigits(place: number): number {
  return place <= ONE_BYTE_PLACES ? 2 : place < ONE_BYTE ? 4 : place < TWO_BYTES ? 6 : 8;
}

/** One of them. */
function digitOf(place: number, index: number): number {
  const digits = keyDigits(place);
  const value = place === 0 || digits > 2 ? (EMPTY_STRING + (digits - 2) / 2) * 16 ** (digits - 2) + place : place;
  return Math.floor(value / 16 ** (digits - 1 - index)) & 0xf;
}

/** Digits of a key in the trie's compact form, as a string. @param kind {@link LEAF}, or 0 of an extension */
function encodedPath(place: number, from: number, to: number, kind: number): Uint8Array {
  const isOdd = (to - from) & 1;
  const bytes = [((kind + isOdd) << 4) | (isOdd ? digitOf(place, from) : 0)];
  for (let at = from + isOdd; at < to; at += 2) bytes.push((digitOf(place, at) << 4) | digitOf(place, at + 1));
  return Uint8Array.from(bytes.length === 1 ? bytes : [EMPTY_STRING + bytes.length, ...bytes]);
}

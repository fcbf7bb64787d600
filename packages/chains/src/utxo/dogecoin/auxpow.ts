/**
 * AuxPoW, the proof of work of another chain's block for this one (merged mining). It follows the header of 80 bytes
 * where bit 8 of the version is set. The block hash covers the header alone.
 *
 *     parent's coinbase | its block hash 32 | Merkle branch | index | chain Merkle branch | index | its header 80
 *
 * Nodes have checked the proof and nothing of it is indexed, so it is only skipped, in exactly the form that nodes
 * read. Source: dogecoin src/auxpow.h CMerkleTx, CAuxPow; src/primitives/pureheader.h VERSION_AUXPOW.
 */
import { HASH_BYTES } from '../../bytes/hash.js';
import type { ByteReader } from '../../bytes/reader.js';
import { DecodeError } from '../../errors.js';
import { MIN_INPUT_BYTES, MIN_OUTPUT_BYTES } from '../read-transaction.js';

const VERSION_AUXPOW = 1 << 8;
const HEADER_BYTES = 80;
const INDEX_BYTES = 4;

/** Whether a header of this version is followed by a proof. */
export function hasAuxPow(version: number): boolean {
  return (version & VERSION_AUXPOW) !== 0;
}

/** Moves past the proof. @throws DecodeError when the bytes at the cursor are none. */
export function skipAuxPow(reader: ByteReader): void {
  skipTransaction(reader);
  reader.skip(HASH_BYTES);
  skipMerkleBranch(reader);
  skipMerkleBranch(reader);
  reader.skip(HEADER_BYTES);
}

function skipMerkleBranch(reader: ByteReader): void {
  reader.skip(HASH_BYTES * reader.count(HASH_BYTES, 'hashes of a Merkle branch') + INDEX_BYTES);
}

/** The parent chain is Litecoin or one like it: its coinbases may come with their witness (BIP144). */
function skipTransaction(reader: ByteReader): void {
  reader.skip(4); // version
  let flags = 0;
  if (reader.bytes[reader.at] === 0) {
    reader.skip(1);
    flags = reader.u8();
    if (flags !== 1) throw new DecodeError('the coinbase of the parent block has no inputs', reader.at - 2);
  }
  const inputs = reader.count(MIN_INPUT_BYTES, 'inputs of the parent coinbase');
  for (let i = 0; i < inputs; i++) {
    reader.skip(HASH_BYTES + 4);
    reader.skip(reader.compactSize() + 4);
  }
  const outputs = reader.count(MIN_OUTPUT_BYTES, 'outputs of the parent coinbase');
  for (let i = 0; i < outputs; i++) {
    reader.skip(8);
    reader.skip(reader.compactSize());
  }
  for (let i = 0; flags === 1 && i < inputs; i++) {
    const items = reader.count(1, 'witness items of the parent coinbase');
    for (let item = 0; item < items; item++) reader.skip(reader.compactSize());
  }
  reader.skip(4); // lock time
}

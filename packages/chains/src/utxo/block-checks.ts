/** Checks that the bytes of a block allow about its transactions, on every chain. */
import { displayHash, HASH_BYTES, merkleRoot, sha256d } from '../bytes/hash.js';
import type { ByteReader } from '../bytes/reader.js';
import type { UtxoChain } from '../chain.js';
import { DecodeError } from '../errors.js';
import type { UtxoTransactions } from './utxo-block.js';

/** Bitcoin's header: version, parent, Merkle root, time, bits, nonce. */
export const HEADER_BYTES = 80;
/**
 * Zcash's header up to the Equihash solution: version 4, parent 32, Merkle root 32, commitments 32, time 4, bits 4,
 * nonce 32. Source: zcash src/primitives/block.h CEquihashInput
 */
const ZCASH_HEADER_START_BYTES = 140;

/** @returns how long headers are; Zcash's up to their solution */
export function headerBytes({ shielded }: UtxoChain): number {
  return shielded ? ZCASH_HEADER_START_BYTES : HEADER_BYTES;
}

/** Moves past the header, which the block hash covers. @throws DecodeError when it is cut short */
export function skipHeader(reader: ByteReader, chain: UtxoChain): void {
  reader.skip(headerBytes(chain));
  if (chain.shielded) reader.skip(reader.compactSize());
}

/**
 * Moves past the header. Another block than the wanted one would corrupt everything that follows. The proof of merged
 * mining, which the hash does not cover, follows the header.
 * @param wanted hash of the block that was asked for; without it any is taken
 * @returns the hash @throws DecodeError when the header is cut short, or is that of another block
 */
export function readHeader(reader: ByteReader, chain: UtxoChain, wanted: string | undefined): string {
  const start = reader.at;
  skipHeader(reader, chain);
  const hash = displayHash(sha256d(reader.bytes.subarray(start, reader.at)));
  if (wanted !== undefined && hash !== wanted)
    throw new DecodeError(`asked for block ${wanted}, got block ${hash}`, start);
  return hash;
}

const NULL_VOUT = 0xffff_ffff;

/** Whether an input spends no output, as that of a coinbase. */
export function isNullInput({ bytes, inputPrevTxidOffset, inputPrevVout }: UtxoTransactions, input: number): boolean {
  return inputPrevVout[input] === NULL_VOUT && isZeroHash(bytes, inputPrevTxidOffset[input]!);
}

/** Behind version and parent, in every header. */
const MERKLE_ROOT_AT = 36;

/**
 * The first transaction, and no other, has the null outpoint, and has one input (bitcoin CTransaction::IsCoinBase).
 * @param firstAt where the first transaction starts
 */
export function checkCoinbase(transactions: UtxoTransactions, firstAt: number): void {
  const { inputStart, inputPrevTxidOffset, inputPrevVout } = transactions;
  if (inputStart[1] !== 1 || !isNullInput(transactions, 0))
    throw new DecodeError('the first transaction is no coinbase', firstAt);
  for (let input = 1; input < inputPrevVout.length; input++) {
    if (isNullInput(transactions, input)) {
      throw new DecodeError('a transaction after the first has a coinbase input', inputPrevTxidOffset[input]!);
    }
  }
}

function isZeroHash(bytes: Buffer, offset: number): boolean {
  for (let i = offset; i < offset + HASH_BYTES; i++) if (bytes[i] !== 0) return false;
  return true;
}

/**
 * The transactions are those of the header, without the ambiguity of CVE-2012-2459.
 * @param Mismatch what is thrown when they are not
 */
export function checkMerkleRoot({ bytes, txids }: UtxoTransactions, Mismatch = DecodeError): void {
  const { root, mutated } = merkleRoot(Buffer.from(txids));
  if (bytes.compare(root, 0, HASH_BYTES, MERKLE_ROOT_AT, MERKLE_ROOT_AT + HASH_BYTES) !== 0) {
    throw new Mismatch(
      `the transactions have Merkle root ${displayHash(root)}, the header says ${displayHash(bytes, MERKLE_ROOT_AT)}`,
      MERKLE_ROOT_AT,
    );
  }
  if (mutated) throw new DecodeError('the list of transactions repeats its end (CVE-2012-2459)', MERKLE_ROOT_AT);
}

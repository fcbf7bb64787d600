import { HASH_BYTES, sha256d } from '../bytes/hash.js';
import { displayHash } from '../bytes/hex.js';
import { merkleRoot } from '../bytes/merkle.js';
import { ByteReader } from '../bytes/reader.js';
import type { UtxoChain } from '../chain.js';
import { DecodeError } from '../errors.js';
import type { UtxoBlock, UtxoTransactions } from './block.js';
import { MIN_TRANSACTION_BYTES, readTransaction } from './read-transaction.js';
import { isHogAddrScript } from './script.js';
import { TransactionColumns } from './transaction-columns.js';

const HEADER_BYTES = 80;
/** Marker, flags and the empty MWEB part that a HogEx has in Litecoin's full serialization. */
const HOGEX_EXTRA_BYTES = 3;
const NULL_VOUT = 0xffff_ffff;
/** Height, five hashes, two sizes, three empty lists. Source: litecoin src/libmw/include/mw/models/block/Header.h */
const MIN_MWEB_BLOCK_BYTES = 1 + 5 * 32 + 2 + 3;

/**
 * Decodes a block from its wire bytes and checks what bytes alone can prove: structure to the last byte, one coinbase
 * and that first, and that the transactions are those of the header (Merkle root, without the ambiguity of
 * CVE-2012-2459). Litecoin blocks are read with and without MWEB data (`-rpcserialversion` 2 and 1).
 *
 * The witness commitment (BIP141) is not recomputed: it costs four more digests per transaction, about two thirds of the
 * whole decode on top, and protects only bytes of which nothing but their count is used.
 *
 * @throws DecodeError naming the byte at which the block stops making sense.
 */
export function decodeUtxoBlock(chain: UtxoChain, bytes: Buffer): UtxoBlock {
  const reader = new ByteReader(bytes);
  reader.skip(HEADER_BYTES);
  const txCount = reader.count(MIN_TRANSACTION_BYTES, 'transactions');
  if (txCount === 0) throw new DecodeError('a block has no transactions', HEADER_BYTES);

  const columns = new TransactionColumns(bytes, txCount);
  const rules = { mweb: chain.mweb, alone: false };
  let flaggedHogEx = false;
  for (let tx = 0; tx < txCount; tx++) {
    const start = reader.at;
    flaggedHogEx = readTransaction(reader, rules, columns);
    if (flaggedHogEx && (tx === 0 || tx !== txCount - 1)) {
      throw new DecodeError('a HogEx is not the last transaction', start);
    }
  }
  readBlockEnd(reader, flaggedHogEx);
  const transactions = columns.finish();
  checkCoinbase(transactions);
  checkMerkleRoot(transactions);
  return {
    ...transactions,
    hash: displayHash(sha256d(bytes.subarray(0, HEADER_BYTES))),
    parentHash: displayHash(bytes, 4),
    version: bytes.readInt32LE(0),
    time: bytes.readUInt32LE(68),
    size: bytes.length,
    hogEx: flaggedHogEx ? txCount - 1 : strippedHogEx(chain, transactions),
  };
}

/**
 * Finds the HogEx of a Litecoin block that was sent without MWEB data, where no flag marks it, and gives it the size
 * that litecoind always reports: that of the full serialization.
 */
function strippedHogEx(chain: UtxoChain, transactions: UtxoTransactions): number {
  const { bytes, txCount, txSize, outputStart, outputScriptOffset, outputScriptLength } = transactions;
  if (!chain.mweb || txCount < 2) return -1;
  const last = txCount - 1;
  const first = outputStart[last]!;
  if (!isHogAddrScript(bytes, outputScriptOffset[first]!, outputScriptLength[first]!)) return -1;
  txSize[last]! += HOGEX_EXTRA_BYTES;
  return last;
}

/**
 * After a flagged HogEx comes one byte that says whether the MWEB extension block follows. That block is opaque here:
 * nothing of it is indexed, and the HogEx commits to it. Otherwise the block ends with its last transaction.
 * Source: litecoin src/primitives/block.h CBlock.
 */
function readBlockEnd(reader: ByteReader, hogEx: boolean): void {
  if (hogEx) {
    const option = reader.u8();
    if (option > 1) throw new DecodeError(`0x${option.toString(16)} is no MWEB option byte`, reader.at - 1);
    if (option === 1) {
      if (reader.remaining < MIN_MWEB_BLOCK_BYTES) throw new DecodeError('the MWEB block is cut short', reader.at);
      reader.skip(reader.remaining);
    }
  }
  if (reader.remaining > 0) {
    throw new DecodeError(`${reader.remaining} bytes follow the last transaction`, reader.at);
  }
}

/** The first transaction, and no other, has the null outpoint, and has one input (bitcoin CTransaction::IsCoinBase). */
function checkCoinbase({ bytes, inputStart, inputPrevTxidOffset, inputPrevVout }: UtxoTransactions): void {
  const isNull = (input: number) =>
    inputPrevVout[input] === NULL_VOUT && isZeroHash(bytes, inputPrevTxidOffset[input]!);
  if (inputStart[1] !== 1 || !isNull(0)) throw new DecodeError('the first transaction is no coinbase', HEADER_BYTES);
  for (let input = 1; input < inputPrevVout.length; input++) {
    if (isNull(input)) {
      throw new DecodeError('a transaction after the first has a coinbase input', inputPrevTxidOffset[input]!);
    }
  }
}

function isZeroHash(bytes: Buffer, offset: number): boolean {
  for (let i = offset; i < offset + HASH_BYTES; i++) if (bytes[i] !== 0) return false;
  return true;
}

function checkMerkleRoot({ bytes, txids }: UtxoTransactions): void {
  const { root, mutated } = merkleRoot(Buffer.from(txids));
  if (bytes.compare(root, 0, HASH_BYTES, 36, 36 + HASH_BYTES) !== 0) {
    throw new DecodeError(
      `the transactions have Merkle root ${displayHash(root)}, the header says ${displayHash(bytes, 36)}`,
      36,
    );
  }
  if (mutated) throw new DecodeError('the list of transactions repeats its end (CVE-2012-2459)', HEADER_BYTES);
}

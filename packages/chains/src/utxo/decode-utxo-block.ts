import { displayHash } from '../bytes/hash.js';
import { ByteReader } from '../bytes/reader.js';
import type { UtxoChain } from '../chain.js';
import { DecodeError } from '../errors.js';
import { checkCoinbase, checkMerkleRoot, readHeader, skipHeader } from './block-checks.js';
import { hasAuxPow, skipAuxPow } from './dogecoin/auxpow.js';
import { MIN_TRANSACTION_BYTES, readTransaction } from './read-transaction.js';
import { isHogAddrScript } from './script.js';
import type { UtxoBlock, UtxoTransactions } from './utxo-block.js';
import { TransactionColumns } from './utxo-columns.js';
import { decodeZcashBlock } from './zcash/decode-zcash-block.js';

/** Marker, flags and the empty MWEB part that a HogEx has in Litecoin's full serialization. */
const HOGEX_EXTRA_BYTES = 3;
/** Height, five hashes, two sizes, three empty lists. Source: litecoin src/libmw/include/mw/models/block/Header.h */
const MIN_MWEB_BLOCK_BYTES = 1 + 5 * 32 + 2 + 3;

/** Facts about a block that are known before it is decoded. */
interface KnownOfBlock {
  /** Hash of the block that was asked for; by default any is taken. */
  readonly hash?: string;
  /**
   * Zcash only: the txids that the node names, 32 bytes each in wire order; wanted after a {@link TxidsNeededError}.
   */
  readonly nodeTxids?: Buffer | null;
  /** Its outputs may carry CashTokens. */
  readonly tokens?: boolean;
}

/**
 * Decodes a block from its wire bytes and checks what bytes alone can prove. That is its structure to the last byte,
 * that it is the wanted one, and that the first transaction, and no other, is a coinbase. The transactions have the
 * Merkle root of the header, without the ambiguity of CVE-2012-2459. Litecoin blocks are read with and without MWEB
 * data (`-rpcserialversion` 2 and 1), Dogecoin blocks with the proof of merged mining that most have. Transactions may
 * be in any order: on Bitcoin Cash they are sorted by txid.
 *
 * The witness commitment (BIP141) is not recomputed. It costs four more digests per transaction, two thirds of the
 * whole decode on top, and protects only bytes of which nothing but their count is used.
 *
 * @throws DecodeError naming the byte at which the block stops making sense.
 */
export function decodeUtxoBlock(
  chain: UtxoChain,
  bytes: Buffer,
  { hash: wanted, nodeTxids = null, tokens = chain.cashTokens }: KnownOfBlock = {},
): UtxoBlock {
  if (chain.shielded) return decodeZcashBlock(chain, bytes, wanted, nodeTxids);
  const reader = new ByteReader(bytes);
  const hash = readHeader(reader, chain, wanted);
  if (chain.auxPow && hasAuxPow(bytes.readInt32LE(0))) skipAuxPow(reader);
  const txCountAt = reader.at;
  const txCount = reader.count(MIN_TRANSACTION_BYTES, 'transactions');
  if (txCount === 0) throw new DecodeError('a block has no transactions', txCountAt);

  const columns = new TransactionColumns(chain, bytes, txCount);
  const rules = { chain, alone: false, tokens };
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
  checkCoinbase(transactions, txCountAt);
  checkMerkleRoot(transactions);
  return {
    ...transactions,
    hash,
    parentHash: displayHash(bytes, 4),
    version: bytes.readInt32LE(0),
    time: bytes.readUInt32LE(68),
    size: bytes.length,
    hogEx: flaggedHogEx ? txCount - 1 : strippedHogEx(chain, transactions),
  };
}

/** @returns the offset of the first transaction in the bytes of a block */
export function transactionsStart(chain: UtxoChain, bytes: Buffer): number {
  const reader = new ByteReader(bytes);
  skipHeader(reader, chain);
  if (chain.auxPow && hasAuxPow(bytes.readInt32LE(0))) skipAuxPow(reader);
  reader.count(MIN_TRANSACTION_BYTES, 'transactions');
  return reader.at;
}

/**
 * Finds the HogEx of a Litecoin block that was sent without MWEB data, where no flag marks it. Gives it the size that
 * litecoind always reports: that of the full serialization.
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

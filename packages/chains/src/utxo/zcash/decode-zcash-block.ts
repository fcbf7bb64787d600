import { displayHash, HASH_BYTES } from '../../bytes/hash.js';
import { ByteReader } from '../../bytes/reader.js';
import type { UtxoChain } from '../../chain.js';
import { DecodeError, TxidsNeededError } from '../../errors.js';
import { checkCoinbase, checkMerkleRoot, readHeader } from '../block-checks.js';
import { MIN_TRANSACTION_BYTES } from '../read-transaction.js';
import type { UtxoBlock, UtxoTransactions } from '../utxo-block.js';
import { TransactionColumns } from '../utxo-columns.js';
import { type DigestParts, readZcashTransaction } from './read-zcash-transaction.js';
import { writeDigestTxid } from './zcash-txid.js';

const TIME_AT = 100;

/**
 * Decodes a block of Zcash, with the checks of `decodeUtxoBlock`. Its header ends in a list of bytes, and is hashed as
 * a whole (Zcash Protocol Specification §7.6).
 *
 * @param wanted hash of the block that was asked for; without it any is taken
 * @param nodeTxids the node's txids of all transactions, 32 bytes each in wire order. They replace computed ones of
 *   version 5 and later, must equal those of older versions, and must give the Merkle root of the header.
 * @throws TxidsNeededError when the computed ids do not give the Merkle root. An upgrade may compute them in another
 *   way; the block can still be decoded with the node's txids.
 */
export function decodeZcashBlock(
  chain: UtxoChain,
  bytes: Buffer,
  wanted: string | undefined,
  nodeTxids: Buffer | null,
): UtxoBlock {
  const reader = new ByteReader(bytes);
  const hash = readHeader(reader, chain, wanted);
  const headerEnd = reader.at;
  // A transaction without transparent inputs or outputs has shielded ones, which are larger.
  const txCount = reader.count(MIN_TRANSACTION_BYTES, 'transactions');
  if (txCount === 0) throw new DecodeError('a block has no transactions', headerEnd);
  const columns = new TransactionColumns(chain, bytes, txCount);
  const firstAt = reader.at;
  const digested: DigestParts[] = [];
  for (let tx = 0; tx < txCount; tx++) {
    const parts = readZcashTransaction(reader, columns);
    if (parts !== null) digested.push(parts);
  }
  if (reader.remaining > 0) throw new DecodeError(`${reader.remaining} bytes follow the last transaction`, reader.at);

  const transactions = columns.finish();
  checkCoinbase(transactions, firstAt);
  if (nodeTxids !== null) takeNodeTxids(transactions, digested, nodeTxids, headerEnd);
  else for (const parts of digested) writeDigestTxid(transactions, parts);
  const maybeUnknown = nodeTxids === null && digested.length > 0;
  checkMerkleRoot(transactions, maybeUnknown ? TxidsNeededError : DecodeError);
  return {
    ...transactions,
    hash,
    parentHash: displayHash(bytes, 4),
    version: bytes.readInt32LE(0),
    time: bytes.readUInt32LE(TIME_AT),
    size: bytes.length,
    hogEx: -1,
  };
}

function takeNodeTxids(
  { txCount, txids }: UtxoTransactions,
  digested: readonly DigestParts[],
  nodeTxids: Buffer,
  at: number,
): void {
  if (nodeTxids.length !== txids.length) {
    throw new DecodeError(`the block has ${txCount} transactions, the node names ${nodeTxids.length / HASH_BYTES}`, at);
  }
  for (const { tx } of digested) nodeTxids.copy(txids, tx * HASH_BYTES, tx * HASH_BYTES, (tx + 1) * HASH_BYTES);
  for (let tx = 0; tx < txCount; tx++) {
    const start = tx * HASH_BYTES;
    if (txids.compare(nodeTxids, start, start + HASH_BYTES, start, start + HASH_BYTES) !== 0) {
      const [computed, named] = [displayHash(txids, start), displayHash(nodeTxids, start)];
      throw new DecodeError(`transaction ${tx} has the id ${computed}, the node calls it ${named}`, at);
    }
  }
}

import { displayHash } from '@chaintrail/chains';
import type { ValuePools } from '../zcash/pools.js';
import { ByteWriter } from './bytes.js';
import { sha256d } from './hash.js';
import { bytesWithMweb, type Transaction } from './utxo-transaction.js';

export interface Block {
  readonly height: number;
  /** Display form. */
  readonly hash: string;
  /** Display form. */
  readonly parentHash: string;
  /** Hashed bytes: 80 bytes but on Zcash. */
  readonly header: Buffer;
  /** Bytes between header and transactions: AuxPoW, or nothing. */
  readonly proof: Buffer;
  /** Unix seconds. */
  readonly time: number;
  readonly transactionCount: number;
  readonly transactions: readonly Transaction[];
  /** MWEB extension block, with its option byte, or null before MWEB and on chains without it. */
  readonly mweb: Buffer | null;
  /** Sums of the value pools after it; null on chains without shielded pools. */
  readonly pools: ValuePools | null;
}

type BlockFields = Omit<Block, 'hash' | 'parentHash' | 'transactionCount' | 'pools'> & {
  readonly pools?: ValuePools | null;
};

export function makeBlock(fields: BlockFields): Block {
  return {
    pools: null,
    ...fields,
    transactionCount: fields.transactions.length,
    hash: displayHash(sha256d(fields.header)),
    parentHash: displayHash(fields.header.subarray(4, 36)),
  };
}

const writer = new ByteWriter();

/** The block as the node stores and serves it, with its MWEB bytes (litecoind `-rpcserialversion=2`). */
export function serializeBlock({ header, proof, transactions, mweb }: Block): Buffer {
  writer.reset().bytes(header).bytes(proof).compactSize(transactions.length);
  for (const transaction of transactions) writer.bytes(bytesWithMweb(transaction));
  return writer.bytes(mweb ?? Buffer.alloc(0)).take();
}

/**
 * Spent outputs as `/rest/spenttxouts/<hash>.bin` of Bitcoin Core 30 has them (src/rest.cpp SerializeBlockUndo): count
 * of transactions, then per transaction the count of its inputs and each spent output; none for the coinbase.
 */
export function serializeSpentOutputs(block: Block): Buffer {
  writer.reset().compactSize(block.transactions.length);
  for (const transaction of block.transactions) {
    writer.compactSize(transaction.inputs.length);
    for (const coin of transaction.inputs) writer.i64(coin.value).vector(coin.destination.script);
  }
  return writer.take();
}

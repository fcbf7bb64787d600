/** A block of many payments in wire form, plainly written, with the outputs that it spends. */
import { createHash } from 'node:crypto';

type Bytes = Buffer<ArrayBuffer>;

const P2WPKH = Buffer.from(`0014${'22'.repeat(20)}`, 'hex');

function sha256d(bytes: Bytes): Bytes {
  const once = createHash('sha256').update(bytes).digest();
  return createHash('sha256').update(once).digest();
}

function u32(value: number): Bytes {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function i64(value: bigint): Bytes {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}

/** @param count below 65,536 */
function compactSize(count: number): Bytes {
  return count < 0xfd ? Buffer.of(count) : Buffer.of(0xfd, count & 0xff, count >>> 8);
}

function output(value: bigint): Bytes {
  return Buffer.concat([i64(value), Buffer.of(P2WPKH.length), P2WPKH]);
}

/** One input, one output. */
function transaction(prevTxid: Bytes, vout: number, value: bigint): Bytes {
  const input = Buffer.concat([prevTxid, u32(vout), Buffer.of(2, 0x51, 0x51), u32(0xffff_ffff)]);
  return Buffer.concat([u32(2), Buffer.of(1), input, Buffer.of(1), output(value), u32(0)]);
}

function merkleRoot(txids: readonly Bytes[]): Bytes {
  if (txids.length === 1) return txids[0]!;
  const level: Bytes[] = [];
  for (let i = 0; i < txids.length; i += 2) level.push(sha256d(Buffer.concat([txids[i]!, txids[i + 1] ?? txids[i]!])));
  return merkleRoot(level);
}

/** Hash of a block, as nodes show it. */
export function headerHash(block: Buffer): string {
  return sha256d(Buffer.from(block.subarray(0, 80)))
    .reverse()
    .toString('hex');
}

/** A block of a coinbase and `payments` payments. `spentBytes` is what `/rest/spenttxouts` says of it. */
export function blockOf(payments: number): { bytes: Bytes; spentBytes: Bytes } {
  const transactions = [transaction(Buffer.alloc(32), 0xffff_ffff, 5_000_000_000n)];
  const spent = [Buffer.of(0)];
  for (let i = 0; i < payments; i++) {
    transactions.push(transaction(Buffer.alloc(32, 1 + (i % 255)), i, BigInt(i)));
    spent.push(Buffer.of(1), output(BigInt(i + 1)));
  }
  const root = merkleRoot(transactions.map(sha256d));
  const header = Buffer.concat([u32(4), Buffer.alloc(32, 0xcd), root, u32(1_700_000_000), u32(0x207f_ffff), u32(7)]);
  const count = compactSize(transactions.length);
  return { bytes: Buffer.concat([header, count, ...transactions]), spentBytes: Buffer.concat([count, ...spent]) };
}

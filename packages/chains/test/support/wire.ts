/** Writes transactions and blocks in wire form, plainly, for tests to read back. */
import { createHash } from 'node:crypto';

interface WireInput {
  readonly txid?: Buffer;
  readonly vout?: number;
  readonly script?: Buffer;
  readonly witness?: readonly Buffer[];
}

interface WireOutput {
  readonly value: bigint;
  readonly script: Buffer;
}

export interface WireTransaction {
  readonly version?: number;
  readonly inputs: readonly WireInput[];
  readonly outputs: readonly WireOutput[];
  readonly lockTime?: number;
  /** Litecoin: the MWEB part behind the witnesses; its presence sets flag 8. */
  readonly mweb?: Buffer;
}

export function sha256d(bytes: Buffer): Buffer {
  const once = createHash('sha256').update(bytes).digest();
  return createHash('sha256').update(once).digest();
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function i64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}

export function compactSize(value: number): Buffer {
  if (value < 0xfd) return Buffer.of(value);
  if (value <= 0xffff) return Buffer.of(0xfd, value & 0xff, value >>> 8);
  return Buffer.concat([Buffer.of(0xfe), u32(value)]);
}

export function sized(bytes: Buffer): Buffer {
  return Buffer.concat([compactSize(bytes.length), bytes]);
}

function list(items: readonly Buffer[]): Buffer {
  return Buffer.concat([compactSize(items.length), ...items]);
}

function body({ inputs, outputs }: WireTransaction): Buffer {
  return Buffer.concat([
    list(
      inputs.map(({ txid = Buffer.alloc(32, 7), vout = 0, script = Buffer.alloc(0) }) =>
        Buffer.concat([txid, u32(vout), sized(script), u32(0xffff_fffe)]),
      ),
    ),
    list(outputs.map(({ value, script }) => Buffer.concat([i64(value), sized(script)]))),
  ]);
}

/** Without witnesses and MWEB part: the bytes that the txid is the hash of. */
export function strippedBytes(tx: WireTransaction): Buffer {
  return Buffer.concat([u32(tx.version ?? 2), body(tx), u32(tx.lockTime ?? 0)]);
}

export function transactionBytes(tx: WireTransaction): Buffer {
  const hasWitness = tx.inputs.some(({ witness }) => witness !== undefined);
  if (!hasWitness && !tx.mweb) return strippedBytes(tx);
  return Buffer.concat([
    u32(tx.version ?? 2),
    Buffer.of(0, (hasWitness ? 1 : 0) | (tx.mweb ? 8 : 0)),
    body(tx),
    ...(hasWitness ? tx.inputs.map(({ witness = [] }) => list(witness.map(sized))) : []),
    tx.mweb ?? Buffer.alloc(0),
    u32(tx.lockTime ?? 0),
  ]);
}

export function merkleRootOf(txids: readonly Buffer[]): Buffer {
  if (txids.length === 1) return txids[0]!;
  const level: Buffer[] = [];
  for (let i = 0; i < txids.length; i += 2) level.push(sha256d(Buffer.concat([txids[i]!, txids[i + 1] ?? txids[i]!])));
  return merkleRootOf(level);
}

export const coinbase: WireTransaction = {
  inputs: [{ txid: Buffer.alloc(32), vout: 0xffff_ffff, script: Buffer.from('0301020304', 'hex') }],
  outputs: [{ value: 5_000_000_000n, script: Buffer.from(`76a914${'11'.repeat(20)}88ac`, 'hex') }],
};

export const payment: WireTransaction = {
  inputs: [{ txid: Buffer.alloc(32, 0xab), vout: 3, witness: [Buffer.alloc(71, 1), Buffer.alloc(33, 2)] }],
  outputs: [
    { value: 1n, script: Buffer.from(`0014${'22'.repeat(20)}`, 'hex') },
    { value: 2_099_999_997_690_000n, script: Buffer.from(`a914${'33'.repeat(20)}87`, 'hex') },
  ],
  lockTime: 500_000,
};

/** A block with the right Merkle root, and `end` behind its last transaction. */
export function blockBytes(transactions: readonly WireTransaction[], end: Buffer = Buffer.alloc(0)): Buffer {
  const root = merkleRootOf(transactions.map((tx) => sha256d(strippedBytes(tx))));
  const header = [u32(0x2000_0000), Buffer.alloc(32, 0xcd), root, u32(1_700_000_000), u32(0x207f_ffff), u32(42)];
  return Buffer.concat([...header, list(transactions.map(transactionBytes)), end]);
}

/** Blocks made by hand, for what a simulated network never does: to the bytes valid, to the rules not always. */
import { createHash } from 'node:crypto';
import { decodeUtxoBlock, type PlacedUtxoBlock, requireUtxoChain, type UtxoChain } from '@chaintrail/chains';

/** A chain of regtest Bitcoin; the blocks' content is the same on every chain. */
export const handmadeChain: UtxoChain = requireUtxoChain('btc');

export interface Outpoint {
  /** Wire order. */
  readonly txid: Buffer;
  readonly vout: number;
  /** Final unless given. */
  readonly sequence?: number;
}

export interface Payment {
  readonly spends: readonly Outpoint[];
  readonly outputs: readonly { readonly value: bigint; readonly script: Buffer }[];
}

/** A P2WPKH script; the number makes the address. */
export function scriptOf(number: number): Buffer {
  const script = Buffer.alloc(22, 0x14);
  script[0] = 0;
  script.writeUInt32BE(Math.imul(number, 0x9e3779b1) >>> 0, 2);
  return script;
}

export const DATA_SCRIPT = Buffer.from('6a0474657374', 'hex');
/** One byte beyond what can be spent. */
export const LONG_SCRIPT = Buffer.alloc(10_001, 0x51);

export class HandmadeChain {
  readonly blocks: PlacedUtxoBlock[] = [];
  private readonly from: number;
  private parent: Buffer;

  /**
   * @param from height of the first block
   * @param parent hash of the block before it, wire order
   */
  constructor(from = 0, parent: Buffer = Buffer.alloc(32)) {
    this.from = from;
    this.parent = parent;
  }

  /**
   * Adds a block: a coinbase with these outputs, then the payments.
   * @param time unix seconds; rises with the height where none is given
   * @returns txids in wire order, that of the coinbase first
   */
  mine(coinbase: Payment['outputs'], payments: readonly Payment[] = [], time?: number): Buffer[] {
    const height = this.from + this.blocks.length;
    const raw = [
      coinbaseOf(height, coinbase),
      ...payments.map((payment) => serialize(payment.spends, payment.outputs)),
    ];
    const txids = raw.map(sha256d);
    const header = Buffer.alloc(80);
    header.writeInt32LE(2, 0);
    this.parent.copy(header, 4);
    merkleRoot(txids).copy(header, 36);
    header.writeUInt32LE(time ?? 1_600_000_000 + height, 68);
    const block = decodeUtxoBlock(handmadeChain, Buffer.concat([header, compactSize(raw.length), ...raw]));
    const { hash, parentHash, txCount, size } = block;
    this.blocks.push({ height, hash, parentHash, txCount, size, block, spent: null });
    this.parent = sha256d(header);
    return txids;
  }
}

function coinbaseOf(height: number, outputs: Payment['outputs']): Buffer {
  const script = Buffer.alloc(5);
  script[0] = 4;
  script.writeUInt32LE(height, 1);
  return serialize([{ txid: Buffer.alloc(32), vout: 0xffff_ffff }], outputs, script);
}

export function serialize(spends: readonly Outpoint[], outputs: Payment['outputs'], script = Buffer.alloc(0)): Buffer {
  const parts = [u32(1), compactSize(spends.length)];
  for (const { txid, vout, sequence = 0xffff_ffff } of spends)
    parts.push(txid, u32(vout), compactSize(script.length), script, u32(sequence));
  parts.push(compactSize(outputs.length));
  for (const output of outputs) {
    const value = Buffer.alloc(8);
    value.writeBigInt64LE(output.value);
    parts.push(value, compactSize(output.script.length), output.script);
  }
  return Buffer.concat([...parts, u32(0)]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function compactSize(value: number): Buffer {
  if (value < 0xfd) return Buffer.of(value);
  const bytes = Buffer.alloc(value < 0x1_0000 ? 3 : 5, value < 0x1_0000 ? 0xfd : 0xfe);
  bytes.writeUIntLE(value, 1, bytes.length === 3 ? 2 : 4);
  return bytes;
}

export function sha256d(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();
}

function merkleRoot(txids: readonly Buffer[]): Buffer {
  let level = [...txids];
  while (level.length > 1) {
    if (level.length % 2 === 1) level.push(level.at(-1)!);
    level = Array.from({ length: level.length / 2 }, (_, i) => sha256d(Buffer.concat(level.slice(2 * i, 2 * i + 2))));
  }
  return level[0]!;
}

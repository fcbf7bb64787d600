/**
 * Zcash's transactions (protocol specification §7.1; ZIPs 243, 225, 229). The amounts that cross the border of a pool are
 * true; whatever else of the shielded parts only a wallet or a verifier could read is noise of the right length.
 */
import { decodeUtxoTransaction, requireUtxoChain } from '@chaintrail/chains';
import { Random } from '../random.js';
import { ByteWriter } from '../utxo/bytes.js';
import { sha256d } from '../utxo/hash.js';
import { branchIdAt, type TransactionVersion, VERSION_GROUP_IDS } from './upgrades.js';

/** Those in use; Sprout, the oldest, has been closed for long. */
export const POOLS = ['sapling', 'orchard', 'ironwood'] as const;
export type Pool = (typeof POOLS)[number];

/** Zatoshis by pool. */
export type PoolAmounts = Readonly<Record<Pool, bigint>>;

/** Pools that a transaction takes part in, with what each of them gains; 0n for a transfer that stays inside. */
export type PoolMoves = Partial<PoolAmounts>;

/** Parts of a Zcash transaction beside transparent inputs and outputs. */
export interface ZcashParts {
  readonly version: TransactionVersion;
  /** Branch id of the rules it was made for: its signatures say so, from version 5 on its bytes too. */
  readonly branchId: number;
  /** Last height that may hold it; 0 for no limit. */
  readonly expiryHeight: number;
  readonly gains: PoolMoves;
  /** As {@link shieldedBytes} has them. */
  readonly shielded: Buffer;
}

interface WireInput {
  /** Wire order. */
  readonly txid: Buffer;
  readonly vout: number;
  readonly scriptSig: Buffer;
  readonly sequence: number;
}

interface WireOutput {
  /** Zatoshis. */
  readonly value: bigint;
  readonly script: Buffer;
}

export interface WireTransaction extends Omit<ZcashParts, 'gains'> {
  readonly lockTime: number;
  readonly inputs: readonly WireInput[];
  readonly outputs: readonly WireOutput[];
}

/** Bytes that noise is cut from: a view costs neither random numbers nor memory. */
const NOISE = new Random(1).bytes(1 << 16);

function noise(random: Random, length: number): Buffer {
  const start = random.below(NOISE.length - length);
  return NOISE.subarray(start, start + length);
}

const writer = new ByteWriter();

/**
 * Bundles that say "this pool gains so much", as they end a transaction.
 * @param coinbase outputs only
 * @throws RangeError when the version has no place for one of the pools
 */
export function shieldedBytes(version: TransactionVersion, gains: PoolMoves, random: Random, coinbase = false): Buffer {
  const { sapling, orchard, ironwood } = gains;
  if ((version < 5 && (sapling ?? orchard) !== undefined) || (version < 6 && ironwood !== undefined)) {
    throw new RangeError(`a transaction of version ${version} has no place for one of its shielded parts`);
  }
  writer.reset();
  // Sapling's balance, no spends, no outputs, and no JoinSplits.
  if (version === 4) return writer.i64(0n).compactSize(0).compactSize(0).compactSize(0).take();
  writeSapling(sapling, random, coinbase);
  // enableSpends and enableOutputs. Ironwood's third bit lets notes go to others (ZIP 229); a coinbase spends nothing.
  const flags = coinbase ? 0b010 : 0b011;
  writeActions(orchard, flags, random, coinbase);
  if (version === 6) writeActions(ironwood, flags | 0b100, random, coinbase);
  return writer.take();
}

const NOTHING_SHIELDED = shieldedBytes(5, {}, new Random(1));

/** Parts of a transaction of version 5, in the block of this height, that touches no pool. */
export function transparentParts(height: number, coinbase: boolean): ZcashParts {
  const expiryHeight = coinbase ? height : 0; // ZIP 203: a coinbase expires at its own height.
  return { version: 5, branchId: branchIdAt(height), expiryHeight, gains: {}, shielded: NOTHING_SHIELDED };
}

/** 96 bytes a spend, 756 an output; then 32 for an anchor, 192 a proof, 64 a signature (§7.1, §7.3, §7.4). */
function writeSapling(gain: bigint | undefined, random: Random, coinbase: boolean): void {
  if (gain === undefined) {
    writer.compactSize(0).compactSize(0);
    return;
  }
  const spends = coinbase ? 0 : random.between(gain > 0n ? 0 : 1, gain > 0n ? 1 : 3);
  const outputs = coinbase ? 1 : random.between(gain > 0n || spends === 0 ? 1 : 0, 3);
  writer.compactSize(spends).bytes(noise(random, 96 * spends));
  writer
    .compactSize(outputs)
    .bytes(noise(random, 756 * outputs))
    .i64(-gain);
  writer.bytes(noise(random, (spends > 0 ? 32 : 0) + (192 + 64) * spends + 192 * outputs + 64));
}

/** Orchard's component, and with the same encoding Ironwood's: 820 bytes an action (§7.1, §7.5). */
function writeActions(gain: bigint | undefined, flags: number, random: Random, coinbase: boolean): void {
  if (gain === undefined) {
    writer.compactSize(0);
    return;
  }
  const actions = coinbase ? 1 : random.between(2, 4);
  writer
    .compactSize(actions)
    .bytes(noise(random, 820 * actions))
    .u8(flags)
    .i64(-gain);
  // Anchor, proofs, signatures.
  writer
    .bytes(noise(random, 32))
    .vector(noise(random, 2720 + 2272 * actions))
    .bytes(noise(random, 64 * actions + 64));
}

/** Version with the fOverwintered flag. */
export function headerWord(version: TransactionVersion): number {
  return (version | 0x80000000) >>> 0;
}

export function writeTransaction(transaction: WireTransaction): Buffer {
  const { version, branchId, lockTime, expiryHeight, shielded, inputs, outputs } = transaction;
  writer.reset().u32(headerWord(version)).u32(VERSION_GROUP_IDS[version]);
  if (version > 4) writer.u32(branchId).u32(lockTime).u32(expiryHeight);
  writer.compactSize(inputs.length);
  for (const { txid, vout, scriptSig, sequence } of inputs) {
    writer.bytes(txid).u32(vout).vector(scriptSig).u32(sequence);
  }
  writer.compactSize(outputs.length);
  for (const { value, script } of outputs) writer.i64(value).vector(script);
  if (version === 4) writer.u32(lockTime).u32(expiryHeight);
  return writer.bytes(shielded).take();
}

const ZCASH = requireUtxoChain('zec');

/**
 * ZIP 244 for version 5, ZIP 229 for version 6, as the product has it, whose tests compare it with another.
 * @param bytes the transaction as it is on the wire. @returns the id in wire order
 */
export function transactionId(version: TransactionVersion, bytes: Buffer): Buffer {
  if (version < 5) return sha256d(bytes);
  return decodeUtxoTransaction(ZCASH, bytes)?.txids as Buffer;
}

/** What the answers of a node must look like before anything of them is used. */
import { z } from 'zod';
import { sha256d } from '../../bytes/hash.js';
import { displayHash } from '../../bytes/hex.js';
import { ByteReader } from '../../bytes/reader.js';
import { DecodeError, NodeLieError } from '../../errors.js';
import { type Asked, quoteForeign } from '../../rpc/rpc-errors.js';

const HASH_PATTERN = /^[0-9a-f]{64}$/;

/** A block hash or txid in display form. */
export const hashAnswer = z.string().regex(HASH_PATTERN, 'expected 64 lower-case hex digits');
const height = z.int().min(0);

/**
 * getblockchaininfo. Nodes that never prune may leave out the fields with a default; zebrad has no
 * `initialblockdownload`.
 */
export const chainInfoAnswer = z.object({
  chain: z.string().min(1).max(64),
  blocks: height,
  headers: height,
  bestblockhash: hashAnswer,
  verificationprogress: z.number().default(1),
  initialblockdownload: z.boolean().optional(),
  /** zebrad: where the network's tip should be by now, by the time since its own tip. */
  estimatedheight: height.optional(),
  pruned: z.boolean().default(false),
  pruneheight: height.optional(),
});

export const networkInfoAnswer = z.object({ version: height, subversion: z.string().max(256) });

/** getblockchaininfo of Zcash nodes: the network upgrades that this version knows, by branch id. */
export const upgradesAnswer = z.object({ upgrades: z.record(z.string().max(64), z.unknown()).default({}) });

/**
 * getdeprecationinfo (zebra-rpc/src/methods.rs GetDeprecationInfoResponse): the last height that this release follows.
 */
export const deprecationAnswer = z.object({
  end_of_service: z.object({ block_height: height, estimated_time: z.int() }).optional(),
});

/** getblockheader: Unix seconds. */
export const headerTimeAnswer = z.object({ time: z.int().min(0) });

/** waitfornewblock; the header fields of getblockheader that name a block. */
export const blockRefAnswer = z.object({ hash: hashAnswer, height });

/** getblock with txids. */
export const blockTxidsAnswer = z.object({ hash: hashAnswer, tx: z.array(hashAnswer).min(1) });

/**
 * getchainstates (Bitcoin Core 26+): two of them while a node that started from a UTXO snapshot validates the blocks
 * below it.
 */
export const chainStatesAnswer = z.object({
  chainstates: z.array(z.object({ blocks: height, snapshot_blockhash: hashAnswer.optional() })).max(8),
});

/**
 * getchaintxstats. Without `txcount` where the node started from a UTXO snapshot and has not counted what is below it.
 */
export const chainTxStatsAnswer = z.object({ txcount: z.int().min(1).optional() });

/** An amount in coins of an answer that was read exactly (`exact-json.ts`). */
export const amountAnswer = z.union([z.string().max(80), z.number()]);

export function isHash(value: unknown): value is string {
  return typeof value === 'string' && HASH_PATTERN.test(value);
}

/**
 * @param what "block hash", "txid"
 * @throws RangeError for a hash of our own that is not one; it would become part of a path.
 */
export function requireHash(what: string, hash: string): void {
  if (!isHash(hash)) throw new RangeError(`not a ${what}: ${quoteForeign(hash, 80)}`);
}

/** Bytes of a hex string. */
export function hexAnswer(value: unknown): Buffer {
  if (typeof value !== 'string' || value.length % 2 !== 0) throw new TypeError('expected hex digits in pairs');
  const bytes = Buffer.from(value, 'hex');
  // Buffer.from stops silently at the first character that is not hex.
  if (bytes.length * 2 !== value.length) throw new TypeError(`not hex at character ${bytes.length * 2}`);
  return bytes;
}

/**
 * Bitcoin's header, which the block hash covers: version, parent, Merkle root, time, bits, nonce. Merged mining's proof
 * follows it uncovered.
 */
const HEADER_BYTES = 80;
/**
 * Zcash's without its last field, the Equihash solution (zips ZIP-0301; zcash src/primitives/block.h CEquihashInput).
 */
const ZCASH_HEADER_BYTES = 140;

/**
 * A node that answers with another block than the one asked for would corrupt everything that follows.
 * @param shielded {@link UtxoChain.shielded}: Zcash's headers
 * @throws NodeLieError unless the double SHA-256 of the header is the hash asked for.
 */
export function requireHeaderOf(asked: Asked, hash: string, block: Buffer, shielded: boolean): void {
  const length = shielded ? zcashHeaderBytes(block) : HEADER_BYTES;
  if (length === null || block.length <= length) throw new NodeLieError(`a block of ${block.length} bytes`, asked);
  const found = displayHash(sha256d(block.subarray(0, length)));
  if (found !== hash) throw new NodeLieError(`asked for block ${hash}, got block ${found}`, asked);
}

/** @returns null where the length of the solution cannot be read. */
function zcashHeaderBytes(block: Buffer): number | null {
  const reader = new ByteReader(block);
  try {
    reader.skip(ZCASH_HEADER_BYTES);
    reader.skip(reader.compactSize());
    return reader.at;
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

/** What the answers of a node must look like before anything of them is used. */
import { z } from 'zod';
import { sha256d } from '../../bytes/hash.js';
import { displayHash } from '../../bytes/hex.js';
import { NodeLieError } from '../../errors.js';
import { type Asked, quoteForeign } from './failures.js';

const HASH_PATTERN = /^[0-9a-f]{64}$/;

/** A block hash in display form. */
export const blockHashAnswer = z.string().regex(HASH_PATTERN, 'expected 64 lower-case hex digits');
const height = z.int().min(0);

/** getblockchaininfo. Nodes that never prune, or that serve no RPC before they are synced, may leave out the fields with a default. */
export const chainInfoAnswer = z.object({
  chain: z.string().min(1).max(64),
  blocks: height,
  headers: height,
  bestblockhash: blockHashAnswer,
  verificationprogress: z.number().default(1),
  initialblockdownload: z.boolean().default(false),
  pruned: z.boolean().default(false),
  pruneheight: height.optional(),
});

export const networkInfoAnswer = z.object({ version: height, subversion: z.string().max(256) });

/** waitfornewblock; the header fields of getblockheader that name a block. */
export const blockRefAnswer = z.object({ hash: blockHashAnswer, height });

/** getchainstates (Bitcoin Core 26+): two of them while a node that started from a UTXO snapshot validates the blocks below it. */
export const chainStatesAnswer = z.object({
  chainstates: z.array(z.object({ blocks: height, snapshot_blockhash: blockHashAnswer.optional() })).max(8),
});

/** getchaintxstats. Without `txcount` where the node started from a UTXO snapshot and has not counted what is below it. */
export const chainTxStatsAnswer = z.object({ txcount: z.int().min(1).optional() });

/**
 * Runs the check of an answer.
 * @throws NodeLieError naming chain, method and what is wrong with the answer.
 */
export function checked<T>(asked: Asked, value: unknown, check: (value: unknown) => T): T {
  try {
    return check(value);
  } catch (error) {
    if (error instanceof NodeLieError) throw error;
    const why = error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : '';
    throw new NodeLieError(`the answer has the wrong shape: ${quoteForeign(why, 300)}`, { ...asked, cause: error });
  }
}

/** @throws RangeError for a hash of our own that is not one; it would become part of a path. */
export function requireBlockHash(hash: string): void {
  if (!HASH_PATTERN.test(hash)) throw new RangeError(`not a block hash: ${quoteForeign(hash, 80)}`);
}

/** Bytes of a hex string. */
export function hexAnswer(value: unknown): Buffer {
  if (typeof value !== 'string' || value.length % 2 !== 0) throw new TypeError('expected hex digits in pairs');
  const bytes = Buffer.from(value, 'hex');
  // Buffer.from stops silently at the first character that is not hex.
  if (bytes.length * 2 !== value.length) throw new TypeError(`not hex at character ${bytes.length * 2}`);
  return bytes;
}

/** Bitcoin's header, which the block hash covers: version, parent, Merkle root, time, bits, nonce. */
const HEADER_BYTES = 80;

/**
 * A node that answers with another block than the one asked for would corrupt everything that follows.
 * @throws NodeLieError unless the double SHA-256 of the header is the hash asked for.
 */
export function requireHeaderOf(asked: Asked, hash: string, block: Buffer): void {
  if (block.length <= HEADER_BYTES) throw new NodeLieError(`a block of ${block.length} bytes`, asked);
  const found = displayHash(sha256d(block.subarray(0, HEADER_BYTES)));
  if (found !== hash) throw new NodeLieError(`asked for block ${hash}, got block ${found}`, asked);
}

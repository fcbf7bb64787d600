/** Schemas that a node's answers are checked against before they are used. */
import { z } from 'zod';
import { HASH_PATTERN } from '../../rpc/argument-checks.js';

/** A block hash or txid in display form. */
export const hashAnswer = z.string().regex(HASH_PATTERN, 'expected 64 lower-case hex digits');
const height = z.int().min(0);

/** getblockchaininfo. Nodes that never prune may omit fields with a default, zebrad omits `initialblockdownload`. */
export const chainInfoAnswer = z.object({
  chain: z.string().min(1).max(64),
  blocks: height,
  headers: height,
  bestblockhash: hashAnswer,
  initialblockdownload: z.boolean().optional(),
  /** zebrad: where the network's tip should be by now, by the time since its own tip. */
  estimatedheight: height.optional(),
  pruned: z.boolean().default(false),
  pruneheight: height.optional(),
});

export const networkInfoAnswer = z.object({ version: height, subversion: z.string().max(256) });

/** getblockchaininfo of Zcash nodes: the network upgrades that this version knows, by branch id. */
export const upgradesAnswer = z.object({ upgrades: z.record(z.string().max(64), z.unknown()).default({}) });

/** getdeprecationinfo (zebra-rpc/src/methods.rs GetDeprecationInfoResponse): the last height of this release. */
export const deprecationAnswer = z.object({
  end_of_service: z.object({ block_height: height, estimated_time: z.int() }).optional(),
});

/** getblockheader: Unix seconds. */
export const headerTimeAnswer = z.object({ time: z.int().min(0) });

/** waitfornewblock; the header fields of getblockheader that name a block. */
export const blockRefAnswer = z.object({ hash: hashAnswer, height });

/** getblock with txids. */
export const blockTxidsAnswer = z.object({ hash: hashAnswer, tx: z.array(hashAnswer).min(1) });

/** The same: bytes of the block with, and without, witnesses. */
export const blockSizesAnswer = z.object({ size: z.int().min(0).optional(), strippedsize: z.int().min(0).optional() });

/** getchainstates (Bitcoin Core 26+): two while a node from a UTXO snapshot validates the blocks below it. */
export const chainStatesAnswer = z.object({
  chainstates: z.array(z.object({ blocks: height, snapshot_blockhash: hashAnswer.optional() })).max(8),
});

/** getchaintxstats. Without `txcount` where a node from a UTXO snapshot has not counted what is below it. */
export const chainTxStatsAnswer = z.object({ txcount: z.int().min(1).optional() });

/** An amount in coins of an answer that was read exactly (`exact-json.ts`). */
export const amountAnswer = z.union([z.string().max(80), z.number()]);

/** Bytes of a hex string. */
export function hexAnswer(value: unknown): Buffer {
  if (typeof value !== 'string' || value.length % 2 !== 0) throw new TypeError('expected hex digits in pairs');
  const bytes = Buffer.from(value, 'hex');
  // Buffer.from stops silently at the first character that is not hex.
  if (bytes.length * 2 !== value.length) throw new TypeError(`not hex at character ${bytes.length * 2}`);
  return bytes;
}

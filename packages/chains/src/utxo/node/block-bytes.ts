/** The bytes of a block and of the outputs that it spends: by REST where the node offers it, else by RPC. */
import { sha256d } from '../../bytes/hash.js';
import { displayHash } from '../../bytes/hex.js';
import { ByteReader } from '../../bytes/reader.js';
import { DecodeError, NodeLieError } from '../../errors.js';
import { type Asked, checked } from '../../rpc/rpc-errors.js';
import { hexAnswer } from './answer-schemas.js';
import { blockPath, type NodeProfile, spentTxOutsPath } from './profile.js';
import type { UtxoConnection } from './utxo-connection.js';

/** @throws NodeLieError unless the block's header has this hash. */
export async function readRawBlock(node: UtxoConnection, hash: string): Promise<Buffer> {
  const profile = await node.profile();
  let asked = node.asked(blockPath(hash));
  let block = profile.rest ? await readByRest(node, asked.method, profile) : null;
  if (block === null) {
    asked = node.asked('getblock');
    const answer = await node.rpc.call(asked.method, [hash, profile.rawBlockFlag], { lane: profile.largeLane });
    block = checked(asked, answer, hexAnswer);
  }
  requireHeaderOf(asked, hash, block, node.chainParams.shielded);
  return block;
}

/** @returns null when the node does not offer them, in general or for this block. */
export async function readSpentOutputs(node: UtxoConnection, hash: string): Promise<Buffer | null> {
  const profile = await node.profile();
  return profile.spentTxOuts ? readByRest(node, spentTxOutsPath(hash), profile) : null;
}

async function readByRest(node: UtxoConnection, path: string, { largeLane }: NodeProfile): Promise<Buffer | null> {
  const body = await node.rest(path, largeLane);
  // The node may run without REST by now.
  if (body === null) node.onRestart();
  return body;
}

/**
 * Bitcoin's header, which the block hash covers: version, parent, Merkle root, time, bits, nonce. It does not cover the
 * proof of merged mining, which follows.
 */
const HEADER_BYTES = 80;
/**
 * Zcash's without its last field, the Equihash solution (zips ZIP-0301; zcash src/primitives/block.h CEquihashInput).
 */
const ZCASH_HEADER_BYTES = 140;

/**
 * Another block than the one asked for would corrupt everything that follows.
 * @param shielded {@link UtxoChain.shielded}: Zcash's headers
 * @throws NodeLieError unless the double SHA-256 of the header is the hash asked for.
 */
function requireHeaderOf(asked: Asked, hash: string, block: Buffer, shielded: boolean): void {
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

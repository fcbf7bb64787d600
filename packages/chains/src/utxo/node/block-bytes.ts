/** The bytes of a block and of the outputs that it spends: by REST where the node offers it, else by RPC. */
import { sha256d } from '../../bytes/hash.js';
import { displayHash } from '../../bytes/hex.js';
import { ByteReader } from '../../bytes/reader.js';
import type { UtxoChain } from '../../chain.js';
import { BlockTooLargeError, DecodeError, isAboveOurBound, NodeLieError, TooLargeError } from '../../errors.js';
import { settingOf } from '../../rpc/http-options.js';
import { type Asked, checked } from '../../rpc/rpc-errors.js';
import { skipHeader } from '../block-checks.js';
import { hexAnswer } from './answer-schemas.js';
import { blockPath, type NodeProfile, spentTxOutsPath } from './profile.js';
import type { UtxoConnection } from './utxo-connection.js';

/**
 * @param byRpc also where the node offers REST
 * @throws NodeLieError unless the block's header has this hash, BlockTooLargeError for one that is larger than any
 *   that is read of the network
 */
export async function readRawBlock(node: UtxoConnection, hash: string, byRpc = false): Promise<Buffer> {
  try {
    return await readWhole(node, hash, byRpc);
  } catch (error) {
    if (!isAboveOurBound(error)) throw error;
    throw tooLarge(node, hash, error);
  }
}

function tooLarge({ chainParams, network, maxBinaryBytes }: UtxoConnection, hash: string, cause: TooLargeError): Error {
  const { name, code } = chainParams;
  const isFloating = network.mostBlockBytes !== undefined;
  const remedy = isFloating
    ? 'a newer version of Chaintrail may read it, and what is indexed below it stays right'
    : `no block is so large: let ${settingOf(code, 'RPC_URL')} name another node`;
  const sentence = `block ${hash} is larger than ${maxBinaryBytes} bytes, the most that is read of ${name} (${network.name}); ${remedy}`;
  return new BlockTooLargeError(sentence, false, { ...cause.facts, cause });
}

async function readWhole(node: UtxoConnection, hash: string, byRpc: boolean): Promise<Buffer> {
  const profile = await node.profile();
  let asked = node.asked(blockPath(hash));
  let block = profile.rest && !byRpc ? await readByRest(node, asked.method, profile) : null;
  if (block === null) {
    asked = node.asked('getblock');
    const answer = await node.rpc.call(asked.method, [hash, profile.rawBlockFlag], { pool: profile.largePool });
    block = checked(asked, answer, hexAnswer);
  }
  requireHeaderOf(asked, hash, block, node.chainParams);
  return block;
}

/**
 * 24,000 inputs of a block may spend scripts of 10,000 bytes each: then what they spend stays unknown, as on a node that
 * does not offer it.
 * @returns null when the node does not offer them, in general or for this block, and where they are too large.
 */
export async function readSpentOutputs(node: UtxoConnection, hash: string): Promise<Buffer | null> {
  const profile = await node.profile();
  if (!profile.spentTxOuts) return null;
  try {
    return await readByRest(node, spentTxOutsPath(hash), profile);
  } catch (error) {
    if (error instanceof TooLargeError) return null;
    throw error;
  }
}

async function readByRest(node: UtxoConnection, path: string, { largePool }: NodeProfile): Promise<Buffer | null> {
  const body = await node.rest(path, largePool);
  // The node may run without REST by now.
  if (body === null) node.onRestart();
  return body;
}

/**
 * Another block than the one asked for would corrupt everything that follows. The proof of merged mining, which the
 * hash does not cover, follows the header.
 * @throws NodeLieError unless the double SHA-256 of the header is the hash asked for.
 */
function requireHeaderOf(asked: Asked, hash: string, block: Buffer, chain: UtxoChain): void {
  const length = headerBytes(block, chain);
  if (length === null || block.length <= length) throw new NodeLieError(`a block of ${block.length} bytes`, asked);
  const found = displayHash(sha256d(block.subarray(0, length)));
  if (found !== hash) throw new NodeLieError(`asked for block ${hash}, got block ${found}`, asked);
}

/** @returns null where the header is cut short. */
function headerBytes(block: Buffer, chain: UtxoChain): number | null {
  const reader = new ByteReader(block);
  try {
    skipHeader(reader, chain);
    return reader.at;
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

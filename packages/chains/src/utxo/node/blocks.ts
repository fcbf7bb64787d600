/**
 * Blocks of the active chain: their hashes by height, and by hash their txids, their bytes and the outputs that they
 * spend. Bytes come by REST where the node offers it, else by RPC.
 */

import { ByteReader } from '../../bytes/reader.js';
import { BlockTooLargeError, isAboveOurBound, NodeError, TooLargeError } from '../../errors.js';
import { settingOf } from '../../rpc/http-options.js';
import { checked, type NodeCall } from '../../rpc/rpc-errors.js';
import { readHeader } from '../block-checks.js';
import { blockSizesAnswer, blockTxidsAnswer, hashAnswer, hexAnswer } from './answer-schemas.js';
import { bitcoindError, RPC_INVALID_PARAMETER } from './bitcoind-errors.js';
import { type NodeProfile, spentTxOutsPath } from './profile.js';
import type { UtxoConnection } from './utxo-connection.js';

/** Hashes in one batch: 10 KB of answer; some nodes hold answers above 16 KB back (see `profile.ts`). */
export const HASHES_PER_BATCH = 100;

const HASH_METHOD = 'getblockhash';
/** zebrad's, whose code -1 other failures have, too (zebra-rpc/src/methods.rs height_from_signed_int). */
const ZEBRAD_ABOVE_TIP = 'index is greater than the current tip';

/** @returns null above the tip. */
export async function readBlockHash(node: UtxoConnection, height: number): Promise<string | null> {
  try {
    return await node.read(HASH_METHOD, [height], hashAnswer);
  } catch (error) {
    if (error instanceof NodeError && isAboveTip(error.facts.code, error.message)) return null;
    throw error;
  }
}

/**
 * @returns hashes from `first` upward, fewer than `count` when the chain ends before, and where the node fails at one
 *   of them; `count` ≤ {@link HASHES_PER_BATCH}.
 */
export async function readBlockHashes(node: UtxoConnection, first: number, count: number): Promise<string[]> {
  const calls = Array.from({ length: count }, (_, index) => ({ method: HASH_METHOD, params: [first + index] }));
  const hashes: string[] = [];
  try {
    for (const outcome of await node.rpc.batch(HASH_METHOD, calls)) {
      if ('error' in outcome) {
        if (isAboveTip(outcome.error.code, outcome.error.message)) break;
        throw bitcoindError(node.asked(HASH_METHOD), outcome.error);
      }
      hashes.push(checked(node.asked(HASH_METHOD), outcome.result, hashAnswer));
    }
  } catch (error) {
    // The blocks before it can be had. Then it is the first one, and fails again.
    if (hashes.length === 0) throw error;
  }
  return hashes;
}

/** @returns the txids of a block, in its order. @throws NodeLieError when the answer is about another block */
export async function readBlockTxids(node: UtxoConnection, hash: string): Promise<string[]> {
  const { txidsFlag, largePool: pool } = await node.profile();
  const read = (value: unknown): string[] => {
    const block = blockTxidsAnswer.parse(value);
    if (block.hash !== hash) throw new TypeError(`asked for block ${hash}, got block ${block.hash}`);
    return block.tx;
  };
  return node.read('getblock', [hash, txidsFlag], read, { pool });
}

/** @returns whether the node leaves witnesses out of the blocks that it delivers; false where this one does not tell */
export async function leavesWitnessesOut(node: UtxoConnection, hash: string): Promise<boolean> {
  const { txidsFlag, largePool: pool } = await node.profile();
  const told = await node.readIfTold('getblock', [hash, txidsFlag], blockSizesAnswer, { pool });
  if (told?.strippedsize === undefined || told.strippedsize === told.size) return false;
  return (await readUncheckedBlock(node, hash)).bytes.length === told.strippedsize;
}

function isAboveTip(code: number | undefined, said: string): boolean {
  return code === RPC_INVALID_PARAMETER || said.includes(ZEBRAD_ABOVE_TIP);
}

/** Bytes that are said to be those of a block. */
interface UncheckedBlock {
  readonly asked: NodeCall;
  readonly bytes: Buffer;
}

/**
 * For those who pass the bytes on as they are.
 * @throws NodeLieError unless the block's header has this hash, BlockTooLargeError as {@link readUncheckedBlock}
 */
export async function readRawBlock(node: UtxoConnection, hash: string): Promise<Buffer> {
  const { asked, bytes } = await readUncheckedBlock(node, hash);
  return checked(asked, bytes, () => {
    const reader = new ByteReader(bytes);
    readHeader(reader, node.chainParams, hash);
    if (reader.remaining === 0) throw new TypeError(`a block of ${bytes.length} bytes is a header alone`);
    return bytes;
  });
}

/**
 * For those who decode it: `decodeUtxoBlock` compares its header with the hash.
 * @param byRpc also where the node offers REST
 * @throws BlockTooLargeError for a block that is larger than any that is read of the network
 */
export async function readUncheckedBlock(node: UtxoConnection, hash: string, byRpc = false): Promise<UncheckedBlock> {
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

async function readWhole(node: UtxoConnection, hash: string, byRpc: boolean): Promise<UncheckedBlock> {
  const profile = await node.profile();
  const asked = node.asked(`/rest/block/${hash}.bin`);
  const block = profile.rest && !byRpc ? await readByRest(node, asked.method, profile) : null;
  if (block !== null) return { asked, bytes: block };
  const bytes = await node.read('getblock', [hash, profile.rawBlockFlag], hexAnswer, { pool: profile.largePool });
  return { asked: node.asked('getblock'), bytes };
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

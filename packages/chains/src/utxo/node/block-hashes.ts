/** Hashes of the active chain by height, and txids by block. */
import { NodeError } from '../../errors.js';
import { checked } from '../../rpc/rpc-errors.js';
import { blockTxidsAnswer, hashAnswer } from './answer-schemas.js';
import { bitcoindError, RPC_INVALID_PARAMETER } from './bitcoind-errors.js';
import type { UtxoConnection } from './utxo-connection.js';

/**
 * Hashes in one batch: 10 KB of answer, below the 16 KB above which some nodes hold answers back (see `profile.ts`).
 */
export const HASHES_PER_BATCH = 100;

const METHOD = 'getblockhash';
/**
 * zebrad's, with the code -1, which it has for other failures as well (zebra-rpc/src/methods.rs
 * height_from_signed_int).
 */
const ZEBRAD_ABOVE_TIP = 'index is greater than the current tip';

/** @returns null above the tip. */
export async function readBlockHash(node: UtxoConnection, height: number): Promise<string | null> {
  try {
    return hashOf(node, await node.rpc.call(METHOD, [height]));
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
  const calls = Array.from({ length: count }, (_, index) => ({ method: METHOD, params: [first + index] }));
  const hashes: string[] = [];
  try {
    for (const outcome of await node.rpc.batch(METHOD, calls)) {
      if ('error' in outcome) {
        if (isAboveTip(outcome.error.code, outcome.error.message)) break;
        throw bitcoindError(node.asked(METHOD), outcome.error);
      }
      hashes.push(hashOf(node, outcome.result));
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
  const asked = node.asked('getblock');
  const answer = await node.rpc.call(asked.method, [hash, txidsFlag], { pool });
  return checked(asked, answer, (value) => {
    const block = blockTxidsAnswer.parse(value);
    if (block.hash !== hash) throw new TypeError(`asked for block ${hash}, got block ${block.hash}`);
    return block.tx;
  });
}

function isAboveTip(code: number | undefined, said: string): boolean {
  return code === RPC_INVALID_PARAMETER || said.includes(ZEBRAD_ABOVE_TIP);
}

function hashOf(node: UtxoConnection, answer: unknown): string {
  return checked(node.asked(METHOD), answer, (value) => hashAnswer.parse(value));
}

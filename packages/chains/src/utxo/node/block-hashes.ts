/** Which block of the active chain is at which height, and which transactions a block has. */

import type { ChainCode } from '../../chain.js';
import { NodeError } from '../../errors.js';
import { checked } from '../../rpc/checked.js';
import type { JsonRpc } from '../../rpc/json-rpc.js';
import { blockTxidsAnswer, hashAnswer } from './answer-schemas.js';
import { RPC_INVALID_PARAMETER, rpcFailure } from './bitcoind-errors.js';
import type { NodeProfile } from './profile.js';

/** Hashes in one batch: 10 KB of answer, below the 16 KB above which some nodes hold answers back (see `profile.ts`). */
export const HASHES_PER_BATCH = 100;

const METHOD = 'getblockhash';
/** zebrad's, with the code -1, which it has for other failures as well (zebra-rpc/src/methods.rs height_from_signed_int). */
const ZEBRAD_ABOVE_TIP = 'index is greater than the current tip';

/** @returns null above the tip. */
export async function readBlockHash(chain: ChainCode, rpc: JsonRpc, height: number): Promise<string | null> {
  try {
    return checkedHash(chain, await rpc.call(METHOD, [height]));
  } catch (error) {
    if (error instanceof NodeError && isAboveTip(error.facts.code, error.message)) return null;
    throw error;
  }
}

/** @returns hashes from `first` upward, fewer than `count` when the chain ends before; `count` ≤ {@link HASHES_PER_BATCH}. */
export async function readBlockHashes(chain: ChainCode, rpc: JsonRpc, first: number, count: number): Promise<string[]> {
  const heights = Array.from({ length: count }, (_, index) => [first + index]);
  const hashes: string[] = [];
  for (const outcome of await rpc.batch(METHOD, heights)) {
    if ('error' in outcome) {
      if (isAboveTip(outcome.error.code, outcome.error.message)) break;
      throw rpcFailure({ chain, method: METHOD }, outcome.error);
    }
    hashes.push(checkedHash(chain, outcome.result));
  }
  return hashes;
}

/** @returns the txids of a block, in its order. @throws NodeLieError when the answer is about another block */
export async function readBlockTxids(
  chain: ChainCode,
  rpc: JsonRpc,
  hash: string,
  { txidsFlag, largeLane: lane }: NodeProfile,
): Promise<string[]> {
  const method = 'getblock';
  const answer = await rpc.call(method, [hash, txidsFlag], { lane });
  return checked({ chain, method }, answer, (value) => {
    const block = blockTxidsAnswer.parse(value);
    if (block.hash !== hash) throw new TypeError(`asked for block ${hash}, got block ${block.hash}`);
    return block.tx;
  });
}

function isAboveTip(code: number | undefined, said: string): boolean {
  return code === RPC_INVALID_PARAMETER || said.includes(ZEBRAD_ABOVE_TIP);
}

function checkedHash(chain: ChainCode, answer: unknown): string {
  return checked({ chain, method: METHOD }, answer, (value) => hashAnswer.parse(value));
}

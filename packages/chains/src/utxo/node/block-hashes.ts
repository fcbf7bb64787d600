/** Which block of the active chain is at which height. */
import type { ChainCode } from '../../chain.js';
import { blockHashAnswer, checked } from './answers.js';
import { hasCode, RPC_INVALID_PARAMETER, rpcFailure } from './failures.js';
import type { JsonRpc } from './json-rpc.js';

/** Hashes in one batch: 10 KB of answer, below the 16 KB above which some nodes hold answers back (see `profile.ts`). */
export const HASHES_PER_BATCH = 100;

const METHOD = 'getblockhash';

/** @returns null above the tip. */
export async function readBlockHash(chain: ChainCode, rpc: JsonRpc, height: number): Promise<string | null> {
  try {
    return checkedHash(chain, await rpc.call(METHOD, [height]));
  } catch (error) {
    if (hasCode(error, RPC_INVALID_PARAMETER)) return null;
    throw error;
  }
}

/** @returns hashes from `first` upward, fewer than `count` when the chain ends before; `count` ≤ {@link HASHES_PER_BATCH}. */
export async function readBlockHashes(chain: ChainCode, rpc: JsonRpc, first: number, count: number): Promise<string[]> {
  const heights = Array.from({ length: count }, (_, index) => [first + index]);
  const hashes: string[] = [];
  for (const outcome of await rpc.batch(METHOD, heights, 'shared')) {
    if ('error' in outcome) {
      if (outcome.error.code === RPC_INVALID_PARAMETER) break;
      throw rpcFailure({ chain, method: METHOD }, outcome.error);
    }
    hashes.push(checkedHash(chain, outcome.result));
  }
  return hashes;
}

function checkedHash(chain: ChainCode, answer: unknown): string {
  return checked({ chain, method: METHOD }, answer, (value) => blockHashAnswer.parse(value));
}

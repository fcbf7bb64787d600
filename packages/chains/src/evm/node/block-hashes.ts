/** Which block of the canonical chain is at which height. */
import { NodeError } from '../../errors.js';
import { checked } from '../../rpc/checked.js';
import type { RpcOutcome } from '../../rpc/json-rpc.js';
import { BlockNotFoundError } from '../../rpc/unavailable.js';
import { type EvmConnection, resultOf } from './evm-connection.js';
import { evmFailure } from './evm-errors.js';
import { byNumber, type HeaderAnswer, readHeader } from './evm-headers.js';
import { quantity } from './quantity.js';

const METHOD = 'eth_getBlockByNumber';

/** @returns null above the tip. @throws NodeError with code 4444 where the node has dropped the block. */
export async function readHeaderAt(node: EvmConnection, height: number): Promise<HeaderAnswer | null> {
  const [header] = await node.batch(METHOD, [byNumber(quantity(height))], (outcome) => headerOf(node, outcome, height));
  return header ?? null;
}

const READINGS = 3;

/**
 * @returns hashes from `first` upward, fewer than `count` where the chain ends before.
 * @throws NodeError, retryable, where they do not follow one another in several readings: the chain changes meanwhile.
 */
export async function readBlockHashes(node: EvmConnection, first: number, count: number): Promise<string[]> {
  const calls = Array.from({ length: count }, (_, index) => byNumber(quantity(first + index)));
  for (let reading = 1; reading <= READINGS; reading++) {
    const headers = await node.batch(METHOD, calls, (outcome, index) => headerOf(node, outcome, first + index));
    const end = headers.indexOf(null);
    const chain = (end < 0 ? headers : headers.slice(0, end)) as HeaderAnswer[];
    if (chain.every(({ parentHash }, at) => at === 0 || parentHash === chain[at - 1]?.hash)) {
      return chain.map(({ hash }) => hash);
    }
  }
  const sentence = `the ${count} blocks from height ${first} on do not follow one another: the chain changes meanwhile`;
  throw new NodeError(sentence, true, node.asked(METHOD));
}

/** Null where there is no such block (yet), which some nodes call an error. */
function headerOf(node: EvmConnection, outcome: RpcOutcome, height: number): HeaderAnswer | null {
  const asked = node.asked(METHOD);
  if ('error' in outcome && evmFailure(asked, outcome.error) instanceof BlockNotFoundError) return null;
  return checked(asked, resultOf(asked, outcome), (value) => readHeader(value, height));
}

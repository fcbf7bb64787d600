/** Headers of the canonical chain by height or tag, as far as the client itself needs them. */
import { z } from 'zod';
import { BlockNotFoundError, NodeError } from '../../errors.js';
import type { RpcOutcome } from '../../rpc/json-rpc.js';
import { checked } from '../../rpc/rpc-errors.js';
import type { EvmConnection } from './evm-connection.js';
import { evmError } from './evm-errors.js';
import { hashAnswer, numberAnswer, quantity } from './quantity.js';

const METHOD = 'eth_getBlockByNumber';

const headerAnswer = z.object({
  hash: hashAnswer,
  number: numberAnswer,
  parentHash: hashAnswer,
  timestamp: numberAnswer,
});

/** Of a block by height or tag; null where there is none. */
export type HeaderAnswer = z.infer<typeof headerAnswer>;

/**
 * Header fields of an answer to eth_getBlockByNumber, or null.
 * @throws ZodError, TypeError for a block of another height
 */
export function readHeader(value: unknown, height?: number): HeaderAnswer | null {
  if (value === null || value === undefined) return null;
  const header = headerAnswer.parse(value);
  if (height !== undefined && header.number !== height) {
    throw new TypeError(`asked for block ${height}, got block ${header.number}`);
  }
  return header;
}

/** Parameters of eth_getBlockByNumber for a header with the hashes of its transactions. */
export function byNumber(block: string): { method: string; params: [string, boolean] } {
  return { method: METHOD, params: [block, false] };
}

/** @returns null above the tip. @throws NodeError with code 4444 where the node has dropped the block. */
export async function readHeaderAt(node: EvmConnection, height: number): Promise<HeaderAnswer | null> {
  try {
    const answer = await node.call(METHOD, byNumber(quantity(height)).params);
    return checked(node.asked(METHOD), answer, (value) => readHeader(value, height));
  } catch (error) {
    if (error instanceof BlockNotFoundError) return null;
    throw error;
  }
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
  if ('error' in outcome && evmError(asked, outcome.error) instanceof BlockNotFoundError) return null;
  return checked(asked, node.resultOf(asked, outcome), (value) => readHeader(value, height));
}

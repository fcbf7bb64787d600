/** Headers of the canonical chain by height or tag, as far as the client itself needs them. */
import { z } from 'zod';
import { BlockNotFoundError, BlockPrunedError, NodeError, NodeLieError } from '../../errors.js';
import type { RpcCall, RpcOutcome } from '../../rpc/json-rpc.js';
import { RPC_INTERNAL_ERROR } from '../../rpc/rpc-errors.js';
import type { EvmConnection } from './evm-connection.js';
import { hashAnswer, numberAnswer, quantity } from './quantity.js';

const METHOD = 'eth_getBlockByNumber';
const BY_HASH = 'eth_getBlockByHash';
/** The code that most errors of clients have. */
const SERVER_ERROR = -32000;

const headerAnswer = z.object({
  hash: hashAnswer,
  number: numberAnswer,
  parentHash: hashAnswer,
  timestamp: numberAnswer,
});

/** Header of a block by height or tag; null where there is none. */
export type HeaderAnswer = z.infer<typeof headerAnswer>;

/** Fields of a header, or null. @throws ZodError, TypeError for a block of another height */
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

/**
 * The header at a height of the canonical chain. Where the node fails at this height alone, it is found by hash.
 * @returns null above the tip. @throws NodeError with code 4444 where the node has dropped the block.
 */
export async function readHeaderAt(node: EvmConnection, height: number): Promise<HeaderAnswer | null> {
  try {
    return await node.read(METHOD, byNumber(quantity(height)).params, (value) => readHeader(value, height));
  } catch (error) {
    if (error instanceof BlockNotFoundError) return null;
    const header = isOfBlock(error) ? await findBelowChild(node, height, error.message) : null;
    if (header === null) throw error;
    return header;
  }
}

/** The same where the node may show none at this height, and yet some above it. */
export async function findHeaderAt(node: EvmConnection, height: number): Promise<HeaderAnswer | null> {
  return (await readHeaderAt(node, height)) ?? findBelowChild(node, height, 'no block, but some above it');
}

/** Blocks above, one of which has to be there by its height: from it, the hashes of parents lead down. */
const CHILDREN = 32;

/**
 * The header of a block that the node does not show by its height: children name the hashes of their parents.
 * @param cause why it is looked for
 * @returns null where the node has none of the next blocks by height, or lacks one by hash
 */
async function findBelowChild(node: EvmConnection, height: number, cause: string): Promise<HeaderAnswer | null> {
  const calls = Array.from({ length: CHILDREN }, (_, index) => byNumber(quantity(height + 1 + index)));
  const above = await node.batch(METHOD, calls, (outcome, index) => readOutcome(node, outcome, height + 1 + index));
  let header = above.find((found) => found.header !== null)?.header ?? null;
  while (header !== null && header.number > height) header = await readParent(node, header);
  if (header !== null) {
    const sentence = `block ${height} (${header.hash}) is asked for by the hash that its child names, not by height`;
    node.detour(height, `${sentence}: ${cause}`);
  }
  return header;
}

async function readParent(node: EvmConnection, { parentHash, number }: HeaderAnswer): Promise<HeaderAnswer | null> {
  const header = await node.read(BY_HASH, [`0x${parentHash}`, false], (value) => readHeader(value, number - 1));
  return header?.hash === parentHash ? header : null;
}

/** A refusal of this one call: not that the node is busy, lacks the method, or has dropped its history. */
export function isOfBlock(error: unknown): error is NodeError | NodeLieError {
  if (error instanceof NodeLieError) return true;
  if (!(error instanceof NodeError) || error instanceof BlockPrunedError) return false;
  const { code } = error.facts;
  return code === RPC_INTERNAL_ERROR || code === SERVER_ERROR || (code !== undefined && code < 0 && !error.retryable);
}

const READINGS = 3;
/** More blocks of one reading that fail are trouble of the node, not of these blocks. */
const MOST_FAILURES = 8;

/**
 * @returns hashes from `first` upward, fewer than `count` where the chain ends before.
 * @throws NodeError, retryable, where they do not follow one another in several readings: the chain changes meanwhile.
 */
export async function readBlockHashes(node: EvmConnection, first: number, count: number): Promise<string[]> {
  const calls = Array.from({ length: count }, (_, index) => byNumber(quantity(first + index)));
  for (let reading = 1; reading <= READINGS; reading++) {
    const chain = await readChain(node, calls, first);
    if (chain.every(({ parentHash }, at) => at === 0 || parentHash === chain[at - 1]?.hash)) {
      return chain.map(({ hash }) => hash);
    }
  }
  const sentence = `the ${count} blocks from height ${first} on do not follow one another: the chain changes meanwhile`;
  throw new NodeError(sentence, true, node.asked(METHOD));
}

/** Headers up to where the chain ends. What fails, or is missing, is looked for by itself. */
async function readChain(node: EvmConnection, calls: readonly RpcCall[], first: number): Promise<HeaderAnswer[]> {
  const read = await node.batches(METHOD, calls, (outcomes, at) => {
    const headers = outcomes.map((outcome, index) => readOutcome(node, outcome, first + at + index));
    const failed = headers.flatMap(({ failure }) => failure ?? []);
    if (failed.length > MOST_FAILURES) throw failed[0] as Error;
    return headers;
  });
  const chain: HeaderAnswer[] = [];
  for (const [index, { header }] of read.entries()) {
    const found = header ?? (await findHeaderAt(node, first + index));
    if (found === null) break;
    chain.push(found);
  }
  return chain;
}

interface ReadHeader {
  /** Null where there is no such block (yet), which some nodes call an error, and where it cannot be read. */
  readonly header: HeaderAnswer | null;
  readonly failure: unknown;
}

function readOutcome(node: EvmConnection, outcome: RpcOutcome, height: number): ReadHeader {
  try {
    return { header: node.readOutcome(METHOD, outcome, (value) => readHeader(value, height)), failure: null };
  } catch (error) {
    if (error instanceof BlockNotFoundError) return { header: null, failure: null };
    if (isOfBlock(error)) return { header: null, failure: error };
    throw error;
  }
}

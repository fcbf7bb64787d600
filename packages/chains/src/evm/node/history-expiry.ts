/** From which height on a node has blocks with their receipts: EIP-4444 lets it drop old ones. */
import { z } from 'zod';
import { BlockPrunedError, NodeError, type NodeLieError, StateUnavailableError, TooLargeError } from '../../errors.js';
import { hasCode, RPC_INVALID_PARAMS, RPC_METHOD_NOT_FOUND } from '../../rpc/rpc-errors.js';
import type { EvmConnection } from './evm-connection.js';
import { isOfBlock, readHeaderAt } from './evm-headers.js';
import { numberAnswer, quantity } from './quantity.js';

/** eth_capabilities (execution-apis): what is kept, each with its oldest block. */
const part = z.object({ disabled: z.boolean().optional(), oldestBlock: numberAnswer }).optional().catch(undefined);
const capabilitiesAnswer = z.object({ blocks: part, receipts: part });

/** By the node's own words it is gone. What fails otherwise may be gone, too, or damaged. */
type History = 'there' | 'gone' | NodeError | NodeLieError;

/** Blocks around one that fails: a damaged one has receipts on both sides; below a history's first block are none. */
const NEIGHBOURS = [1, 2, 3, 4];

/**
 * Whether the node has history at this height, be it damaged or too large to be read at once: not whether it can be
 * read.
 * @throws what the node says where it has no receipts of its tip either
 */
export async function hasHistoryAt(node: EvmConnection, height: number, tipHeight: number): Promise<boolean> {
  const history = await historyAt(node, height);
  if (typeof history === 'string') return history === 'there';
  if (!(await isAnyThere(node, [tipHeight, tipHeight - 1], height))) throw history;
  const below = NEIGHBOURS.map((distance) => height - distance).filter((at) => at > 0);
  const above = NEIGHBOURS.map((distance) => height + distance).filter((at) => at <= tipHeight);
  return isAnyThere(node, below.length > 0 ? below : above, height);
}

async function isAnyThere(node: EvmConnection, heights: readonly number[], but: number): Promise<boolean> {
  for (const height of heights) if (height !== but && (await historyAt(node, height)) === 'there') return true;
  return false;
}

async function historyAt(node: EvmConnection, height: number): Promise<History> {
  const method = 'eth_getBlockReceipts';
  try {
    const header = await readHeaderAt(node, height);
    if (header === null) return new NodeError(`there is no block ${height}`, false, node.asked('eth_getBlockByNumber'));
    const { kind } = await node.callRaw(method, [quantity(height)], node.maxBlockBytes);
    return kind === 'list' ? 'there' : new NodeError(`no receipts of block ${height}`, true, node.asked(method));
  } catch (error) {
    if (error instanceof TooLargeError) return 'there';
    // A node that takes no height here, or does not know the method, is asked otherwise when blocks are read.
    if (hasCode(error, RPC_INVALID_PARAMS) || hasCode(error, RPC_METHOD_NOT_FOUND)) return 'there';
    if (error instanceof BlockPrunedError || error instanceof StateUnavailableError) return 'gone';
    if (isOfBlock(error)) return error;
    throw error;
  }
}

/**
 * The lowest height with history between one without (`missing`) and the tip: what the node says, checked, else by
 * bisection.
 * @returns the tip's height where nothing below it is there
 */
export async function readFirstHeight(node: EvmConnection, missing: number, tipHeight: number): Promise<number> {
  const said = await readOldest(node);
  if (said !== null && said > missing && said <= tipHeight && (await historyAt(node, said)) === 'there') return said;
  let low = missing;
  let high = tipHeight;
  while (high - low > 1) {
    const middle = low + ((high - low) >> 1);
    if ((await historyAt(node, middle)) === 'there') high = middle;
    else low = middle;
  }
  return high;
}

async function readOldest(node: EvmConnection): Promise<number | null> {
  let answer: unknown;
  try {
    answer = await node.call('eth_capabilities', []);
  } catch (error) {
    if (error instanceof NodeError && !error.retryable) return null;
    throw error;
  }
  const said = capabilitiesAnswer.safeParse(answer);
  if (!said.success) return null;
  const { blocks, receipts } = said.data;
  return Math.max(blocks?.oldestBlock ?? 0, receipts?.oldestBlock ?? 0) || null;
}

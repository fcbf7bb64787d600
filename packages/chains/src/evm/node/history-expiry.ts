/** From which height on a node has blocks with their receipts: EIP-4444 lets it drop old ones. */
import { z } from 'zod';
import { NodeError } from '../../errors.js';
import { hasCode, RPC_INVALID_PARAMS, RPC_METHOD_NOT_FOUND } from '../../rpc/rpc-errors.js';
import { BLOCK_MAX_BYTES, type EvmConnection } from './evm-connection.js';
import { readHeaderAt } from './evm-headers.js';
import { numberAnswer, quantity } from './quantity.js';

/** eth_capabilities (execution-apis): what is kept, each with its oldest block. */
const part = z.object({ disabled: z.boolean().optional(), oldestBlock: numberAnswer }).optional().catch(undefined);
const capabilitiesAnswer = z.object({ blocks: part, receipts: part });

/** Whether the block of the canonical chain at this height is there, and its receipts are. */
export async function hasHistoryAt(node: EvmConnection, height: number): Promise<boolean> {
  try {
    if ((await readHeaderAt(node, height)) === null) return false;
    return await hasReceipts(node, height);
  } catch (error) {
    if (error instanceof NodeError && !error.retryable) return false;
    throw error;
  }
}

async function hasReceipts(node: EvmConnection, height: number): Promise<boolean> {
  const method = 'eth_getBlockReceipts';
  try {
    const { kind } = await node.callRaw(method, [quantity(height)], BLOCK_MAX_BYTES);
    return kind === 'list';
  } catch (error) {
    // A node that takes no height here, or does not know the method, is asked otherwise when blocks are read.
    if (hasCode(error, RPC_INVALID_PARAMS) || hasCode(error, RPC_METHOD_NOT_FOUND)) return true;
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
  if (said !== null && said > missing && said <= tipHeight && (await hasHistoryAt(node, said))) return said;
  let low = missing;
  let high = tipHeight;
  while (high - low > 1) {
    const middle = low + ((high - low) >> 1);
    if (await hasHistoryAt(node, middle)) high = middle;
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

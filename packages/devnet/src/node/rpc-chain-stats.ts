import { medianTime } from './block-json.js';
import type { ChainSource, StoredBlock } from './chain-source.js';
import type { Json } from './decimal-json.js';
import { hashParam, integerParam, type Params, type RpcContext, type RpcMethod, requireBlock } from './rpc-context.js';
import { RPC_INVALID_PARAMETER, RpcError } from './rpc-error.js';

/** The window by default: one month of blocks (bitcoin src/rpc/blockchain.cpp getchaintxstats). */
const MONTH_SECONDS = 30 * 24 * 60 * 60;

function getChainTxStats(context: RpcContext, params: Params): Json {
  const { source } = context;
  const { timeOffset } = context.profile.wire;
  const final = finalBlock(context, params);
  const count = windowOf(context, params, final.height);
  const past = blockAt(source, final.height - count);
  const transactions = transactionsUpTo(source, final.height);
  const window = transactions - transactionsUpTo(source, past.height);
  const seconds = medianTime(source, final, timeOffset) - medianTime(source, past, timeOffset);
  return {
    time: final.header.readUInt32LE(timeOffset),
    txcount: transactions,
    window_final_block_hash: final.hash,
    window_final_block_height: final.height,
    window_block_count: count,
    window_tx_count: count > 0 ? window : undefined,
    window_interval: count > 0 ? seconds : undefined,
    txrate: count > 0 && seconds > 0 ? window / seconds : undefined,
  };
}

function finalBlock(context: RpcContext, params: Params): StoredBlock {
  const { source } = context;
  if (params[1] === undefined || params[1] === null) return requireBlock(context, source.tip().hash);
  const block = requireBlock(context, hashParam(params, 1, 'blockhash'));
  if (source.hashAt(block.height) === block.hash) return block;
  throw new RpcError(RPC_INVALID_PARAMETER, 'Block is not in main chain');
}

function windowOf({ profile }: RpcContext, params: Params, height: number): number {
  if (params[0] === undefined || params[0] === null) {
    return Math.max(0, Math.min(Math.floor(MONTH_SECONDS / profile.chain.blockSeconds), height - 1));
  }
  const count = integerParam(params, 0, 0);
  if (count >= 0 && (count === 0 || count < height)) return count;
  throw new RpcError(RPC_INVALID_PARAMETER, "Invalid block count: should be between 0 and the block's height - 1");
}

/** Counted block by block: a real node keeps the sum with every block, a simulated chain is short. */
function transactionsUpTo(source: ChainSource, height: number): number {
  let sum = 0;
  for (let at = 0; at <= height; at++) sum += blockAt(source, at).transactionCount;
  return sum;
}

function blockAt(source: ChainSource, height: number): StoredBlock {
  const block = source.block(source.hashAt(height) ?? '');
  if (!block) throw new RangeError(`no block at height ${height}`);
  return block;
}

export const chainStatsMethods: Readonly<Record<string, RpcMethod>> = {
  getchaintxstats: { names: ['nblocks', 'blockhash'], run: getChainTxStats },
};

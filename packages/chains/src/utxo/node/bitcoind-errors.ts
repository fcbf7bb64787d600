/** Meaning of the errors of bitcoind and its relatives. */
import { BlockPrunedError, NodeError, TooLargeError } from '../../errors.js';
import { type ErrorDialect, type NodeCall, quoteForeign, type RpcError } from '../../rpc/rpc-errors.js';

/** bitcoin src/rpc/protocol.h RPC_IN_WARMUP. */
export const RPC_IN_WARMUP = -28;
/** bitcoin src/rpc/protocol.h RPC_INVALID_PARAMETER; getblockhash above the tip. */
export const RPC_INVALID_PARAMETER = -8;
/** bitcoin src/rpc/protocol.h RPC_INVALID_ADDRESS_OR_KEY: no such block, no such transaction. */
export const RPC_NOT_FOUND = -5;

/** For a call of one thing. */
export function isUnknown({ code }: RpcError): boolean {
  return code === RPC_NOT_FOUND;
}

/** zebrad's limits of a request, an answer and the answers of a batch (jsonrpsee types/src/error.rs). */
const TOO_LARGE_CODES: ReadonlySet<number> = new Set([-32007, -32008, -32011]);

/**
 * With a UTXO snapshot loaded, blocks below it arrive later (bitcoin src/rpc/blockchain.cpp GetRawBlockChecked); a
 * zebrad that was just installed has no genesis block yet (zebra-rpc/src/methods.rs best_chain_tip_height).
 */
const PASSING_SENTENCES = /not fully downloaded|No blocks in state/;

/**
 * "Block not available (pruned data)", "Undo data not available (pruned data)" (bitcoin src/rpc/blockchain.cpp); of a
 * transaction whose block is named "Block not available" (src/rpc/rawtransaction.cpp).
 */
const PRUNED = /\(pruned data\)|^Block not available$/;

/** @param error what the node itself answered. */
export function bitcoindError(asked: NodeCall, error: RpcError): NodeError {
  const said = quoteForeign(error.message);
  const sentence = `error ${error.code}: ${said}`;
  const facts = { ...asked, code: error.code };
  if (TOO_LARGE_CODES.has(error.code)) return new TooLargeError(sentence, false, facts);
  if (PRUNED.test(error.message)) return new BlockPrunedError(sentence, facts);
  return new NodeError(sentence, error.code === RPC_IN_WARMUP || PASSING_SENTENCES.test(said), facts);
}

export const BITCOIND_ERRORS: ErrorDialect = {
  rpcError: bitcoindError,
  forbidden: 'rpcallowip and rpcwhitelist of the node',
};

/** Meaning of the errors of the EVM family's nodes. Each client has its own messages, and most share code -32000. */
import { BlockNotFoundError, BlockPrunedError, NodeError, StateUnavailableError, TooLargeError } from '../../errors.js';
import {
  type ErrorDialect,
  type NodeCall,
  quoteForeign,
  RPC_INTERNAL_ERROR,
  RPC_METHOD_NOT_FOUND,
  type RpcError,
} from '../../rpc/rpc-errors.js';

/**
 * Blocks or receipts dropped by EIP-4444: go-ethereum internal/ethapi/errors.go, reth rpc-eth-types error/mod.rs,
 * nethermind ErrorCodes.cs.
 */
export const HISTORY_PRUNED = 4444;
/** EIP-1474 "limit exceeded": a batch too large on Nethermind and Besu, else a node or provider that is overloaded. */
const LIMIT_EXCEEDED = -32005;
/** execution-apis' -39001, of a tag that names no block yet; EIP-1474's "resource not found" on Reth and Anvil. */
const UNKNOWN_BLOCK_CODES: ReadonlySet<number> = new Set([-39001, -32001]);
/** A call that reverted. Some nodes have another code for that. */
const REVERT = 3;

/**
 * - go-ethereum "the method … does not exist/is not available"
 * - Nethermind "… found but the containing module is disabled" (-32600), "Method … is not supported"
 * - Besu "Method not enabled" (-32604), Anvil "Method not found"
 */
const METHOD_MISSING =
  /method.*(does not exist|is not available|not found|not enabled|not supported|not whitelisted|not allowed)|containing module is disabled|found for the url .* but/i;
const METHOD_MISSING_CODES: ReadonlySet<number> = new Set([RPC_METHOD_NOT_FOUND, -32604]);

/** jsonrpsee types/src/error.rs (reth): request, answer, batch, a batch's answers; go-ethereum rpc/errors.go -32003 */
const TOO_LARGE_CODES: ReadonlySet<number> = new Set([-32007, -32008, -32010, -32011]);
/**
 * go-ethereum "batch too large" (-32600), "response too large" (-32003); Erigon "batch limit 100 exceeded"; Nethermind
 * "MaxBatchResponseBodySize … exceeded".
 */
const TOO_LARGE =
  /batch (too large|limit|size)|batch(ed)? (request|response)s?.*(too large|not supported)|max ?batch|batch.*exceed|exceeds max batch|response (is )?too (large|big)|response size/i;

/** -32009 is jsonrpsee's "server is busy", -32016/-32017 Nethermind's time limits, 429 and -32029 providers'. */
const BUSY_CODES: ReadonlySet<number> = new Set([-32009, -32016, -32017, -32029, 429]);
const BUSY =
  /rate limit|too many requests|overloaded|server is busy|request timed out|request timeout|timed out waiting|compute units|capacity|usage limit|try again|temporarily|handler crashed|indexing is in progress|connection/i;
/** Besu's "Initial sync is still in progress" has a code that is a limit elsewhere (-32008). */
const SYNCING = /sync is still in progress|not yet in sync|node is (still )?(syncing|starting)/i;

/**
 * - go-ethereum: "missing trie node …", "required historical state unavailable (reexec=128)", "historical state … is
 *   not available", "state … is not available" (core/state/database_history.go, eth/state_accessor.go); so Nitro and
 *   op-geth.
 * - reth: "state at block #… is pruned", "no state found for block …", "distance to target block exceeds maximum proof
 *   window", "insufficient changesets to revert …" (storage/errors/src/provider.rs)
 * - Erigon: "history has been pruned for this block", "old data not available due to pruning" (rpc/jsonrpc/eth_api.go)
 * - Nethermind: "No state available for block …", "… is missing from the DB" in the stack trace of an internal error
 * - Besu: "World state unavailable"
 * - providers: "archive requests need …", "running with state pruning. Run with --pruning=archive"
 */
const STATE_MISSING =
  /missing trie ?node|missing from the db|(required )?historical state|state .*(not available|unavailable|pruned|not found|missing)|no state (found|available)|exceeds maximum proof window|insufficient changesets|history has been pruned|due to pruning|state (histories|history)|state pruning|archiv(e|al)/i;

/** "pruned history unavailable"; reth "block #… is not available, history has expired (earliest available: #…)". */
const HISTORY_GONE =
  /pruned history|history has expired|history (is )?(pruned|unavailable)|ancient.*(pruned|unavailable)/i;

/**
 * go-ethereum "header not found", "header for hash not found"; reth "block not found: …" (-32001); Besu "Block not
 * found"; Anvil "block … not found".
 */
const BLOCK_MISSING =
  /header (for hash )?not found|block[^,]*not found|unknown block|no header found|(could not|cannot) find block|not (currently )?canonical|block .*(does not exist|out of range)|block number .*not/i;

/**
 * A call that a contract ended: go-ethereum and most others code 3, Nethermind -32015 before it had that. What follows
 * is the contract's own text, which may well say "missing trie node".
 */
const REVERTED = /^(vm )?(execution )?(error: )?revert(ed)?\b/i;
const REVERTED_CODES: ReadonlySet<number> = new Set([3, -32015]);

/**
 * Execution that took longer than the node allows: go-ethereum "execution timeout", "execution aborted (timeout = 5s)"
 * (internal/ethapi/api.go).
 */
export const EXECUTION_TIMEOUT = /execution (timeout|timed out|aborted)|evm timeout|tracing timeout/i;

/** @param error what the node itself answered */
export function evmError(asked: NodeCall, { code, message, data }: RpcError): NodeError {
  const sentence = `error ${code}: ${quoteForeign(message)}`;
  const facts = { ...asked, code };
  // Nethermind answers "Internal error" and has the reason in a stack trace.
  const text = code === RPC_INTERNAL_ERROR && typeof data === 'string' ? `${message} ${data.slice(0, 2000)}` : message;
  if (REVERTED_CODES.has(code) || REVERTED.test(message))
    return new NodeError(sentence, false, { ...asked, code: REVERT });
  if (METHOD_MISSING_CODES.has(code) || METHOD_MISSING.test(text)) {
    return new NodeError(sentence, false, { ...asked, code: RPC_METHOD_NOT_FOUND });
  }
  if (SYNCING.test(text)) return new NodeError(sentence, true, facts);
  if (TOO_LARGE_CODES.has(code) || TOO_LARGE.test(text)) return new TooLargeError(sentence, false, facts);
  if (code === LIMIT_EXCEEDED || BUSY_CODES.has(code)) return new NodeError(sentence, true, facts);
  if (code === HISTORY_PRUNED || HISTORY_GONE.test(text)) {
    return new BlockPrunedError(sentence, { ...asked, code: HISTORY_PRUNED });
  }
  if (STATE_MISSING.test(text)) return new StateUnavailableError(sentence, facts);
  if (BUSY.test(text)) return new NodeError(sentence, true, facts);
  if (UNKNOWN_BLOCK_CODES.has(code) || BLOCK_MISSING.test(text)) return new BlockNotFoundError(sentence, facts);
  return new NodeError(sentence, code === RPC_INTERNAL_ERROR || EXECUTION_TIMEOUT.test(text), facts);
}

export const EVM_ERRORS: ErrorDialect = {
  rpcError: evmError,
  forbidden: 'the host names and addresses that the node serves (--http.vhosts of geth)',
};

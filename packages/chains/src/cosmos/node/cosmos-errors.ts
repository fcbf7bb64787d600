/**
 * Meanings of CometBFT's errors. Mostly it answers "Internal error" and has the reason in `data`. Read from thornode
 * 3.9.0 (CometBFT 0.38) and mayanode 1.111.0 (Tendermint 0.34): results and blocks that are not there, and batches.
 * From the source of cometbft 0.38.21 alone (rpc/core): results that are not kept, and pruned heights.
 */
import { BlockNotFoundError, BlockPrunedError, NodeError, type NodeErrorFacts, TooLargeError } from '../../errors.js';
import {
  type ErrorDialect,
  type NodeCall,
  quoteForeign,
  RPC_INTERNAL_ERROR,
  RPC_METHOD_NOT_FOUND,
  type RpcError,
} from '../../rpc/rpc-errors.js';

/** The node has the block without its results: `discard_abci_responses` of its config.toml. */
export class ResultsNotKeptError extends BlockPrunedError {}

/** The block is being executed, or its results were pruned. */
export class ResultsNotFoundError extends NodeError {
  constructor(message: string, facts: NodeErrorFacts) {
    super(message, true, facts);
  }
}

/** The server that answered has not come so far: behind a load balancer another one may have the block. */
export class BlockAboveTipError extends BlockNotFoundError {}

/** "batch request exceeds maximum (10) allowed number of requests" (-32600). */
const TOO_LARGE = /batch request exceeds|too large/i;
const NOT_KEPT = /not persisting|responses are not (persisted|stored)/i;
/** "could not find results for height #5". */
const NO_RESULTS = /could not find results/i;
/** "height 5 must be less than or equal to the current blockchain height 4". */
const ABOVE_TIP = /must be less than or equal to/i;
/**
 * - "height 5 is not available, lowest height is 9"
 * - "min height 5 can't be greater than max height 4"
 */
const NO_BLOCK = /is not available, lowest height|can't be greater than max height/i;

/** @param error what the node itself answered */
function cosmosError(asked: NodeCall, { code, message, data }: RpcError): NodeError {
  const reason = typeof data === 'string' && data !== '' ? data : message;
  const sentence = `error ${code}: ${quoteForeign(reason)}`;
  const facts = { ...asked, code };
  if (code === RPC_METHOD_NOT_FOUND) return new NodeError(sentence, false, facts);
  if (TOO_LARGE.test(reason)) return new TooLargeError(sentence, false, facts);
  if (NOT_KEPT.test(reason)) return new ResultsNotKeptError(sentence, facts);
  if (NO_RESULTS.test(reason)) return new ResultsNotFoundError(sentence, facts);
  if (ABOVE_TIP.test(reason)) return new BlockAboveTipError(sentence, facts);
  if (NO_BLOCK.test(reason)) return new BlockNotFoundError(sentence, facts);
  return new NodeError(sentence, code === RPC_INTERNAL_ERROR, facts);
}

export const COSMOS_ERRORS: ErrorDialect = {
  rpcError: cosmosError,
  forbidden: 'what stands before the node: CometBFT itself refuses nobody',
};

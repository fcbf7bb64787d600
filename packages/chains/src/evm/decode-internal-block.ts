import { HASH_BYTES } from '../bytes/hash.js';
import type { BlockRef, EvmChainNetwork } from '../chain.js';
import { readResult } from '../json/rpc-envelope.js';
import type { EvmTraceAnswer, InternalBlock } from './evm-block.js';
import { readCallTraces } from './traces/call-tracer.js';
import { InternalRows } from './traces/internal-rows.js';
import { readParityTraces } from './traces/read-parity-traces.js';
import { selfDestructRules } from './traces/self-destruct.js';

/** The block of traces, and its header time in unix seconds: what is burned depends on it. */
export interface TracedBlockRef extends BlockRef {
  readonly time: number;
  /** By its receipt, a `TRACED_STATUS` of each entry. Without them traces are not compared with it. */
  readonly statuses?: Uint8Array | undefined;
}

/**
 * Decodes what moved inside the transactions of a block, from a node's traces. It leaves out what block and receipts
 * show: the two together are all that happened to each balance.
 *
 * One pass over the answer keeps nothing of inputs, outputs and the tree of calls, and of one transaction's frames only
 * what they moved. So traces of hundreds of megabytes need little memory beside their own.
 *
 * @param txids 32 bytes for each entry of the block, in order
 * @param entries transactions, and one more where the block has an entry of its own
 * @throws DecodeError where an answer is malformed, of another block, lacks a transaction, says that one could not be
 *   traced, or contradicts a receipt
 */
export function decodeInternalBlock(
  chainNetwork: EvmChainNetwork,
  ref: TracedBlockRef,
  traces: EvmTraceAnswer,
  txids: Uint8Array,
  entries: number,
): InternalBlock {
  const blockHash = Buffer.from(ref.hash, 'hex');
  const txCount = hasOwnEntry(blockHash, txids, entries) ? entries - 1 : entries;
  const rules = selfDestructRules(chainNetwork, ref, traces.fork);
  const block = { blockHash, txids, txCount, statuses: ref.statuses, rules };
  return readResult(traces.body, 'traces', (json) => {
    const rows = new InternalRows(json.bytes, rules);
    if (traces.tracer === 'parity') readParityTraces(json, block, rows);
    else readCallTraces(json, block, rows);
    if (txCount < entries) rows.addNothing();
    return rows.columns();
  });
}

/** The block's own entry is named by the block's hash. */
function hasOwnEntry(blockHash: Buffer, txids: Uint8Array, entries: number): boolean {
  const last = txids.subarray((entries - 1) * HASH_BYTES, entries * HASH_BYTES);
  return entries > 0 && blockHash.equals(last);
}

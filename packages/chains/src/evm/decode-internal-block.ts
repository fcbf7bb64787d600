import { EffectColumnsBuilder } from '../account/effect-columns.js';
import { HASH_BYTES } from '../bytes/hash.js';
import type { BlockRef, EvmChainNetwork } from '../chain.js';
import { readResult } from '../json/rpc-envelope.js';
import { AddressNumbers } from './address-numbers.js';
import type { EvmBlock, EvmTraceAnswer, InternalBlock, TransferColumns } from './evm-block.js';
import { readCallTraces } from './traces/call-tracer.js';
import { InternalColumns } from './traces/internal-columns.js';
import { readParityTraces } from './traces/read-parity-traces.js';
import { statusesOf } from './traces/receipt-status.js';
import { selfDestructRules } from './traces/self-destruct.js';
import { TransferColumnsBuilder } from './transfer-columns.js';

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
  addresses = new AddressNumbers(),
): InternalBlock {
  const blockHash = Buffer.from(ref.hash, 'hex');
  const txCount = hasOwnEntry(blockHash, txids, entries) ? entries - 1 : entries;
  const rules = selfDestructRules(chainNetwork, ref, traces.fork);
  const block = { blockHash, txids, txCount, statuses: ref.statuses, rules };
  return readResult(traces.body, 'traces', (json) => {
    const columns = new InternalColumns(json.bytes, rules, addresses);
    if (traces.tracer === 'parity') readParityTraces(json, block, columns);
    else readCallTraces(json, block, columns);
    if (txCount < entries) columns.addNothing();
    return columns.finish();
  });
}

/** The block's own entry is named by the block's hash. */
function hasOwnEntry(blockHash: Buffer, txids: Uint8Array, entries: number): boolean {
  const last = txids.subarray((entries - 1) * HASH_BYTES, entries * HASH_BYTES);
  return entries > 0 && blockHash.equals(last);
}

/**
 * Puts what moved inside the transactions of a block into its columns: transfers behind those of block and receipts,
 * effects into the row that an entry has of the address already.
 * @throws DecodeError as {@link decodeInternalBlock} does; the block itself stays as it is
 */
export function withTraces(
  chainNetwork: EvmChainNetwork,
  ref: BlockRef,
  block: EvmBlock,
  traces: EvmTraceAnswer,
): EvmBlock {
  const { time, txids, type, keys } = block;
  const traced = { ...ref, time, statuses: statusesOf(block) };
  const inside = decodeInternalBlock(chainNetwork, traced, traces, txids, type.length, AddressNumbers.of(keys));
  if (inside.transfers.kind.length === 0) return block;
  const transfers = new TransferColumnsBuilder();
  const effects = new EffectColumnsBuilder();
  const firstInternal = new Uint32Array(type.length);
  for (let entry = 0; entry < type.length; entry++) {
    moveTransfers(block.transfers, entry, transfers);
    firstInternal[entry] = transfers.kind.length;
    moveTransfers(inside.transfers, entry, transfers);
    transfers.endEntry();
    for (const { start, address, delta, received } of [block.effects, inside.effects]) {
      for (let e = start[entry]!; e < start[entry + 1]!; e++) effects.add(address[e]!, delta[e]!, received[e]!);
    }
    effects.endEntry();
  }
  const columns = { transfers: transfers.finish(), effects: effects.finish() };
  return { ...block, keys: inside.keys, ...columns, firstInternal };
}

function moveTransfers(from: TransferColumns, entry: number, to: TransferColumnsBuilder): void {
  for (let i = from.start[entry]!; i < from.start[entry + 1]!; i++) {
    to.addToken(
      from.kind[i]!,
      from.from[i]!,
      from.to[i]!,
      from.amount[i]!,
      from.asset[i]!,
      from.standard[i]!,
      from.tokenId[i]!,
    );
  }
}

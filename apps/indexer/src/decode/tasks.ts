/**
 * Tasks of decoder threads: to decode and check a block, and for account chains to prepare its rows as bytes of COPY.
 * Each task is a plain value that may be sent to one, and so is what comes of it.
 */
import {
  type BlockRef,
  type ChainCode,
  type ChainFamily,
  type ChainNetwork,
  type CosmosBlockAnswers,
  type CosmosOpening,
  type CosmosResults,
  chainOnNetwork,
  checkCommitments,
  DecodeError,
  decodeCosmosBlock,
  decodeEvmBlock,
  decodeInternalBlock,
  decodeSpentOutputs,
  decodeUtxoBlock,
  type EvmBlock,
  type EvmBlockAnswers,
  type EvmChainNetwork,
  type EvmDoubt,
  type EvmTraceAnswer,
  type InternalBlock,
  requireChain,
  requireUtxoChain,
  type SpentOutputs,
  type TracedBlockRef,
  type UtxoBlock,
  withTraces,
} from '@chaintrail/chains';
// Not all of it: a decoder thread needs no PostgreSQL client.
import {
  type GapReason,
  type PreparedAccountBlock,
  type PreparedEvmBlock,
  prepareCosmosBlock,
  prepareEvmBlock,
} from '@chaintrail/db/prepare-block';

/** A block of a UTXO chain, in the node's bytes. */
interface UtxoTask {
  readonly kind: 'utxo';
  readonly chain: ChainCode;
  readonly ref: BlockRef;
  readonly bytes: Uint8Array;
  readonly spentBytes: Uint8Array | null;
  /** 32 bytes each in wire order, where the node was asked for them after a TxidsNeededError. */
  readonly txids: Uint8Array | null;
  /** Its outputs may carry CashTokens. */
  readonly tokens: boolean;
}

/** A block of an EVM chain, as the node answered it. */
interface EvmTask {
  readonly kind: 'evm';
  readonly chain: ChainCode;
  readonly network: string;
  readonly ref: BlockRef;
  readonly block: Uint8Array;
  readonly receipts: Uint8Array;
  readonly uncles: Uint8Array | null;
  /** Body of the node's traces, null where the block comes without them, for the reason `gap`. */
  readonly traces: Uint8Array | null;
  readonly tracer: EvmTraceAnswer['tracer'];
  readonly fork: EvmTraceAnswer['fork'];
  readonly gap: GapReason | null;
  /** It is not compared with its header. */
  readonly isTrusted: boolean;
}

/** Traces of a block of an EVM chain, as the node answered them. */
interface TraceTask {
  readonly kind: 'traces';
  readonly chain: ChainCode;
  readonly network: string;
  readonly ref: TracedBlockRef;
  readonly tracer: EvmTraceAnswer['tracer'];
  readonly fork: EvmTraceAnswer['fork'];
  readonly body: Uint8Array;
  readonly txids: Uint8Array;
  readonly entries: number;
}

/** A block of a Cosmos chain, as the node answered it. */
interface CosmosTask {
  readonly kind: 'cosmos';
  readonly chain: ChainCode;
  readonly network: string;
  readonly ref: BlockRef;
  readonly block: Uint8Array;
  readonly results: Uint8Array;
  readonly resultsHash: string | null;
  /** Results are not compared. */
  readonly isTrusted: boolean;
  readonly opening: CosmosOpening | null;
}

export type DecodeTask = UtxoTask | EvmTask | TraceTask | CosmosTask;

export interface DecodedBlock {
  readonly block: UtxoBlock;
  /** The outputs that the block spends, where the node delivered them. */
  readonly spent: SpentOutputs | null;
}

interface DecodedEvmBlock {
  readonly block: PreparedEvmBlock;
  /** Problem of the traces, without which the block is then; null where there is none. */
  readonly traceProblem: string | null;
  /** Ids of its transactions, where the block is without traces, for another way to ask for them. */
  readonly txids: readonly string[];
  /** Null where the block is all that its header commits to, or was not compared. */
  readonly doubt: EvmDoubt | null;
}

/** Result of a task. */
export interface Decoded {
  readonly utxo: DecodedBlock;
  readonly evm: DecodedEvmBlock;
  readonly traces: InternalBlock;
  readonly cosmos: { readonly block: PreparedAccountBlock; readonly results: CosmosResults };
}
export type DecodedOf<Task extends DecodeTask> = Decoded[Task['kind']];

/**
 * @throws DecodeError when the bytes are not what they should be
 * @throws TxidsNeededError when a UTXO block can be decoded with the node's `txids` only
 */
export function runTask<Task extends DecodeTask>(task: Task): DecodedOf<Task>;
export function runTask(task: DecodeTask): Decoded[keyof Decoded] {
  switch (task.kind) {
    case 'utxo': {
      const block = decodeUtxoBlock(requireUtxoChain(task.chain), asBuffer(task.bytes), {
        hash: task.ref.hash,
        nodeTxids: task.txids && asBuffer(task.txids),
        tokens: task.tokens,
      });
      return { block, spent: task.spentBytes && decodeSpentOutputs(asBuffer(task.spentBytes), block) };
    }
    case 'evm': {
      const answers: EvmBlockAnswers = {
        block: asBuffer(task.block),
        receipts: asBuffer(task.receipts),
        uncles: task.uncles && asBuffer(task.uncles),
      };
      const place = placeOf('evm', task);
      const block = decodeEvmBlock(place, task.ref, answers);
      const { traced, problem } = decodeTraces(place, task, block);
      const gap = problem === null ? task.gap : 'contradiction';
      return {
        block: prepareEvmBlock(task.ref, traced, gap),
        txids: gap === null || gap === 'off' ? [] : txidsOf(block),
        traceProblem: problem,
        doubt: task.isTrusted ? null : checkCommitments(place, task.ref, answers),
      };
    }
    case 'traces': {
      const answer: EvmTraceAnswer = { tracer: task.tracer, body: asBuffer(task.body), fork: task.fork };
      return decodeInternalBlock(placeOf('evm', task), task.ref, answer, task.txids, task.entries);
    }
    case 'cosmos': {
      const answers: CosmosBlockAnswers = {
        block: asBuffer(task.block),
        results: asBuffer(task.results),
        resultsHash: task.resultsHash,
        isTrusted: task.isTrusted,
        opening: task.opening,
      };
      const block = decodeCosmosBlock(placeOf('cosmos', task), task.ref, answers);
      return { block: prepareCosmosBlock(task.ref, block), results: block.results };
    }
  }
}

function txidsOf({ txids, txCount }: EvmBlock): string[] {
  const bytes = asBuffer(txids);
  return Array.from({ length: txCount }, (_, t) => bytes.toString('hex', 32 * t, 32 * t + 32));
}

/** A block is no worse for traces that are wrong. */
function decodeTraces(
  place: EvmChainNetwork,
  { ref, traces, tracer, fork }: EvmTask,
  block: EvmBlock,
): { readonly traced: EvmBlock; readonly problem: string | null } {
  if (traces === null) return { traced: block, problem: null };
  try {
    return { traced: withTraces(place, ref, block, { tracer, fork, body: asBuffer(traces) }), problem: null };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { traced: block, problem: error.message };
  }
}

function placeOf<Family extends ChainFamily>(family: Family, { chain, network }: Exclude<DecodeTask, UtxoTask>) {
  const place = chainOnNetwork(requireChain(chain), network);
  if (place?.family !== family) throw new RangeError(`${chain} ${network} is no network of the family ${family}`);
  return place as Extract<ChainNetwork, { family: Family }>;
}

/** Byte arrays of a task that are given away with it. */
export function bytesOf(task: DecodeTask): (Uint8Array | null)[] {
  switch (task.kind) {
    case 'utxo':
      return [task.bytes, task.spentBytes];
    case 'evm':
      return [task.block, task.receipts, task.uncles, task.traces];
    case 'traces':
      return [task.body];
    case 'cosmos':
      return [task.block, task.results];
  }
}

export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Blocks of EVM chains with their receipts: in the node's usual way, and another way where that brings one wrong. */
import {
  BlockNotFoundError,
  type BlockRef,
  DecodeError,
  type EvmBlockRequest,
  type EvmChainNetwork,
  type EvmDoubt,
  type EvmNode,
  isAboveOurBound,
  OTHER_BLOCK_WAYS,
  TRACE_WAYS,
} from '@chaintrail/chains';
import type { HeaderChecks } from '@chaintrail/config';
import type { PreparedEvmBlock } from '@chaintrail/db';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Decoder } from '../decode/decoder.js';
import type { BlockPlace, BlockSource } from './block-source.js';
import { type BlockTraces, NOT_TRACED, type TraceOutcome } from './block-traces.js';
import { ChainMovedError } from './fetch-ahead.js';
import { inSomeWay } from './in-some-way.js';

/**
 * Blocks are fetched side by side while neither a block nor its receipts are larger. Larger ones are fetched and decoded
 * one at a time, so that a run of them, whoever made it, takes no more memory than the largest.
 */
export const SIDE_BY_SIDE_BYTES = 16 * 2 ** 20;

const AT_TIP: BlockPlace = { isLoad: false, behind: 0 };

type EvmSourceSettings = EvmChainNetwork & { readonly headerChecks?: HeaderChecks };
type ReceivedBlock = PreparedEvmBlock & { readonly received: number };

interface FetchedBlock {
  readonly block: ReceivedBlock;
  /** Ids of its transactions, where its traces are to be asked for in other ways. */
  readonly txids: readonly string[];
  /** Problem of its traces. */
  readonly problem: Error | null;
}

/** Delivers the traces of a block that has come; null where it has no transactions, and lacks nothing. */
type TracesOf = (isEmpty: boolean) => Promise<TraceOutcome | null>;

export function evmBlockSource(
  { chain, network, headerChecks }: EvmSourceSettings,
  node: Pick<EvmNode, 'rawBlock' | 'blockHashAt' | 'tip'> & BlockSource<PreparedEvmBlock>['node'],
  decoder: Decoder,
  log: Pick<Logger, 'warn'>,
  traces: BlockTraces | null = null,
): BlockSource<PreparedEvmBlock> {
  const alone = pLimit(1);
  let areLarge = false;
  /** Reasons of doubts that the operator has read. */
  const warned = new Set<string>();
  const warn = (height: number, { reason, difference }: EvmDoubt): void => {
    if (warned.has(reason)) return;
    warned.add(reason);
    log.warn({ height, difference }, `not all of a block could be compared with its header: ${reason}`);
  };

  const fetch = async (ref: BlockRef, request: EvmBlockRequest, tracesOf: TracesOf): Promise<FetchedBlock> => {
    const { height, hash } = ref;
    const { block, receipts, uncles } = await node.rawBlock(hash, request).catch(async (error: unknown) => {
      // Some nodes forget blocks that left the active chain.
      if (!(error instanceof BlockNotFoundError) || (await node.blockHashAt(height)) === hash) throw error;
      throw new ChainMovedError(`block ${hash} is not at height ${height} any more`);
    });
    areLarge = Math.max(block.length, receipts.length) > SIDE_BY_SIDE_BYTES;
    const outcome = await tracesOf(!receipts.includes('"transactionHash"'));
    const traceBytes = outcome !== null && 'answer' in outcome ? outcome.answer.body.length : 0;
    const received = block.length + receipts.length + traceBytes; // the decoder takes them away
    const place = { chain: chain.code, network: network.name, isTrusted: headerChecks === 'off' };
    const decoded = await decoder.run({ kind: 'evm', ...place, ref, block, receipts, uncles, ...tracesTask(outcome) });
    if (decoded.doubt !== null) warn(height, decoded.doubt);
    const { traceProblem, txids } = decoded;
    const failure = outcome !== null && 'gap' in outcome ? outcome.error : null;
    return {
      block: { ...decoded.block, received },
      txids,
      problem: traceProblem === null ? failure : new DecodeError(traceProblem, 0),
    };
  };
  const usual = async (ref: BlockRef, tracesOf: TracesOf): Promise<FetchedBlock> => {
    try {
      if (!areLarge) return await fetch(ref, { way: 'usual', maxBytes: SIDE_BY_SIDE_BYTES }, tracesOf);
    } catch (error) {
      if (!isAboveOurBound(error)) throw error;
    }
    return alone(fetch, ref, { way: 'usual' } as const, tracesOf);
  };
  const read = async (ref: BlockRef, tracesOf: TracesOf): Promise<FetchedBlock> => {
    const { height } = ref;
    const found = await inSomeWay(
      { chain: chain.code, node, log, remedy: () => remedyFor(chain.code) },
      ref,
      ['by hash', ...OTHER_BLOCK_WAYS],
      (way) => (way === 'by hash' ? usual(ref, tracesOf) : alone(fetch, ref, { way, height }, tracesOf)),
      ({ block }) => block.rows['transactions']!.count,
    );
    return found.value;
  };

  return {
    node,
    async block(ref, _skipPrevouts, place = AT_TIP) {
      if (traces === null) return (await read(ref, async () => NOT_TRACED)).block;
      const asked = traces.begin(ref, place);
      asked.catch(() => undefined); // reported below; until then it must not count as unhandled
      let deadlineMs: number | null = null;
      const inTime = (outcome: Promise<TraceOutcome>): Promise<TraceOutcome> => {
        deadlineMs ??= traces.deadline();
        return traces.within(ref, outcome, place, deadlineMs);
      };
      const begun = askedAgain(asked, () => traces.begin(ref, place), inTime);
      let found = await read(ref, (isEmpty) => (isEmpty ? traces.ofEmpty(ref, place, asked) : begun()));
      for (const way of TRACE_WAYS.slice(1)) {
        if (!(await traces.mayComeOtherwise(found.block.gap))) break;
        const txids = way === 'transaction by transaction' ? found.txids : [];
        const ask = (): Promise<TraceOutcome> => traces.ask(ref, way, txids, place.isLoad);
        const outcome = await inTime(ask());
        if ('answer' in outcome) found = await read(ref, askedAgain(Promise.resolve(outcome), ask, inTime));
      }
      traces.settle(ref, found.block.gap, found.problem, place);
      return found.block;
    },
  };
}

/** The decoder takes the traces away with a block, so that another way to read that block asks for them again. */
function askedAgain(
  first: Promise<TraceOutcome>,
  ask: () => Promise<TraceOutcome>,
  inTime: (outcome: Promise<TraceOutcome>) => Promise<TraceOutcome>,
): () => Promise<TraceOutcome> {
  let next = first;
  let isGiven = false;
  return async () => {
    if (isGiven) next = ask();
    const outcome = await inTime(next);
    isGiven = 'answer' in outcome;
    return outcome;
  };
}

function tracesTask(outcome: TraceOutcome | null) {
  if (outcome !== null && 'answer' in outcome) {
    const { tracer, fork, body } = outcome.answer;
    return { tracer, fork, traces: body, gap: null };
  }
  return { tracer: 'callTracer', fork: undefined, traces: null, gap: outcome?.gap ?? null } as const;
}

function remedyFor(code: string): string {
  return (
    'the node has damaged data of this block, or a client with a fault. Let it repair or download the block again ' +
    `(another version of the client, a resync), or let ${code.toUpperCase()}_RPC_URL lead to another node. ` +
    'The blocks before it stay indexed'
  );
}

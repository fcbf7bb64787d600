import {
  BlockNotFoundError,
  type BlockRef,
  BlockUnreadableError,
  type EvmChain,
  type EvmChainNetwork,
  type EvmTraceAnswer,
  type InternalBlock,
  NodeError,
  StateUnavailableError,
  TooLargeError,
  TRACE_WAYS,
  type TraceWay,
} from '@chaintrail/chains';
import type { BlockToTrace, InternalMode, PlacedInternalBlock } from '@chaintrail/db';
import type { Decoder } from '../decode/decoder.js';
import type { Backoff } from '../follow/backoff.js';
import { inSomeWay, unreadableBlock } from '../follow/in-some-way.js';
import type { TracingLimits } from './tracing-limits.js';

/** What is needed of a node. */
export interface TracingNode {
  /** How it traces; null where it does not. */
  tracer(): Promise<EvmTraceAnswer['tracer'] | null>;
  /** @throws StateUnavailableError where the node has thrown away the state that tracing needs */
  rawTraces(ref: BlockRef, way: TraceWay, txids: readonly string[]): Promise<EvmTraceAnswer>;
}

export interface TracedBlock {
  readonly placed: PlacedInternalBlock;
  /** Of the node's answer. */
  readonly bytes: number;
}

/** Asks for the traces of a stored block and reads them. @throws what the node and the decoder report */
export type TraceBlock = (block: BlockToTrace) => Promise<TracedBlock>;

export function blockTracer(
  { chain, network }: EvmChainNetwork,
  node: Pick<TracingNode, 'rawTraces'>,
  decoder: Pick<Decoder, 'run'>,
): TraceBlock {
  return async ({ height, hash, time, transactions, entries, txids, statuses }) => {
    const ref = { height, hash };
    // Nothing happened in it, and of a genesis block no node has traces.
    if (transactions === 0) return { placed: { ...ref, block: emptyBlock(entries) }, bytes: 0 };
    const hashes = () => Array.from({ length: transactions }, (_, at) => txids.toString('hex', 32 * at, 32 * at + 32));
    const read = async (way: TraceWay): Promise<TracedBlock> => {
      const { tracer, body, fork } = await node.rawTraces(
        ref,
        way,
        way === 'transaction by transaction' ? hashes() : [],
      );
      const bytes = body.length; // the body is given away
      const place = { chain: chain.code, network: network.name };
      const answer = { tracer, body, fork };
      const block = await decoder.run({
        kind: 'traces',
        ...place,
        ref: { ...ref, time, statuses },
        ...answer,
        txids,
        entries,
      });
      return { placed: { ...ref, block }, bytes };
    };
    const { value } = await inSomeWay(TRACE_WAYS, read, isOfTrace, (failed) =>
      unreadableBlock(
        chain.code,
        `traces of block ${height} (${hash})`,
        'see whether another version of the client traces it',
        failed,
      ),
    );
    return value;
  };
}

/**
 * Not that the node is away, or the block: a refusal of the node, which has a code, an answer above a limit, or one that
 * is wrong. A tracing that took too long takes no less in other ways.
 */
async function isOfTrace(error: Error): Promise<boolean> {
  if (error instanceof BlockNotFoundError) return false;
  return !(error instanceof NodeError) || error instanceof TooLargeError || (error.facts.code ?? 0) < 0;
}

function emptyBlock(entries: number): InternalBlock {
  const start = new Uint32Array(entries + 1);
  return {
    keys: { bytes: new Uint8Array(), starts: new Uint32Array(1) },
    transfers: {
      start,
      kind: new Uint8Array(),
      from: new Int32Array(),
      to: new Int32Array(),
      asset: new Int32Array(),
      standard: new Int8Array(),
      amount: [],
      tokenId: [],
    },
    effects: { start, address: new Int32Array(), delta: [], received: [] },
  };
}

/**
 * Whether the block will not be traced: state that is gone does not come back, a node that refused it in every way
 * thinks no better of it, and what was tried for long will not succeed either.
 */
export function isHopeless(error: unknown, { tries, failingMs }: Backoff, { giveUpMs }: TracingLimits): boolean {
  if (error instanceof StateUnavailableError) return tries > 1;
  return failingMs > giveUpMs || (error instanceof BlockUnreadableError && !error.retryable && tries > 4);
}

/** Why tracing does not go on, for the operator, with the remedy where there is one. Without secrets. */
export function tracingFailure({ code }: EvmChain, mode: InternalMode, height: number, error: unknown): string {
  const what = error instanceof Error ? error.message : String(error);
  if (!(error instanceof StateUnavailableError)) {
    return `block ${height} cannot be traced now, which is tried again: ${what}`;
  }
  const missing = `the node has no state to trace block ${height} with (${what})`;
  if (mode === 'live') return `${missing}: such blocks are left out as soon as a later one can be traced`;
  const variable = code.toUpperCase();
  return `${missing}: let ${variable}_RPC_URL name an archive node, or set ${variable}_INTERNAL_TRANSFERS to live, which leaves such blocks out`;
}

import {
  type BlockRef,
  type EvmChain,
  type EvmChainNetwork,
  type EvmTraceAnswer,
  type InternalBlock,
  StateUnavailableError,
} from '@chaintrail/chains';
import type { BlockToTrace, InternalMode, PlacedInternalBlock } from '@chaintrail/db';
import type { Decoder } from '../decode/decoder.js';

/** What is needed of a node. */
export interface TracingNode {
  /** How it traces; null where it does not. */
  tracer(): Promise<EvmTraceAnswer['tracer'] | null>;
  /** @throws StateUnavailableError where the node has thrown away the state that tracing needs */
  rawTraces(ref: BlockRef): Promise<EvmTraceAnswer>;
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
    const { tracer, body, fork } = await node.rawTraces(ref);
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

import type { FaultInjector } from '../../../node/faults.js';
import type { EvmBlock } from '../../block/evm-block.js';
import { blockTracesJson, callTraceJson, parityTracesJson } from '../json/trace-json.js';
import {
  blockByNumber,
  type EvmRpcContext,
  type EvmRpcMethod,
  hashParam,
  type Params,
  requireParam,
  type SimulatedTracer,
} from './context.js';
import { serverError } from './dispatch.js';

const GETH: Readonly<Record<string, EvmRpcMethod>> = {
  debug_traceBlockByHash: (context, params) => {
    const hash = hashParam(params, 0);
    return traceBlock(context, context.source.block(hash), `block ${hash} not found`, params[1]);
  },
  debug_traceBlockByNumber: (context, params) => {
    const block = blockByNumber(context, requireParam(params, 0), 0);
    return traceBlock(context, block, `block #${Number(params[0])} not found`, params[1]);
  },
  debug_traceTransaction: (context, params) => {
    const found = context.source.placed(hashParam(params, 0));
    if (!found) throw serverError('transaction not found');
    requireState(context, found.block);
    requireCallTracer(params[1]);
    return callTraceJson(found.executed, isArbitrum(context));
  },
};

const PARITY: Readonly<Record<string, EvmRpcMethod>> = {
  trace_block: (context, params: Params) => {
    const block = blockByNumber(context, requireParam(params, 0), 0);
    if (!block) return null;
    requireState(context, block);
    return parityTracesJson(block);
  },
};

/** @returns what a node with that tracer offers */
export function traceMethods(tracer: SimulatedTracer): Readonly<Record<string, EvmRpcMethod>> {
  if (tracer === null) return {};
  return tracer === 'parity' ? PARITY : GETH;
}

/** Which answers {@link FaultInjector} may make less of. */
export const TRACE_METHODS: ReadonlySet<string> = new Set([...Object.keys(GETH), ...Object.keys(PARITY)]);

function traceBlock(
  context: EvmRpcContext,
  block: EvmBlock | undefined,
  missing: string,
  options: unknown,
): ReturnType<EvmRpcMethod> {
  if (!block) throw serverError(missing);
  if (block.number === 0) throw serverError('genesis is not traceable');
  requireState(context, block);
  requireCallTracer(options);
  return blockTracesJson(block, isArbitrum(context));
}

function isArbitrum({ profile }: EvmRpcContext): boolean {
  return profile.chain.feeRules === 'arbitrum';
}

/** Tracing runs a block again, on the state of its parent (go-ethereum eth/state_accessor.go). */
function requireState({ profile, source, isStateGone }: EvmRpcContext, { number }: EvmBlock): void {
  const { stateBlocks } = profile;
  if ((stateBlocks !== null && number - 1 < source.tip().number - stateBlocks) || isStateGone()) {
    throw serverError('required historical state unavailable (reexec=128)');
  }
}

/** The default of the real one lists every step of the machine, which there is none of here. */
function requireCallTracer(options: unknown): void {
  const tracer = typeof options === 'object' && options !== null ? (options as { tracer?: unknown }).tracer : undefined;
  if (tracer !== 'callTracer') throw serverError('this node has the callTracer only');
}

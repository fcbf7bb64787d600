import type { FaultInjector } from '../../../node/faults.js';
import { blockTracesJson, parityTracesJson } from '../json/trace-json.js';
import {
  blockByNumber,
  type EvmRpcContext,
  type EvmRpcMethod,
  hashParam,
  requireParam,
  type SimulatedTracer,
} from './context.js';
import { serverError } from './dispatch.js';

const GETH: Readonly<Record<string, EvmRpcMethod>> = {
  debug_traceBlockByHash: (context, params) => {
    const hash = hashParam(params, 0);
    const block = context.source.block(hash);
    if (!block) throw serverError(`block ${hash} not found`);
    if (block.number === 0) throw serverError('genesis is not traceable');
    requireState(context);
    return blockTracesJson(block, context.profile.chain.feeRules === 'arbitrum');
  },
};

const PARITY: Readonly<Record<string, EvmRpcMethod>> = {
  trace_block: (context, params) => {
    const block = blockByNumber(context, requireParam(params, 0), 0);
    if (!block) return null;
    requireState(context);
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

/** Tracing runs a block again, on the state of its parent (go-ethereum eth/state_accessor.go). */
function requireState({ isStateGone }: EvmRpcContext): void {
  if (isStateGone()) throw serverError('required historical state unavailable (reexec=128)');
}

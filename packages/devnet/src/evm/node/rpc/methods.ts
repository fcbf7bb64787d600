import type { EvmRules } from '../../rules/evm-rules.js';
import { CHAIN_METHODS } from './chain-methods.js';
import type { EvmNodeProfile, EvmRpcMethod } from './context.js';
import { LOG_METHODS, POOL_METHODS } from './log-methods.js';
import { STATE_METHODS } from './state-methods.js';
import { traceMethods } from './trace-methods.js';

/** Every method that a node of this kind offers. Nitro has no transaction pool to show; op-geth shows an empty one. */
export function methodsOf({ chain, tracer }: EvmNodeProfile, rules: EvmRules): ReadonlyMap<string, EvmRpcMethod> {
  const pool = rules.hasMempool || chain.feeRules === 'op-stack' ? POOL_METHODS : {};
  return new Map(
    Object.entries({ ...CHAIN_METHODS, ...STATE_METHODS, ...LOG_METHODS, ...traceMethods(tracer), ...pool }),
  );
}

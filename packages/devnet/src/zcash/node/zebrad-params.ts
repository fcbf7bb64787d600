/** Parameters as serde reads them for zebrad: of the one type, or refused. */
import type { Params } from '../../node/dialect.js';
import { RPC_MISC_ERROR, RpcError } from '../../node/rpc-error.js';

/** jsonrpsee's -32602 reaches callers as -1 (zebra zebra-rpc/src/server/rpc_call_compatibility.rs). */
export function invalidParams(message = 'Invalid params'): RpcError {
  return new RpcError(RPC_MISC_ERROR, message);
}

export function stringParam(params: Params, index: number): string {
  const value = params[index];
  if (typeof value === 'string') return value;
  throw invalidParams();
}

export function optionalStringParam(params: Params, index: number): string | null {
  return params[index] === undefined || params[index] === null ? null : stringParam(params, index);
}

/** A whole number from `low` to `high`, or `otherwise` where there is none. */
export function integerParam(params: Params, index: number, low: number, high: number, otherwise?: number): number {
  const value = params[index] ?? otherwise;
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) return value;
  throw invalidParams();
}

export function booleanParam(params: Params, index: number, otherwise: boolean): boolean {
  const value = params[index] ?? otherwise;
  if (typeof value === 'boolean') return value;
  throw invalidParams();
}

import type { BlockRef } from '@chaintrail/chains';
import type { ChainDetails, StoredBlock } from './chain-source.js';
import type { Json } from './decimal-json.js';
import type { Params, RpcContext } from './dialect.js';
import {
  RPC_INVALID_ADDRESS_OR_KEY,
  RPC_INVALID_PARAMETER,
  RPC_MISC_ERROR,
  RPC_TYPE_ERROR,
  RpcError,
} from './rpc-error.js';

export function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

/** A block hash parameter, checked as ParseHashV of bitcoin src/rpc/util.cpp does. */
export function hashParam(params: Params, index: number, name: string): string {
  const value = params[index];
  if (typeof value !== 'string') throw new RpcError(RPC_TYPE_ERROR, `JSON value is not a string as expected (${name})`);
  if (value.length !== 64) {
    throw new RpcError(
      RPC_INVALID_PARAMETER,
      `${name} must be of length 64 (not ${value.length}, for '${value.slice(0, 80)}')`,
    );
  }
  if (!isHash(value)) throw new RpcError(RPC_INVALID_PARAMETER, `${name} must be hexadecimal string (not '${value}')`);
  return value.toLowerCase();
}

/** An integer parameter; booleans count as 0 and 1, as `verbose` and `verbosity` share a place. */
export function integerParam(params: Params, index: number, otherwise: number): number {
  const value = params[index] ?? otherwise;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new RpcError(RPC_TYPE_ERROR, 'JSON value is not an integer as expected');
  return value;
}

export function booleanParam(params: Params, index: number, otherwise: boolean): boolean {
  const value = params[index] ?? otherwise;
  if (typeof value !== 'boolean') throw new RpcError(RPC_TYPE_ERROR, 'JSON value is not a boolean as expected');
  return value;
}

/** @throws RpcError -5 when the node does not have the block */
export function requireBlock(context: RpcContext, hash: string): StoredBlock {
  const block = context.source.block(hash);
  if (!block) throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'Block not found');
  return block;
}

export function requireDetails(context: RpcContext): ChainDetails {
  if (context.details) return context.details;
  throw new RpcError(RPC_MISC_ERROR, 'This node keeps block bytes only: use getblock 0, getblockheader or REST');
}

export function refJson({ height, hash }: BlockRef): Json {
  return { hash, height };
}

import type { EvmChain } from '@chaintrail/chains';
import type { Json } from '../../../node/decimal-json.js';
import type { EvmBlock } from '../../block/evm-block.js';
import type { EvmSimulator } from '../../evm-simulator.js';
import type { EvmSource } from '../lying-evm-source.js';
import { invalidParams, serverError } from './dispatch.js';

/** Which traces a node makes: geth's kind, Parity's, or none. */
export type SimulatedTracer = 'callTracer' | 'parity' | null;

export interface EvmNodeProfile {
  readonly chain: EvmChain;
  readonly chainId: number;
  /** `web3_clientVersion`. */
  readonly clientVersion: string;
  readonly tracer: SimulatedTracer;
  /** Blocks that the finalized one is below the tip. */
  readonly finalizedDepth: number;
}

export interface EvmRpcContext {
  readonly profile: EvmNodeProfile;
  /** The chain as this call sees it, faults included. */
  readonly source: EvmSource;
  readonly simulator: EvmSimulator;
  /** Whether a fault has thrown the state away that this call needs. */
  readonly isStateGone: () => boolean;
}

export type Params = readonly unknown[];
export type EvmRpcMethod = (context: EvmRpcContext, params: Params) => Json | Promise<Json>;

export function requireParam(params: Params, index: number): unknown {
  const value = params[index];
  if (value === undefined || value === null) throw invalidParams(`missing value for required argument ${index}`);
  return value;
}

function hexParam(params: Params, index: number, bytes: number): string {
  const value = requireParam(params, index);
  if (typeof value !== 'string' || value.length !== 2 + bytes * 2 || !/^0x[0-9a-f]*$/i.test(value)) {
    throw invalidParams(`invalid argument ${index}: ${bytes} bytes in hex are wanted`);
  }
  return value.toLowerCase();
}

export function hashParam(params: Params, index: number): string {
  return hexParam(params, index, 32);
}

export function addressParam(params: Params, index: number): string {
  return hexParam(params, index, 20);
}

/** @throws RpcError -32602 */
function heightOf(text: string, index: number): number {
  if (!/^0x(0|[1-9a-f][0-9a-f]{0,12})$/i.test(text)) throw invalidParams(`invalid argument ${index}: no hex number`);
  return Number(text);
}

const SAFE_SHARE = 2;

/** A block by height or tag. @returns undefined above the tip */
export function blockByNumber(context: EvmRpcContext, value: unknown, index: number): EvmBlock | undefined {
  if (typeof value !== 'string') throw invalidParams(`invalid argument ${index}: no hex number`);
  const { source, profile } = context;
  switch (value) {
    case 'latest':
    case 'pending':
      return source.tip();
    case 'earliest':
      return source.blockAt(0);
    case 'finalized':
      return final(context, value, profile.finalizedDepth);
    case 'safe':
      return final(context, value, Math.floor(profile.finalizedDepth / SAFE_SHARE));
    default:
      return heightOf(value, index) > source.tip().number ? undefined : source.blockAt(heightOf(value, index));
  }
}

/** Geth's answer where there is none yet; other clients follow execution-apis and say -39001, "Unknown block". */
function final({ source }: EvmRpcContext, tag: string, depth: number): EvmBlock | undefined {
  const height = source.tip().number - depth;
  if (height < 0) throw serverError(`${tag} block not found`);
  return source.blockAt(height);
}

/** A block by height, tag, hash or an object that names one (EIP-1898). */
export function blockByAny(context: EvmRpcContext, value: unknown, index: number): EvmBlock | undefined {
  if (typeof value === 'string' && value.length === 66) return context.source.block(value.toLowerCase());
  if (typeof value !== 'object' || value === null) return blockByNumber(context, value, index);
  const { blockHash, blockNumber, requireCanonical } = value as Readonly<Record<string, unknown>>;
  if (blockHash === undefined) return blockByNumber(context, blockNumber, index);
  const block = context.source.block(hashParam([blockHash], 0));
  if (block && requireCanonical === true && !context.source.isActive(block)) {
    throw serverError('hash is not currently canonical');
  }
  return block;
}

/**
 * A block whose state is still there. A block that is no longer on the chain has none here.
 * @throws RpcError as geth does without the block, or without its state
 */
export function stateBlock(context: EvmRpcContext, value: unknown, index: number): EvmBlock {
  const block = blockByAny(context, value ?? 'latest', index);
  if (!block) throw serverError(isByHash(value) ? 'header for hash not found' : 'header not found');
  if (!context.source.isActive(block) || context.isStateGone()) {
    throw serverError(
      `missing trie node ${block.stateRoot.slice(2)} (path ) state ${block.stateRoot} is not available`,
    );
  }
  return block;
}

function isByHash(value: unknown): boolean {
  if (typeof value === 'string') return value.length === 66;
  return typeof value === 'object' && value !== null && 'blockHash' in value;
}

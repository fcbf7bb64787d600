/**
 * The error families of the chain layer. Each carries facts and decides behaviour:
 * - {@link NodeError} with `retryable` true: the node cannot answer now (down, warming up, busy); wait and ask again.
 * - {@link NodeError} with `retryable` false: the node refused; asking again the same way will not help.
 * - {@link NodeLieError}: the node answered something that cannot be true; nothing of the answer is used.
 * - {@link PreflightError}: the operator has to change something; the message names the remedy.
 * - {@link DecodeError}: bytes that are not what they claim to be. {@link TxidsNeededError}: with the node's txids they
 *   may be.
 * - {@link AddressError}: a client gave an address that cannot be looked up; the message says what is expected.
 * - {@link DescriptorError}: the same of a descriptor, or an extended key.
 */
import type { ChainCode } from './chain.js';

/** Facts that every error about a node carries. `height` and `hash` are set where the call concerned one block. */
export interface NodeErrorFacts {
  readonly chain: ChainCode;
  /** RPC method or REST path, without credentials. */
  readonly method: string;
  /** JSON-RPC error code or HTTP status, when the node gave one. */
  readonly code?: number | undefined;
  readonly cause?: unknown;
}

export class NodeError extends Error {
  override readonly name = 'NodeError';
  readonly retryable: boolean;
  readonly facts: NodeErrorFacts;
  constructor(message: string, retryable: boolean, facts: NodeErrorFacts) {
    super(`${facts.chain} node, ${facts.method}: ${message}`, { cause: facts.cause });
    this.retryable = retryable;
    this.facts = facts;
  }
}

/** An answer above a limit: of the node, which gives a code, or else of the client. A smaller request may pass. */
export class TooLargeError extends NodeError {}

/** Whether a bound of this version was exceeded: a limit of the node's own has a code. */
export function isAboveOurBound(error: unknown): error is TooLargeError {
  return error instanceof TooLargeError && error.facts.code === undefined;
}

/** A block above a bound of this version. The sentence names the block and what is left to do. */
export class BlockTooLargeError extends TooLargeError {}

/** Remedy where a block is above a bound that neither settings nor nodes have. */
export const NEWER_VERSION =
  'neither a setting nor another node helps: report the height, and use a newer version when one reads it. What is ' +
  'indexed below it stays right';

/** Nothing that the node says of this block can be right, or it says nothing, in whatever way it is asked. */
export class BlockUnreadableError extends NodeError {}

/** Asking again the same way will not help. */
abstract class FinalNodeError extends NodeError {
  constructor(message: string, facts: NodeErrorFacts) {
    super(message, false, facts);
  }
}

/** The node does not have this block: it never had it, or the block is orphaned. */
export class BlockNotFoundError extends FinalNodeError {}

/** The node has the block in its chain, and has thrown away what is in it, or its results. */
export class BlockPrunedError extends FinalNodeError {}

/** The node has pruned the state after this block, so it can neither read balances there nor trace it. */
export class StateUnavailableError extends FinalNodeError {}

/** The node takes the transaction neither into its mempool nor to others. */
export class BroadcastRefusedError extends FinalNodeError {
  /** In the node's own words. */
  readonly reason: string;
  constructor(reason: string, facts: NodeErrorFacts) {
    super(reason, facts);
    this.reason = reason;
  }
}

export class NodeLieError extends Error {
  override readonly name = 'NodeLieError';
  readonly facts: NodeErrorFacts;
  constructor(message: string, facts: NodeErrorFacts) {
    super(`${facts.chain} node, ${facts.method}: ${message}`, { cause: facts.cause });
    this.facts = facts;
  }
}

export class PreflightError extends Error {
  override readonly name = 'PreflightError';
  readonly chain: ChainCode;
  /** True when waiting may cure it (a node that is still syncing); false when only the operator can. */
  readonly retryable: boolean;
  constructor(chain: ChainCode, message: string, retryable = false, cause?: unknown) {
    super(`${chain}: ${message}`, { cause });
    this.chain = chain;
    this.retryable = retryable;
  }
}

export class DecodeError extends Error {
  override readonly name: string = 'DecodeError';
  /** Byte offset at which decoding failed. */
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(`${message} at byte ${offset}`);
    this.offset = offset;
  }
}

/**
 * The txids computed from a block do not give its Merkle root, and some of its transactions have a version whose id is
 * not simply the hash of the bytes. Decode again with the txids that the node names.
 */
export class TxidsNeededError extends DecodeError {
  override readonly name = 'TxidsNeededError';
}

export type AddressErrorCode = 'malformed' | 'checksum' | 'foreign-network' | 'not-indexable';

export class AddressError extends Error {
  override readonly name = 'AddressError';
  readonly code: AddressErrorCode;
  constructor(code: AddressErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export type DescriptorErrorCode = 'malformed' | 'checksum' | 'private-key' | 'unsupported' | 'foreign-network';

/** A descriptor that cannot be looked up. The message says what is expected and never repeats what was given. */
export class DescriptorError extends Error {
  override readonly name = 'DescriptorError';
  readonly code: DescriptorErrorCode;
  constructor(code: DescriptorErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

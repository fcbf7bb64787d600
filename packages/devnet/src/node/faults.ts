import { Random } from '../random.js';
import type { Json } from './decimal-json.js';

export type FaultKind =
  // Faults of the connection and the node's state.
  | 'latency' // answers after `delayMs`
  | 'reset' // closes the connection without an answer
  | 'busy' // HTTP 503 "Work queue depth exceeded"
  | 'internal-error' // HTTP 500 with a text body
  | 'unauthorized' // HTTP 401
  | 'warming-up' // error -28, on REST HTTP 503
  | 'truncated' // half of the body, then the connection closes
  | 'garbage' // HTTP 200 with random bytes
  | 'huge-body' // HTTP 200 with `bytes` of padding in front of nothing
  // Answers that are whole and untrue.
  | 'wrong-block' // another block's bytes or header than the one asked for
  | 'flipped-bit' // one bit of a raw block or transaction differs
  | 'wrong-parent' // a block, valid in itself, that does not link to the one below it
  | 'stale-tip' // the tip of `depth` blocks ago
  | 'wrong-height' // the hash of the block below the height asked for
  | 'spent-lie' // one spent output has another amount
  | 'changed-fields' // members of a JSON answer are replaced by `fields` ("pruned": true)
  | 'dropped-answer' // a batch is answered without this one
  // Faults of nodes of account chains, with receipts and traces, or with the results of a block.
  | 'missing-receipts' // there are none yet, as of nodes that have stored the block and not executed it
  | 'short-answer' // the last receipt, result or trace of a block is missing
  | 'untraceable' // one transaction's trace is an error instead
  | 'missing-state' // the state that the call needs is gone ("missing trie node")
  | 'silent-heads' // a subscriber is not told of a new block, though the connection stays
  | 'dropped-heads'; // a subscriber's connection ends instead

export interface Fault {
  readonly kind: FaultKind;
  /** RPC methods ("getblock") and REST resources ("rest/block") that it strikes; all of them by default. */
  readonly methods?: readonly string[];
  /** Probability per call, 0 … 1; by default always. */
  readonly rate?: number;
  /** Stops after this many strikes. */
  readonly times?: number;
  /** Delay of `latency`; 100 by default. */
  readonly delayMs?: number;
  /** Depth of `stale-tip`; 1 by default. */
  readonly depth?: number;
  /** Size of `huge-body`; 64 MiB by default. */
  readonly bytes?: number;
  /** Fields of `changed-fields`. */
  readonly fields?: { readonly [name: string]: Json };
}

/** Faults from now on; an empty list is a healthy node. */
export type Faults = readonly Fault[];

/**
 * Faults of the connection and the node's state; all of it passes. Rates leave some answers right, to strike in the
 * middle of things.
 */
export const BROKEN_ANSWERS: readonly Fault[] = [
  { kind: 'latency', delayMs: 300, rate: 0.5 },
  { kind: 'reset', rate: 0.3 },
  { kind: 'busy', rate: 0.3 },
  { kind: 'internal-error', rate: 0.3 },
  { kind: 'unauthorized', rate: 0.3 },
  { kind: 'warming-up', rate: 0.3 },
  { kind: 'truncated', rate: 0.3 },
  { kind: 'garbage', rate: 0.3 },
];

/** Answers that are whole and untrue. */
export const LYING_ANSWERS: readonly Fault[] = [
  { kind: 'wrong-block', rate: 0.5 },
  { kind: 'flipped-bit', rate: 0.5 },
  { kind: 'wrong-parent', rate: 0.3 },
  { kind: 'stale-tip', depth: 3, rate: 0.5 },
  { kind: 'wrong-height', rate: 0.3 },
];

/** For nodes that deliver what blocks spend. */
export const SPENT_OUTPUT_LIE: Fault = { kind: 'spent-lie', rate: 0.5 };

/** Decides, by seed, which call is struck. */
export class FaultInjector {
  private faults: Faults = [];
  private left: number[] = [];
  private readonly random: Random;
  private readonly struck = new Map<FaultKind, number>();

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  set(faults: Faults): void {
    this.faults = faults;
    this.left = faults.map((fault) => fault.times ?? Number.POSITIVE_INFINITY);
  }

  /** @returns the fault of one of these kinds that strikes this call, or null */
  draw(method: string, ...kinds: readonly FaultKind[]): Fault | null {
    for (const [index, fault] of this.faults.entries()) {
      if (!kinds.includes(fault.kind) || (this.left[index] as number) <= 0) continue;
      if (fault.methods && !fault.methods.includes(method)) continue;
      if (!this.random.chance(fault.rate ?? 1)) continue;
      this.left[index] = (this.left[index] as number) - 1;
      this.struck.set(fault.kind, (this.struck.get(fault.kind) ?? 0) + 1);
      return fault;
    }
    return null;
  }

  /** How often each kind has struck since the node started. */
  counts(): Partial<Record<FaultKind, number>> {
    return Object.fromEntries(this.struck);
  }

  bytes(length: number): Buffer {
    return this.random.bytes(length);
  }

  /** A copy that differs in one bit. */
  flipped(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes);
    const at = this.below(copy.length);
    copy[at] = (copy[at] as number) ^ (1 << this.below(8));
    return copy;
  }

  below(limit: number): number {
    return this.random.below(limit);
  }
}

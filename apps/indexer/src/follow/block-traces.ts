/**
 * Traces of blocks, asked for side by side with blocks and receipts. A block at the tip waits for them a moment only,
 * and is written without them then. What arrives later closes the gap, so that no block is traced twice for that.
 */
import {
  type BlockRef,
  DecodeError,
  type EvmChainNetwork,
  type EvmTraceAnswer,
  NodeError,
  NodeLieError,
  PreflightError,
  StateUnavailableError,
  TooLargeError,
  type TraceWay,
} from '@chaintrail/chains';
import type { GapReason, InternalMode } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { BlockPlace } from './block-source.js';
import { isAnswering } from './in-some-way.js';

/** Methods that tracing needs of a node. */
export interface TracingNode {
  tip(): Promise<unknown>;
  /** How it traces; null where it does not. */
  tracer(): Promise<EvmTraceAnswer['tracer'] | null>;
  /** @throws StateUnavailableError where the node has thrown away the state that tracing needs */
  rawTraces(ref: BlockRef, way?: TraceWay, txids?: readonly string[]): Promise<EvmTraceAnswer>;
}

export type TraceOutcome =
  | { readonly answer: EvmTraceAnswer }
  | { readonly gap: GapReason; readonly error: Error | null };

export const NOT_TRACED: TraceOutcome = { gap: 'off', error: null };
const TOO_SLOW: TraceOutcome = { gap: 'too-slow', error: null };

/** Blocks so far below the tip do not wait for long. */
const NEAR_TIP = 16;
/** Answers that may be on their way after their blocks were written. With more the node is asked for no new ones. */
const MOST_LATE = 4;
/** A first sync waits for a node that is away, and gives up a block whose traces alone do not come so often. */
const MOST_TIMEOUTS = 2;
const TIMEOUT = /in time|stalled|timeout|timed out|aborted/i;

export interface BlockTracesOptions {
  readonly place: EvmChainNetwork;
  readonly node: TracingNode;
  readonly mode: InternalMode;
  /** How long a block at the tip waits for its traces after block and receipts are there. */
  readonly waitMs: number;
  readonly log: Pick<Logger, 'warn'>;
}

export class BlockTraces {
  /** Whether rows have internal transfers already: without them, a node that does not trace is as with `off`. */
  hasBegun = false;
  /** Why blocks are not traced, of the last that was not, for the operator; null where no gap is left. */
  reason: string | null = null;
  readonly #options: BlockTracesOptions;
  readonly #late = new Map<string, { readonly ref: BlockRef; readonly outcome: Promise<TraceOutcome> }>();
  readonly #timeouts = new Map<string, number>();
  #isOffered = true;
  /** The log has said that blocks are not traced, and none was since. */
  #isTold = false;

  constructor(options: BlockTracesOptions) {
    this.#options = options;
  }

  /** Mode of this run, as far as the node can trace. */
  get mode(): InternalMode {
    return this.#isOffered || this.hasBegun ? this.#options.mode : 'off';
  }

  /** Asks for the traces of a block in the node's usual way. Never rejects, but where the operator has to act. */
  async begin(ref: BlockRef, place: BlockPlace): Promise<TraceOutcome> {
    if (this.#isOff(ref, place)) return NOT_TRACED;
    if (this.#late.size >= MOST_LATE && !place.isLoad) return TOO_SLOW;
    return this.ask(ref, 'as a block', [], place.isLoad);
  }

  /** @param asked what `begin` delivers. @returns null where blocks in this place are traced: nothing moved in this one */
  async ofEmpty(ref: BlockRef, place: BlockPlace, asked: Promise<TraceOutcome>): Promise<TraceOutcome | null> {
    if (this.#isOff(ref, place)) return NOT_TRACED;
    // Only an answer tells whether the node traces at all.
    if (!this.hasBegun) await asked;
    return this.mode === 'off' ? NOT_TRACED : null;
  }

  #isOff({ height }: BlockRef, { isLoad }: BlockPlace): boolean {
    const { mode, place } = this.#options;
    const { tracedFrom } = place.network;
    return mode === 'off' || (isLoad && (mode !== 'full' || (tracedFrom > 1 && height < tracedFrom)));
  }

  async ask(ref: BlockRef, way: TraceWay, txids: readonly string[], isLoad = false): Promise<TraceOutcome> {
    const { node } = this.#options;
    try {
      const tracer = await node.tracer();
      this.#isOffered = tracer !== null;
      if (tracer === null) return this.#cannotTrace(isLoad);
      // No node has traces of a genesis block.
      if (ref.height === 0) return NOT_TRACED;
      return { answer: await node.rawTraces(ref, way, txids) };
    } catch (error) {
      if (!(error instanceof Error) || error instanceof PreflightError) throw error;
      return { gap: gapReasonOf(error), error };
    }
  }

  /** Waits for an outcome as long as a block in this place may. */
  async within(
    ref: BlockRef,
    asked: Promise<TraceOutcome>,
    place: BlockPlace,
    deadlineMs: number,
  ): Promise<TraceOutcome> {
    if (place.isLoad || place.behind >= NEAR_TIP) return asked;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, deadlineMs - performance.now()), null);
    });
    const outcome = await Promise.race([asked, late]).finally(() => clearTimeout(timer));
    if (outcome !== null) return outcome;
    this.#late.set(ref.hash, { ref, outcome: asked });
    return TOO_SLOW;
  }

  /** An answer that was too late for its block; undefined where there is none. */
  takeLate(hash: string): Promise<TraceOutcome> | undefined {
    const late = this.#late.get(hash);
    this.#late.delete(hash);
    return late?.outcome;
  }

  /** A block whose answer was too late, the oldest; undefined where there is none. */
  get firstLate(): BlockRef | undefined {
    return this.#late.values().next().value?.ref;
  }

  /** Forgets late answers of blocks that are gone, or traced. */
  clearLate(): void {
    this.#late.clear();
  }

  /** Whether another way of asking may bring what this one did not: what took too long takes no less in others. */
  async mayComeOtherwise(gap: GapReason | null): Promise<boolean> {
    // A node that answers other questions, or the proxy before it, fails at this one alone.
    if (gap === 'node-away') return isAnswering(this.#options.node);
    return gap === 'untraceable' || gap === 'contradiction' || gap === 'too-large';
  }

  /** When a block that comes now stops waiting. */
  deadline(): number {
    return performance.now() + this.#options.waitMs;
  }

  /**
   * Says what is known of the newest block.
   * @throws the failure, in a first sync while waiting may help: its blocks are not traced again soon
   */
  settle({ height, hash }: BlockRef, gap: GapReason | null, error: Error | null, { isLoad }: BlockPlace): void {
    if (gap === null) {
      // Gaps below stay, and so does their reason. Before the first traced block there are none.
      if (!this.hasBegun) this.reason = null;
      this.hasBegun = true;
      this.#isTold = false;
      this.#timeouts.clear();
      return;
    }
    if (gap === 'off') return;
    const timeouts = (this.#timeouts.get(hash) ?? 0) + 1;
    if (isLoad && error !== null && (gap === 'node-away' || (gap === 'too-slow' && timeouts < MOST_TIMEOUTS))) {
      this.#timeouts.set(hash, timeouts);
      throw error;
    }
    this.hasBegun = true;
    const text = gapText(this.#options.place, height, gap, error);
    if (!this.#isTold) this.#options.log.warn({ err: error ?? undefined, height }, text);
    this.#isTold = true;
    this.reason = text;
  }

  #cannotTrace(isLoad: boolean): TraceOutcome {
    const { place, mode, log } = this.#options;
    const variable = `${place.chain.code.toUpperCase()}_INTERNAL_TRANSFERS`;
    const text =
      'the node offers neither debug_traceBlockByHash nor trace_block: start it with its debug or trace module ' +
      `(geth --http.api eth,net,web3,debug,txpool), or set ${variable}=off`;
    if (isLoad && mode === 'full') throw new PreflightError(place.chain.code, text, true);
    if (!this.#isTold) log.warn(`${text}; until then internal transfers are not indexed`);
    this.#isTold = true;
    this.reason = text;
    return { gap: this.hasBegun ? 'untraceable' : 'off', error: null };
  }
}

/** Why a failure leaves a block untraced. */
export function gapReasonOf(error: unknown): GapReason {
  if (error instanceof StateUnavailableError) return 'state-gone';
  if (error instanceof TooLargeError) return 'too-large';
  if (error instanceof DecodeError || error instanceof NodeLieError) return 'contradiction';
  if (!(error instanceof NodeError)) return 'untraceable';
  if (TIMEOUT.test(error.message)) return 'too-slow';
  return (error.facts.code ?? 0) < 0 ? 'untraceable' : 'node-away';
}

/** Why a block is not traced, for the operator, with the remedy where there is one. Without secrets. */
export function gapText({ chain }: EvmChainNetwork, height: number, gap: GapReason, error: Error | null): string {
  const what = `block ${height} is indexed without its internal transfers (${gap}${error === null ? '' : `: ${error.message}`})`;
  const code = chain.code.toUpperCase();
  if (gap === 'state-gone')
    return `${what}: let ${code}_RPC_URL lead to a node that keeps the state, an archive node for old blocks; the gap is closed then`;
  if (gap === 'contradiction' || gap === 'untraceable')
    return `${what}, which is tried again: see whether another version of the client traces it`;
  if (gap === 'too-slow') return `${what}, which is tried again; ${code}_TRACE_WAIT lets blocks wait longer`;
  return `${what}, which is tried again`;
}

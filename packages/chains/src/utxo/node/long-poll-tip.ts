/** Waits for the node's tip to change: by long poll where the node offers it, else by polling every second. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockRef } from '../../chain.js';
import { isNotOffered } from '../../rpc/rpc-errors.js';

export interface TipSource {
  tip(): Promise<BlockRef>;
  /** One `waitfornewblock`; answers the tip when it changed or `forMs` have passed. */
  longPoll(current: BlockRef, forMs: number): Promise<BlockRef>;
}

/**
 * Longest single wait. A node goes on waiting, with one of its RPC threads, for a caller who has left, so waits are
 * short. It also bounds how late a block is noticed that arrives between two of them (nodes without the `current_tip`
 * parameter).
 */
const SLICE_MS = 5000;
/** The first wait is shorter still: a block may arrive between our last read of the tip and the node's first. */
const FIRST_SLICE_MS = 250;
const POLL_MS = 1000;

export class NewTip {
  readonly #source: TipSource;
  #longPolls = true;
  /**
   * The poll under way. A wait that ends early leaves it to the next one. A node notices only at its end that the
   * caller has left. So polls cut off by every notification would take all RPC threads.
   */
  #poll: Promise<BlockRef> | null = null;

  constructor(source: TipSource) {
    this.#source = source;
  }

  /** Tries the long poll again: the node may be another one. */
  reset(): void {
    this.#longPolls = true;
  }

  /**
   * @param signal ends the wait; may fire as often as there is reason to look at something else, at no cost to the node
   * @returns the tip as soon as it is another block than `current`; null after `timeoutMs` or when `signal` fires
   */
  async wait(current: BlockRef, timeoutMs: number, signal: AbortSignal | undefined): Promise<BlockRef | null> {
    const end = performance.now() + timeoutMs;
    try {
      // A caller with a short timeout has just read the tip, and will read it again.
      let tip = timeoutMs > FIRST_SLICE_MS ? await this.#source.tip() : null;
      let sliceMs = FIRST_SLICE_MS;
      while (tip === null || tip.hash === current.hash) {
        const leftMs = Math.ceil(end - performance.now());
        if (leftMs <= 0 || signal?.aborted) return null;
        tip = await this.#next(current, leftMs, sliceMs, signal);
        sliceMs = SLICE_MS;
      }
      return tip;
    } catch (error) {
      if (signal?.aborted) return null;
      throw error;
    }
  }

  /** @returns the tip, or null when `leftMs` have passed or `signal` has fired. */
  async #next(
    current: BlockRef,
    leftMs: number,
    sliceMs: number,
    signal: AbortSignal | undefined,
  ): Promise<BlockRef | null> {
    if (this.#longPolls) {
      const isJoined = this.#poll !== null;
      try {
        this.#poll ??= this.#startPoll(current, Math.min(leftMs, sliceMs));
        const tip = await orNull(this.#poll, leftMs, signal);
        // A poll of an earlier wait may have been answered before `current` became the tip.
        return isJoined && tip !== null && tip.hash !== current.hash ? await this.#source.tip() : tip;
      } catch (error) {
        if (!isNotOffered(error)) throw error;
        this.#longPolls = false;
      }
    }
    await sleep(Math.min(leftMs, POLL_MS), undefined, { signal });
    return leftMs > POLL_MS ? this.#source.tip() : null;
  }

  #startPoll(current: BlockRef, forMs: number): Promise<BlockRef> {
    const poll = this.#source.longPoll(current, forMs).finally(() => {
      this.#poll = null;
    });
    // It may fail after its caller has left. The next call to the node fails as well then.
    poll.catch(() => undefined);
    return poll;
  }
}

function orNull<T>(promise: Promise<T>, ms: number, signal: AbortSignal | undefined): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const giveUp = () => settle(() => resolve(null));
    const timer = setTimeout(giveUp, ms);
    const settle = (how: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      how();
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    promise.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}

/** Waits for the node's tip to change: by long poll where the node offers it, else by asking every second. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockRef } from '../../chain.js';
import { hasCode, RPC_METHOD_NOT_FOUND } from './failures.js';

export interface TipSource {
  tip(): Promise<BlockRef>;
  /** One `waitfornewblock`; answers the tip when it changed or `forMs` have passed. */
  longPoll(current: BlockRef, forMs: number, signal: AbortSignal | undefined): Promise<BlockRef>;
}

/**
 * Longest single wait. A node goes on waiting, with one of its RPC threads, for a caller who has left, so waits are short.
 * It also bounds how late a block is noticed that arrives between two of them (nodes without the `current_tip` parameter).
 */
const SLICE_MS = 5000;
/** The first wait is shorter still: a block may arrive between our last look at the tip and the node's first. */
const FIRST_SLICE_MS = 250;
const POLL_MS = 1000;

export class NewTip {
  readonly #source: TipSource;
  #longPolls = true;

  constructor(source: TipSource) {
    this.#source = source;
  }

  /** Tries the long poll again: the node may be another one. */
  reset(): void {
    this.#longPolls = true;
  }

  /** @returns the tip as soon as it is another block than `current`; null after `timeoutMs` or when `signal` fires. */
  async wait(current: BlockRef, timeoutMs: number, signal: AbortSignal | undefined): Promise<BlockRef | null> {
    const end = performance.now() + timeoutMs;
    try {
      let tip = await this.#source.tip();
      let sliceMs = FIRST_SLICE_MS;
      while (tip.hash === current.hash) {
        const leftMs = Math.ceil(end - performance.now());
        if (leftMs <= 0 || signal?.aborted) return null;
        tip = await this.#next(current, Math.min(leftMs, sliceMs), signal);
        sliceMs = SLICE_MS;
      }
      return tip;
    } catch (error) {
      if (signal?.aborted) return null;
      throw error;
    }
  }

  async #next(current: BlockRef, forMs: number, signal: AbortSignal | undefined): Promise<BlockRef> {
    if (this.#longPolls) {
      try {
        return await this.#source.longPoll(current, forMs, signal);
      } catch (error) {
        if (!isNotOffered(error)) throw error;
        this.#longPolls = false;
      }
    }
    await sleep(Math.min(forMs, POLL_MS), undefined, { signal });
    return this.#source.tip();
  }
}

/** zebrad does not know the method; an `rpcwhitelist` may leave it out. */
function isNotOffered(error: unknown): boolean {
  return hasCode(error, RPC_METHOD_NOT_FOUND) || hasCode(error, 403);
}

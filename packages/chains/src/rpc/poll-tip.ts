/** Waits for the node's tip to change. Nodes of this family offer no long poll: their height is asked for again and again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockRef } from '../chain.js';

export interface PolledTip {
  tip(): Promise<BlockRef>;
  /** A cheaper question. */
  height(): Promise<number>;
}

const MAX_POLL_MS = 1000;
const MIN_POLL_MS = 250;
/** A block may be replaced by another one of its height, which the height does not show: the tip itself is looked at so often. */
const FULL_LOOK_MS = 5000;

/**
 * @param blockSeconds between blocks, on average
 * @returns the tip as soon as it is another block than `current`; null after `timeoutMs` or when `signal` fires, which may
 * happen as often as there is reason to look at something.
 */
export async function waitForNewTip(
  source: PolledTip,
  blockSeconds: number,
  current: BlockRef,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<BlockRef | null> {
  const end = performance.now() + timeoutMs;
  const pollMs = Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, (blockSeconds * 1000) / 4));
  // Who comes back so soon has just looked at the tip itself, and does so again.
  let look = timeoutMs >= FULL_LOOK_MS;
  try {
    for (;;) {
      const tip = look ? await source.tip() : current;
      if (tip.hash !== current.hash) return tip;
      look = true;
      const nextLook = performance.now() + FULL_LOOK_MS;
      do {
        const leftMs = Math.ceil(end - performance.now());
        if (leftMs <= 0 || signal?.aborted) return null;
        await sleep(Math.min(leftMs, pollMs), undefined, { signal });
      } while (performance.now() < nextLook && (await source.height()) === current.height);
    }
  } catch (error) {
    if (signal?.aborted) return null;
    throw error;
  }
}

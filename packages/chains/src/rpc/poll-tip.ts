/** Waits for a new tip of a node without long polls: its height is polled, and now and then the tip itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockRef } from '../chain.js';

export interface PolledNode {
  tip(): Promise<BlockRef>;
  /** A cheaper call. */
  height(): Promise<number>;
  /** Between blocks, on average. */
  readonly blockSeconds: number;
  /** Fires when the client is closed. */
  readonly closing: AbortSignal;
}

const MAX_POLL_MS = 1000;
const MIN_POLL_MS = 250;
/** Another block of the same height does not show in the height: the tip itself is read so often. */
const TIP_POLL_MS = 5000;

/**
 * @param signal ends the wait; may fire as often as there is reason to look at something else
 * @returns the tip as soon as it is another block than `current`; null after `timeoutMs` or when `signal` fires
 * @throws NodeError when the client is closed
 */
export async function waitForNewTip(
  node: PolledNode,
  current: BlockRef,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<BlockRef | null> {
  const either = eitherSignal(signal, node.closing);
  const tip = await pollTip(node, current, timeoutMs, either.signal).finally(either.release);
  node.closing.throwIfAborted();
  return tip;
}

async function pollTip(
  node: PolledNode,
  current: BlockRef,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<BlockRef | null> {
  const end = performance.now() + timeoutMs;
  const pollMs = Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, (node.blockSeconds * 1000) / 4));
  // A caller with a short timeout has just read the tip, and will read it again.
  let readsTip = timeoutMs >= TIP_POLL_MS;
  try {
    for (;;) {
      const { height, hash } = readsTip ? await node.tip() : current;
      if (hash !== current.hash) return { height, hash };
      readsTip = true;
      const nextRead = performance.now() + TIP_POLL_MS;
      do {
        const leftMs = Math.ceil(end - performance.now());
        if (leftMs <= 0 || signal.aborted) return null;
        await sleep(Math.min(leftMs, pollMs), undefined, { signal });
        if (leftMs <= pollMs) return null;
      } while (performance.now() < nextRead && (await node.height()) === current.height);
    }
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/**
 * Fires when one of two signals does. AbortSignal.any leaves some 65 bytes with a signal that outlives what is made of
 * it (measured with Node 20). For one that is waited for every quarter of a second that is 20 MB a day.
 */
function eitherSignal(one: AbortSignal | undefined, other: AbortSignal): { signal: AbortSignal; release: () => void } {
  const either = new AbortController();
  const signals = one ? [one, other] : [other];
  const fire = () => either.abort();
  for (const signal of signals) signal.addEventListener('abort', fire, { once: true });
  if (signals.some(({ aborted }) => aborted)) fire();
  return {
    signal: either.signal,
    release() {
      for (const signal of signals) signal.removeEventListener('abort', fire);
    },
  };
}

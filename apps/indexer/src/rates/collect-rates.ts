/** Asks every source at once and makes one figure a coin of what they say. */
import { once, setMaxListeners } from 'node:events';
import type { FoundRate } from '@chaintrail/db';
import { combine } from './combine-rates.js';
import type { Quotes, RateSource } from './rate-source.js';

/** Bound on all sources together; one that takes longer is left out this time. */
const TIMEOUT_MS = 60_000;

export interface Collected {
  /** When the sources were asked, unix seconds. */
  readonly at: number;
  readonly rates: readonly FoundRate[];
  /** Sentences for the operator. */
  readonly problems: readonly string[];
}

/**
 * @param maxAgeSeconds older prices are of no use to anybody
 * @throws only what `signal` was fired with
 */
export async function collectRates(
  sources: readonly RateSource[],
  maxAgeSeconds: number,
  signal: AbortSignal,
  { timeoutMs = TIMEOUT_MS, now = Date.now } = {},
): Promise<Collected> {
  const at = Math.floor(now() / 1000);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  // Each source listens, and there may be more than Node takes for a leak.
  setMaxListeners(0, inTime);
  const answers = await Promise.all(sources.map((source) => askOne(source, at, inTime)));
  signal.throwIfAborted();
  const quotes = answers.flatMap(({ quotes }, n) =>
    quotes.filter(({ asOf }) => at - asOf <= maxAgeSeconds).map((quote) => ({ ...quote, source: sources[n]!.name })),
  );
  const { rates, problems } = combine(quotes);
  const told = answers.flatMap(({ problems }, n) => problems.map((problem) => `${sources[n]!.name}: ${problem}`));
  return { at, rates, problems: [...told, ...problems] };
}

/** Clients of nodes have time limits, and repeat calls: the signal is what bounds all of it. */
async function askOne(source: RateSource, at: number, signal: AbortSignal): Promise<Quotes> {
  const asking = source.ask(at, signal);
  asking.catch(() => undefined); // told by the race, unless that is over
  const over = new AbortController();
  const stopped = once(signal, 'abort', { signal: over.signal }).then(() => {
    throw new Error('it did not answer in time');
  });
  stopped.catch(() => undefined); // the same
  try {
    signal.throwIfAborted();
    return await Promise.race([asking, stopped]);
  } catch (error) {
    return { quotes: [], problems: [error instanceof Error ? error.message : String(error)] };
  } finally {
    over.abort();
  }
}

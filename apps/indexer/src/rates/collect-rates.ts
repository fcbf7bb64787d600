/** Asks every source at once and makes one figure a coin of what they say, or none. */
import { once, setMaxListeners } from 'node:events';
import type { FoundRate } from '@chaintrail/db';
import { medianOf, textOfPrice } from './price.js';
import type { Quote, Quotes, RateSource } from './rate-source.js';

/** Bound on all sources together; one that takes longer is left out this time. */
const TIMEOUT_MS = 60_000;

export interface Collected {
  /** When the sources were asked, unix seconds. */
  readonly at: number;
  readonly rates: readonly FoundRate[];
  /** Sentences for the operator. */
  readonly problems: readonly string[];
}

/** @param maxAgeSeconds older prices are of no use to anybody @throws only what `signal` was fired with */
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

/** Sources may be so far apart beyond what each one's own rules allow it, in hundredths of a percent. */
const TOLERANCE = 100n;
const WHOLE = 10_000n;

export interface SourcedQuote extends Quote {
  readonly source: string;
}

export interface Combined {
  readonly rates: readonly FoundRate[];
  /** Sentences: who was left out, and coins whose sources contradict each other. */
  readonly problems: readonly string[];
}

/**
 * The median of those that lie about the median of all. Without a majority nobody can tell who is right. So two that
 * contradict each other give no figure, nor do three that are all apart.
 */
export function combine(quotes: readonly SourcedQuote[]): Combined {
  const rates: FoundRate[] = [];
  const problems: string[] = [];
  for (const symbol of [...new Set(quotes.map((quote) => quote.symbol))].sort()) {
    const all = quotes.filter((quote) => quote.symbol === symbol);
    const middle = medianOf(all.map(({ price }) => price)) ?? 0n;
    const kept = all.filter((quote) => isWithin(quote, middle));
    const left = all.filter((quote) => !kept.includes(quote));
    const price = medianOf(kept.map((quote) => quote.price));
    if (price === null || kept.length * 2 <= all.length) {
      problems.push(`no rate of ${symbol}: its sources contradict each other (${all.map(described).join(', ')})`);
      continue;
    }
    if (left.length > 0) problems.push(`${symbol}: left out ${left.map(described).join(', ')}, far from the others`);
    rates.push({
      symbol,
      rate: textOfPrice(price),
      asOf: Math.max(...kept.map(({ asOf }) => asOf)),
      sources: kept.map(({ source }) => source).sort(),
    });
  }
  return { rates, problems };
}

function isWithin({ price, band }: Quote, middle: bigint): boolean {
  const distance = price > middle ? price - middle : middle - price;
  return distance * WHOLE <= middle * (band + TOLERANCE);
}

function described({ source, price }: SourcedQuote): string {
  return `${source} ${textOfPrice(price)}`;
}

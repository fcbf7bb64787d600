/** From what sources say to one figure a coin, or to none. Pure. */
import type { FoundRate } from '@chaintrail/db';
import { medianOf, textOfPrice } from './price.js';
import type { Quote } from './rate-source.js';

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

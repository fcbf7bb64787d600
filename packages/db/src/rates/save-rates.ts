import type { Queryable } from '../connection.js';

/** Rate that was found for a coin. */
export interface FoundRate {
  /** Symbol of the coin, as chains have it: "ETH". */
  readonly symbol: string;
  /** US dollars per whole coin, in plain decimal; above 0. */
  readonly rate: string;
  /** When the newest price that it comes from was made, unix seconds; not after the time it is saved with. */
  readonly asOf: number;
  /** Those that agreed; at least one. */
  readonly sources: readonly string[];
}

/**
 * Adds what was found at one moment. The figure that was the newest before is removed, unless it is the first of its
 * hour. So the table has the newest, and one of every hour. Saving the same moment again changes nothing.
 * @param at when the sources were asked, unix seconds
 */
export async function saveRates(db: Queryable, at: number, rates: readonly FoundRate[]): Promise<void> {
  if (rates.length === 0) return;
  await db.query(
    `WITH given AS (
       SELECT symbol, rate, as_of, string_to_array(sources, ',') AS sources
       FROM unnest($2::text[], $3::numeric[], $4::bigint[], $5::text[]) AS given(symbol, rate, as_of, sources)
     ), superseded AS (
       DELETE FROM chaintrail.rates old USING given
       WHERE old.symbol = given.symbol
         AND old.at = (SELECT max(at) FROM chaintrail.rates newest WHERE newest.symbol = given.symbol AND newest.at < $1)
         AND EXISTS (SELECT FROM chaintrail.rates first
           WHERE first.symbol = old.symbol AND first.at < old.at AND first.at >= old.at - old.at % 3600)
     )
     INSERT INTO chaintrail.rates (symbol, at, as_of, rate, sources)
     SELECT symbol, $1::bigint, as_of, rate, sources FROM given
     ON CONFLICT (symbol, at) DO NOTHING`,
    [
      at,
      rates.map(({ symbol }) => symbol),
      rates.map(({ rate }) => rate),
      rates.map(({ asOf }) => asOf),
      rates.map(({ sources }) => sources.join(',')),
    ],
  );
}

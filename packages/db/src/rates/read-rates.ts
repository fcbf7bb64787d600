import type { Queryable } from '../connection.js';

/** A figure that was found. */
export interface StoredRate {
  /** US dollars per whole coin, in plain decimal. */
  readonly rate: string;
  /** When its sources were asked, unix seconds. */
  readonly at: number;
  /** When the newest price that it comes from was made, unix seconds. */
  readonly asOf: number;
  /** Those that agreed, in alphabetical order. */
  readonly sources: readonly string[];
}

export interface WantedRate {
  readonly symbol: string;
  /** Unix seconds. */
  readonly moment: number;
}

/** The last figure of each coin at a moment, however old. @returns in the order of `wanted`; null: none until then */
export async function readRates(db: Queryable, wanted: readonly WantedRate[]): Promise<(StoredRate | null)[]> {
  if (wanted.length === 0) return [];
  const { rows } = await db.query<{ found: StoredRate | null }>({
    name: 'rates',
    text: `SELECT found FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS wanted(symbol, moment, place)
     LEFT JOIN LATERAL (
       SELECT json_build_object('rate', trim_scale(rate)::text, 'at', at, 'asOf', as_of, 'sources', sources) AS found
       FROM chaintrail.rates r WHERE r.symbol = wanted.symbol AND r.at <= wanted.moment ORDER BY r.at DESC LIMIT 1
     ) last ON true
     ORDER BY place`,
    values: [wanted.map(({ symbol }) => symbol), wanted.map(({ moment }) => moment)],
  });
  return rows.map(({ found }) => found);
}

/** When sources were last asked with success, in milliseconds of Unix time; null where that never was. */
export async function readLastRatesAt(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ ms: number | null }>('SELECT max(at)::float8 * 1000 AS ms FROM chaintrail.rates');
  return rows[0]?.ms ?? null;
}

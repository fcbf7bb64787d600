/** How fast single pages come from random places of a table: a new block, and a page of an old history, wait for them. */
import type { Queryable } from '../connection.js';

export interface RandomReads {
  readonly pages: number;
  /** Those that were not in the buffers of PostgreSQL, and the milliseconds that all took. */
  readonly read: number;
  readonly ms: number;
}

/** Smaller tables are in memory, and say nothing of the disk. */
const LEAST_BYTES = 2 ** 30;
const PAGES = 200;

interface Largest {
  readonly name: string;
  readonly pages: number;
}

interface Explained {
  readonly 'QUERY PLAN': readonly [
    { readonly Plan: { readonly 'Shared Read Blocks': number }; readonly 'Execution Time': number },
  ];
}

/** Reads a few pages of the largest table of a chain that our role may read. @returns null: none is large enough */
export async function measureRandomReads(db: Queryable, leastBytes = LEAST_BYTES): Promise<RandomReads | null> {
  const { rows } = await db.query<Largest>(
    `SELECT c.oid::regclass::text AS name, (pg_relation_size(c.oid) / current_setting('block_size')::integer)::integer AS pages
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN chaintrail.chains k ON k.code = n.nspname
     WHERE c.relkind = 'r' AND has_table_privilege(c.oid, 'SELECT') AND pg_relation_size(c.oid) >= $1
     ORDER BY 2 DESC LIMIT 1`,
    [leastBytes],
  );
  const [largest] = rows;
  if (largest === undefined) return null;
  const places = Array.from({ length: PAGES }, () => `(${Math.floor(Math.random() * largest.pages)},1)`);
  const { rows: explained } = await db.query<Explained>(
    // PostgreSQL looks rows up by their place alone, and says what it had to read.
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON)
     SELECT count(*) FROM ${largest.name} WHERE ctid = ANY ('{${places.map((place) => `"${place}"`).join()}}'::tid[])`,
  );
  const [{ Plan, 'Execution Time': ms }] = explained[0]!['QUERY PLAN'];
  return { pages: PAGES, read: Plan['Shared Read Blocks'], ms };
}

/** The index stage: statistics, then every index of the chain, as many side by side as there are sessions. */
import type { ChainCode } from '@chaintrail/chains';
import { backendOf, type Pool, type Session } from '../../connection.js';
import { chainTables, tableBytes } from '../../tables/chain-tables.js';
import { type ChainIndex, chainIndexes, giveIndexesMemory } from '../chain-indexes.js';
import { sideBySide } from './helper-sessions.js';

const ASK_EVERY_MS = 1_000;

/**
 * @param sessions the owner's first; each takes the next index when it has built one, the largest first
 * @param pool asked how far PostgreSQL is while the sessions build
 * @param onShare told now and then, 0 to 1, and never less than before
 */
export async function buildIndexes(
  sessions: readonly Session[],
  pool: Pool,
  chain: ChainCode,
  onShare: (share: number) => void,
): Promise<void> {
  const session = sessions[0]!;
  // All that reads these tables goes by indexes and needs rough numbers; the server's own rounds refine them in time.
  // Before the builds: a hash index is given its size by them.
  await session.query('SET default_statistics_target = 10');
  for (const table of chainTables(chain)) {
    await session.query(`ANALYZE ${chain}.${table}`);
  }
  for (const each of sessions) await giveIndexesMemory(each, sessions.length);
  const indexes = await chainIndexes(session, chain);
  const weightOf = await weighIndexes(session, chain, indexes);
  const total = indexes.reduce((sum, index) => sum + weightOf(index), 0);
  const parts = new Map(indexes.map((index) => [index, index.exists ? 1 : 0]));
  const raise = (index: ChainIndex, part: number): void => {
    // An answer may come after the next build began, and what it says of one falls where the next phase begins.
    if (part <= parts.get(index)!) return;
    parts.set(index, part);
    onShare([...parts].reduce((sum, [each, done]) => sum + done * weightOf(each), 0) / total);
  };
  const missing = indexes.filter(({ exists }) => !exists).values();
  await sideBySide(sessions, async (own, mayGoOn) => {
    while (mayGoOn()) {
      const { value: index } = missing.next();
      if (index === undefined) return;
      const asking = setInterval(
        () => void shareOfBuild(pool, own).then((part) => raise(index, Math.min(part, 1))),
        ASK_EVERY_MS,
      );
      try {
        await own.query(index.definition);
      } finally {
        clearInterval(asking);
      }
      raise(index, 1);
    }
  });
}

/** @returns bytes of the table of each index, and a page more, so that one of an empty table counts as well */
async function weighIndexes(
  session: Session,
  chain: ChainCode,
  indexes: readonly ChainIndex[],
): Promise<(index: ChainIndex) => number> {
  const tables = [...new Set(indexes.map(({ table }) => table))];
  const { rows } = await session.query<string[]>({
    rowMode: 'array',
    text: `SELECT ${tables.map((table) => tableBytes(`${chain}.${table}`)).join(', ')}`,
  });
  const weights = new Map(tables.map((table, n) => [table, Number(rows[0]?.[n] ?? 0) + 8192]));
  return ({ table }) => weights.get(table) ?? 0;
}

/** How far the session's CREATE INDEX is, roughly: reading the table is half of it. 0 where the server does not say. */
async function shareOfBuild(pool: Pool, session: Session): Promise<number> {
  const { rows } = await pool
    .query<{ share: number }>(
      `SELECT (coalesce(blocks_done::float8 / nullif(blocks_total, 0), 0) + coalesce(tuples_done::float8 / nullif(tuples_total, 0), 0)) / 2 AS share
       FROM pg_stat_progress_create_index WHERE pid = $1`,
      [backendOf(session)],
    )
    .catch(() => ({ rows: [] })); // the build itself reports what is wrong with the database
  return rows[0]?.share ?? 0;
}

/** From which block on an EVM chain's rows have internal transfers, and blocks above it that lack them. */
import type { ChainCode } from '@chaintrail/chains';
import type { Queryable, Session } from '../../../connection.js';
import type { GapReason, InternalMode } from '../../../tables/sync-tables.js';

export interface InternalSync {
  readonly mode: InternalMode;
  /** First block whose internal transfers are part of the rows; null where there is none. */
  readonly from: number | null;
}

/** A run of untraced blocks, both ends included. */
export interface InternalGap {
  readonly from: number;
  readonly to: number;
  readonly reason: GapReason;
}

/** A written block, as far as gaps go. */
interface GapMark {
  readonly height: number;
  /** Why its traces are not part of the rows; null where they are. */
  readonly gap: GapReason | null;
}

/** Makes the row of a new chain. */
export async function openInternalSync(session: Session, chain: ChainCode): Promise<void> {
  await session.query(`INSERT INTO ${chain}.internal_sync (mode) VALUES ('off') ON CONFLICT DO NOTHING`);
}

export async function readInternalSync(database: Queryable, chain: ChainCode): Promise<InternalSync> {
  const { rows } = await database.query<InternalSync>(`SELECT mode, from_height AS "from" FROM ${chain}.internal_sync`);
  return rows[0] ?? { mode: 'off', from: null };
}

/** @param reason why blocks are not traced, for the operator; null where no gap is left */
export async function saveInternalSync(
  database: Queryable,
  chain: ChainCode,
  mode: InternalMode,
  reason: string | null,
): Promise<void> {
  await database.query(`UPDATE ${chain}.internal_sync SET mode = $1, reason = $2, updated_at = now()`, [mode, reason]);
}

/** Notes which of the blocks that are written have no traces, in the transaction that writes them. */
export async function recordGaps(session: Session, chain: ChainCode, blocks: readonly GapMark[]): Promise<void> {
  // Blocks before the first one that was to be traced are no gap.
  const first = blocks.find(({ gap }) => gap !== 'off')?.height ?? null;
  const { rows } = await session.query<{ from: number | null }>({
    name: `begin_internal_${chain}`,
    text: `WITH begun AS (
        INSERT INTO ${chain}.internal_sync (mode, from_height) SELECT 'off', $1::integer
        WHERE $1::integer IS NOT NULL AND NOT EXISTS (SELECT FROM ${chain}.internal_sync WHERE from_height IS NOT NULL)
        ON CONFLICT ((true)) DO UPDATE SET from_height = excluded.from_height, updated_at = now())
      SELECT coalesce((SELECT from_height FROM ${chain}.internal_sync), $1) AS "from"`,
    values: [first],
  });
  const from = rows[0]?.from ?? null;
  if (from === null) return;
  for (const gap of gapsAmong(blocks.filter(({ height }) => height >= from))) await addGap(session, chain, gap);
}

function gapsAmong(blocks: readonly GapMark[]): InternalGap[] {
  const gaps: InternalGap[] = [];
  for (const { height, gap } of blocks) {
    const last = gaps.at(-1);
    if (gap === null) continue;
    if (last?.reason === gap && last.to === height - 1) gaps[gaps.length - 1] = { ...last, to: height };
    else gaps.push({ from: height, to: height, reason: gap });
  }
  return gaps;
}

async function addGap(session: Session, chain: ChainCode, { from, to, reason }: InternalGap): Promise<void> {
  const { rowCount } = await session.query({
    name: `lengthen_internal_gap_${chain}`,
    text: `UPDATE ${chain}.internal_gaps SET to_height = $2 WHERE to_height = $1 - 1 AND reason_code = $3`,
    values: [from, to, reason],
  });
  if (rowCount !== 0) return;
  await session.query({
    name: `add_internal_gap_${chain}`,
    text: `INSERT INTO ${chain}.internal_gaps (from_height, to_height, reason_code) VALUES ($1, $2, $3)`,
    values: [from, to, reason],
  });
}

/** Cuts gaps, and where traces begin, at a height that becomes the tip, inside the caller's transaction. */
export async function rollbackGaps(session: Session, chain: ChainCode, height: number): Promise<void> {
  for (const gaps of ['internal_gaps', 'address_gaps']) {
    await session.query(`DELETE FROM ${chain}.${gaps} WHERE from_height > $1`, [height]);
    await session.query(`UPDATE ${chain}.${gaps} SET to_height = $1 WHERE to_height > $1`, [height]);
  }
  await session.query(
    `UPDATE ${chain}.internal_sync SET from_height = NULL, updated_at = now() WHERE from_height > $1`,
    [height],
  );
}

/** The rows of `audits`: where an audit stands and what it has found, written as it goes. */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import { and, eq, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Session } from '../connection.js';
import type { CheckReport } from '../tables/findings.js';
import { orm, run } from '../tables/orm.js';
import { auditsOf } from '../tables/sync-tables.js';

export type AuditScope = 'sample' | 'full';
export type AuditResult = 'clean' | 'findings' | 'failed';

/** An older one begins anew: what it found is about another time. A full one may take weeks. */
const RESUME_WITHIN = '3 days';
/** Rows kept for each chain. */
const KEPT = 400;

export interface AuditRow<Position> {
  readonly id: number;
  readonly checks: readonly CheckReport[];
  /** Null where nothing is to go on with. */
  readonly position: Position | null;
  readonly block: BlockRef | null;
}

/** Begins an audit, or goes on with one: the caller holds the lock, so one that says `running` was interrupted. */
export async function beginAudit<Position>(
  session: Session,
  chain: ChainCode,
  scope: AuditScope,
): Promise<AuditRow<Position>> {
  const audits = auditsOf(chain);
  const db = orm(session);
  const isOld = lt(audits.updatedAt, sql`now() - ${RESUME_WITHIN}::interval`);
  const isPassed = lt(audits.id, sql`(SELECT max(${audits.id}) FROM ${audits})`);
  await run(
    db
      .update(audits)
      .set({
        result: 'failed',
        finishedAt: sql`now()`,
        reason: 'it was interrupted, and another one was begun instead',
      })
      .where(and(eq(audits.result, 'running'), or(ne(audits.scope, scope), isOld, isPassed))),
  );
  const [row] = await run(
    db.update(audits).set({ updatedAt: sql`now()` }).where(eq(audits.result, 'running')).returning(),
  );
  if (row) {
    const { id, checks, position, height, hash } = row;
    const block = height === null || hash === null ? null : { height, hash: hash.toString('hex') };
    return { id, checks, position: position as Position, block };
  }
  const [begun] = await run(db.insert(audits).values({ scope }).returning({ id: audits.id }));
  const last = sql`(SELECT id FROM ${audits} ORDER BY id DESC OFFSET ${KEPT} LIMIT 1)`;
  await run(db.delete(audits).where(lte(audits.id, last)));
  return { id: begun!.id, checks: [], position: null, block: null };
}

export interface AuditProgress {
  readonly checks: readonly CheckReport[];
  readonly position: object;
  readonly block: BlockRef | null;
}

/** Keeps where an audit stands. */
export async function saveAudit(
  session: Session,
  chain: ChainCode,
  id: number,
  progress: AuditProgress,
): Promise<void> {
  const audits = auditsOf(chain);
  await run(orm(session).update(audits).set(columnsOf(progress)).where(eq(audits.id, id)));
}

/** @param reason why it failed, null where it did not */
export async function finishAudit(
  session: Session,
  chain: ChainCode,
  id: number,
  progress: AuditProgress,
  result: AuditResult,
  reason: string | null,
): Promise<void> {
  const audits = auditsOf(chain);
  const ended = { ...columnsOf(progress), finishedAt: sql`now()`, result, reason };
  await run(orm(session).update(audits).set(ended).where(eq(audits.id, id)));
}

function columnsOf({ checks, position, block }: AuditProgress) {
  return {
    ...{ updatedAt: sql`now()`, checks, position },
    height: block?.height ?? null,
    hash: block === null ? null : Buffer.from(block.hash, 'hex'),
    findings: checks.reduce((sum, check) => sum + check.findings, 0),
  };
}

/** @returns the value of a key of `position` in the newest finished audit that has it, or null */
export async function readEarlierPosition<T>(session: Session, chain: ChainCode, key: string): Promise<T | null> {
  const { rows } = await session.query<{ value: T }>(
    `SELECT position -> $1::text AS value FROM ${chain}.audits
     WHERE result = 'clean' AND position -> $1 IS NOT NULL ORDER BY id DESC LIMIT 1`,
    [key],
  );
  return rows[0]?.value ?? null;
}

/** The rows of `audits`: where an audit stands and what it has found, written as it goes. */
import type { BlockRef, ChainCode } from '@chaintrail/chains';
import type { Session } from '../connection.js';
import type { CheckReport } from './findings.js';

export type AuditScope = 'sample' | 'full';
export type AuditResult = 'clean' | 'findings' | 'failed';

/** One that nobody went on with for so long begins anew: what it found is about another time. A full one may take weeks. */
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

interface StoredAudit<Position> {
  readonly id: string;
  readonly checks: CheckReport[];
  readonly position: Position;
  readonly height: number | null;
  readonly hash: string | null;
}

/**
 * Goes on with the chain's last audit where that was interrupted, or begins one. The caller holds the audit lock, so a row
 * that says `running` is of an audit that is not.
 */
export async function beginAudit<Position>(
  session: Session,
  chain: ChainCode,
  scope: AuditScope,
): Promise<AuditRow<Position>> {
  await session.query(
    `UPDATE ${chain}.audits SET result = 'failed', finished_at = now(), reason = 'it was interrupted, and another one was begun instead'
     WHERE result = 'running' AND (scope <> $1 OR updated_at < now() - $2::interval
       OR id < (SELECT max(id) FROM ${chain}.audits))`,
    [scope, RESUME_WITHIN],
  );
  const interrupted = await session.query<StoredAudit<Position>>(
    `UPDATE ${chain}.audits SET updated_at = now() WHERE result = 'running'
     RETURNING id, checks, position, height, encode(hash, 'hex') AS hash`,
  );
  const [row] = interrupted.rows;
  if (row) {
    const { id, checks, position, height, hash } = row;
    return { id: Number(id), checks, position, block: height === null || hash === null ? null : { height, hash } };
  }
  const begun = await session.query<{ id: string }>(`INSERT INTO ${chain}.audits (scope) VALUES ($1) RETURNING id`, [
    scope,
  ]);
  await session.query(
    `DELETE FROM ${chain}.audits WHERE id <= (SELECT id FROM ${chain}.audits ORDER BY id DESC OFFSET $1 LIMIT 1)`,
    [KEPT],
  );
  return { id: Number(begun.rows[0]!.id), checks: [], position: null, block: null };
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
  await session.query(
    `UPDATE ${chain}.audits SET updated_at = now(), checks = $2, position = $3, height = $4, hash = decode($5, 'hex'), findings = $6 WHERE id = $1`,
    valuesOf(id, progress),
  );
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
  await session.query(
    `UPDATE ${chain}.audits SET updated_at = now(), checks = $2, position = $3, height = $4, hash = decode($5, 'hex'), findings = $6,
       finished_at = now(), result = $7, reason = $8 WHERE id = $1`,
    [...valuesOf(id, progress), result, reason],
  );
}

function valuesOf(id: number, { checks, position, block }: AuditProgress): unknown[] {
  const findings = checks.reduce((sum, check) => sum + check.findings, 0);
  return [id, JSON.stringify(checks), JSON.stringify(position), block?.height ?? null, block?.hash ?? null, findings];
}

/** @returns the value of a key of `position` in the newest finished audit that has it, or null */
export async function readEarlierPosition<T>(session: Session, chain: ChainCode, key: string): Promise<T | null> {
  const { rows } = await session.query<{ value: T }>(
    `SELECT position -> $1::text AS value FROM ${chain}.audits
     WHERE result = 'clean' AND position -> $1::text IS NOT NULL ORDER BY id DESC LIMIT 1`,
    [key],
  );
  return rows[0]?.value ?? null;
}

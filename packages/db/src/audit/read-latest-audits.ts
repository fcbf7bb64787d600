import type { ChainCode } from '@chaintrail/chains';
import { AUDIT_LOCK } from '../advisory-locks.js';
import type { Queryable } from '../connection.js';
import { queryChain } from '../read/chain-state.js';
import { queryChains } from '../read/read-chains.js';
import { readLockedChains } from '../read/read-locked-chains.js';
import type { CheckName, Outcome } from '../tables/findings.js';
import type { AuditResult, AuditScope } from './audit-rows.js';

/** Public facts about a chain's newest audits. */
export interface LatestAudit {
  readonly chain: ChainCode;
  /** The last audit that came to an end. */
  readonly scope: AuditScope;
  readonly result: AuditResult;
  /** Unix seconds. */
  readonly startedAt: number;
  readonly finishedAt: number;
  /** The block that was audited; null where the audit failed before it came to one. */
  readonly height: number | null;
  readonly hash: string | null;
  /** Facts that did not agree. */
  readonly findings: number;
  readonly checks: readonly {
    readonly name: CheckName;
    readonly outcome: Outcome;
    readonly findings: number;
    /** Part of all there is that was looked at, 0 to 1. */
    readonly share: number;
  }[];
}

/** @returns the last finished audit of each chain that has one, in the order of the currency codes */
export async function readLatestAudits(db: Queryable): Promise<LatestAudit[]> {
  // For each followed chain one step down the index: audits of years are not read for it.
  const rows = await queryChains<{ audit: LatestAudit }>(
    db,
    'latest_audits',
    (chain) => `SELECT json_build_object(
        'chain', '${chain}', 'scope', a.scope, 'result', a.result,
        'startedAt', floor(extract(epoch FROM a.started_at)), 'finishedAt', floor(extract(epoch FROM a.finished_at)),
        'height', a.height, 'hash', encode(a.hash, 'hex'), 'findings', a.findings,
        'checks', (SELECT coalesce(json_agg(json_build_object('name', c -> 'name', 'outcome', c -> 'outcome',
            'findings', c -> 'findings', 'share', c -> 'share') ORDER BY n), '[]')
          FROM jsonb_array_elements(a.checks) WITH ORDINALITY AS checks(c, n))) AS audit
      FROM (SELECT scope, result, started_at, finished_at, height, hash, findings, checks FROM ${chain}.audits WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1) a`,
  );
  return rows.map(({ audit }) => audit);
}

/** An audit that is under way now. */
export interface RunningAudit {
  readonly chain: ChainCode;
  readonly scope: AuditScope;
  /** Unix seconds. */
  readonly startedAt: number;
  /** Facts that did not agree, so far. */
  readonly findings: number;
  /** The check that reported last; null before the first report, which may take the node an hour. */
  readonly check: CheckName | null;
  /** How far that one was, 0 to 1. */
  readonly share: number | null;
}

/** Audits under way, one a chain at most: of a row that says `running`, somebody holds the lock. */
export async function readRunningAudits(db: Queryable): Promise<RunningAudit[]> {
  // Not in one statement: under Citus the locks are of the coordinator, and the rows lie on workers.
  const held = await readLockedChains(db, AUDIT_LOCK);
  if (held.size === 0) return [];
  const rows = await queryChains<{ audit: RunningAudit }>(
    db,
    'running_audits',
    (chain) => `SELECT json_build_object(
        'chain', '${chain}', 'scope', a.scope, 'startedAt', floor(extract(epoch FROM a.started_at)), 'findings', a.findings,
        'check', a.checks -> -1 -> 'name', 'share', a.checks -> -1 -> 'share') AS audit
      FROM (SELECT scope, result, started_at, findings, checks FROM ${chain}.audits ORDER BY id DESC LIMIT 1) a
      WHERE a.result = 'running'`,
  );
  return rows.map(({ audit }) => audit).filter(({ chain }) => held.has(chain));
}

/** When the chain's newest audit with a result began, in milliseconds of Unix time; null where there is none. */
export async function readLastAuditStart(db: Queryable, chain: ChainCode): Promise<number | null> {
  const rows = await queryChain<{ ms: number | null }>(
    db,
    'last_audit_start',
    chain,
    () => `SELECT floor(extract(epoch FROM started_at) * 1000)::double precision AS ms FROM ${chain}.audits
     WHERE result IN ('clean', 'findings') ORDER BY id DESC LIMIT 1`,
  );
  return rows[0]?.ms ?? null;
}

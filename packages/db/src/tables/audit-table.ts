import type { ChainCode } from '@chaintrail/chains';
import { bigint, integer, jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core';
import type { CheckReport } from '../audit/findings.js';
import { bytea } from './sync-tables.js';

/** @returns audits of a chain */
export function auditsOf(chain: ChainCode) {
  return pgSchema(chain).table('audits', {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    scope: text('scope', { enum: ['sample', 'full'] }).notNull(),
    result: text('result', { enum: ['running', 'clean', 'findings', 'failed'] })
      .notNull()
      .default('running'),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
    height: integer('height'),
    hash: bytea('hash'),
    findings: bigint('findings', { mode: 'number' }).notNull().default(0),
    reason: text('reason'),
    checks: jsonb('checks').$type<readonly CheckReport[]>().notNull().default([]),
    position: jsonb('position').$type<object>().notNull().default({}),
  });
}

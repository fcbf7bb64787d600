import type { ChainCode } from '@chaintrail/chains';
import { bigint, integer, pgSchema, text, timestamp } from 'drizzle-orm/pg-core';

/** @returns the one row that says how far internal transfers of an EVM chain are indexed */
export function internalSyncOf(chain: ChainCode) {
  return pgSchema(chain).table('internal_sync', {
    mode: text('mode', { enum: ['off', 'live', 'full'] }).notNull(),
    liveFrom: integer('live_from'),
    liveTo: integer('live_to'),
    backfillFrom: integer('backfill_from'),
    backfillTo: integer('backfill_to'),
    stage: text('stage', { enum: ['load', 'sort', 'index', 'done'] }),
    blocksDone: bigint('blocks_done', { mode: 'number' }).notNull().default(0),
    sortedTo: integer('sorted_to').notNull().default(0),
    etaSeconds: integer('eta_seconds'),
    reason: text('reason'),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  });
}

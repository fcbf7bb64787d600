/** sync_state for drizzle: the one table whose rows are written and read field by field. `migrations/` is the authority. */
import { CHAIN_CODES } from '@chaintrail/chains';
import { bigint, customType, doublePrecision, integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const chain = pgEnum('chain', CHAIN_CODES);

const PHASES = ['starting', 'syncing', 'live', 'stalled', 'halted'] as const;
/** starting, syncing (behind the node), live (at its tip), stalled (cannot follow now), halted (an operator must decide). */
export type Phase = (typeof PHASES)[number];

export const syncState = pgTable('sync_state', {
  chain: chain('chain').primaryKey(),
  network: text('network').notNull(),
  historyFrom: integer('history_from').notNull(),
  height: integer('height'),
  hash: bytea('hash'),
  blockTime: bigint('block_time', { mode: 'number' }),
  nodeHeight: integer('node_height'),
  phase: text('phase', { enum: PHASES }).notNull(),
  reason: text('reason'),
  liveSince: timestamp('live_since', { withTimezone: true }),
  blocksPerSecond: doublePrecision('blocks_per_second'),
  transactionsPerSecond: doublePrecision('transactions_per_second'),
  etaSeconds: integer('eta_seconds'),
  heartbeatAt: timestamp('heartbeat_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Rows that say where a chain and its first sync stand, and its audits. */
import type { ChainCode, ChainFamily } from '@chaintrail/chains';
import { bigint, integer, jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core';
import type { CheckReport } from './findings.js';
import { bytea } from './orm.js';

/**
 * starting, syncing (behind the node), live (at its tip), stalled (cannot follow now), halted (an operator must
 * decide).
 */
export type Phase = 'starting' | 'syncing' | 'live' | 'stalled' | 'halted';

/** Stages of first syncs; `migrations/` explains each. */
export const STAGES = ['load', 'unspent', 'sort', 'tokens', 'index'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * Stages of a family's first sync, in their order, with the part of the whole that each takes, as measured
 * (docs/performance.md).
 */
export const STAGES_OF: Readonly<Record<ChainFamily, readonly { readonly stage: Stage; readonly weight: number }[]>> = {
  utxo: [
    { stage: 'load', weight: 0.4 },
    { stage: 'unspent', weight: 0.04 },
    { stage: 'sort', weight: 0.3 },
    { stage: 'index', weight: 0.26 },
  ],
  evm: [
    { stage: 'load', weight: 0.6 },
    { stage: 'sort', weight: 0.1 },
    { stage: 'tokens', weight: 0.15 },
    { stage: 'index', weight: 0.15 },
  ],
  cosmos: [
    { stage: 'load', weight: 0.85 },
    { stage: 'sort', weight: 0.05 },
    { stage: 'tokens', weight: 0.03 },
    { stage: 'index', weight: 0.07 },
  ],
};

/** Why a chain is not live; what the public may know of it. */
export const REASON_CODES = [
  /** The node is down, warming up or busy. */
  'node-unavailable',
  /** The node cannot be used as it is set up: credentials, network, version, pruning. */
  'node-unusable',
  /** The node answered what cannot be true. */
  'node-wrong',
  /** The node has fewer blocks than are indexed or asked for. */
  'node-behind',
  /** The node is still downloading its chain. */
  'node-syncing',
  /** Thousands of blocks are left, which come one by one. */
  'far-behind',
  /** Blocks are taken back after a reorg, which takes a while. */
  'rolling-back',
  /** The node's chain left the indexed one deeper than may be followed. */
  'deep-reorg',
  'database',
  'internal',
  /** The indexer runs, but nothing moves. */
  'silent',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** Why a chain is not live: a code for everybody, and a sentence with the remedy for the operator. */
export interface Reason {
  readonly code: ReasonCode;
  readonly text: string;
}

/** Makes a table's description once for each chain: it takes 0.1 ms, and each block written asks for some. */
function perChain<Table>(make: (chain: ChainCode) => Table): (chain: ChainCode) => Table {
  const made = new Map<ChainCode, Table>();
  return (chain) => {
    const table = made.get(chain) ?? make(chain);
    made.set(chain, table);
    return table;
  };
}

/**
 * SQL behind `FROM sync_state`: finds the row by its index, without its old versions. They stay while any transaction may
 * look at them: 124,000 of a day made each answer 12 ms slower.
 */
export const NEWEST_STATE = 'ORDER BY revision DESC LIMIT 1';

/** SQL: the same where the row is changed. Not `=`: a change that waited for another one meets a later revision. */
export function isNewestState(chain: ChainCode): string {
  return `revision >= (SELECT revision FROM ${chain}.sync_state ${NEWEST_STATE})`;
}

/** @returns the row of a first sync that is under way */
export const firstSyncOf = perChain((chain) =>
  pgSchema(chain).table('first_sync', {
    stage: text('stage', { enum: STAGES }).notNull(),
    unspentTo: bigint('unspent_to', { mode: 'number' }).notNull().default(0),
    touchedTo: bigint('touched_to', { mode: 'number' }),
    sortedTo: integer('sorted_to').notNull().default(0),
    transactions: bigint('transactions', { mode: 'number' }).notNull().default(0),
    events: bigint('events', { mode: 'number' }).notNull().default(0),
  }),
);

/** Which blocks are traced: none, those that come, or all. */
export type InternalMode = 'off' | 'live' | 'full';

/** Why blocks are not traced; `migrations/` explains each. */
export const GAP_REASONS = [
  'off',
  'state-gone',
  'untraceable',
  'too-slow',
  'too-large',
  'contradiction',
  'node-away',
] as const;
export type GapReason = (typeof GAP_REASONS)[number];

/** @returns audits of a chain */
export const auditsOf = perChain((chain) =>
  pgSchema(chain).table('audits', {
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
  }),
);

/** Tables of the schema `chaintrail`, which all chains share. */
import { bigint, integer, numeric, pgSchema, primaryKey, smallint, text } from 'drizzle-orm/pg-core';

const chaintrail = pgSchema('chaintrail');

/** One row per chain that has a schema in the database. */
export const CHAINS = chaintrail.table('chains', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  symbol: text('symbol').notNull(),
  decimals: smallint('decimals').notNull(),
  family: text('family').notNull(),
  network: text('network').notNull(),
  schemaVersion: integer('schema_version').notNull(),
});

/** US dollars per whole coin. */
export const RATES = chaintrail.table(
  'rates',
  {
    symbol: text('symbol').notNull(),
    at: bigint('at', { mode: 'number' }).notNull(),
    asOf: bigint('as_of', { mode: 'number' }).notNull(),
    rate: numeric('rate').notNull(),
    sources: text('sources').array().notNull(),
  },
  ({ symbol, at }) => [primaryKey({ columns: [symbol, at] })],
);

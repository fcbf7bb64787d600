/** Tables of the schema `chaintrail`, which all chains share. */
import { boolean, integer, pgSchema, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from './orm.js';

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

/** Migrations that were applied, by schema. */
export const MIGRATIONS = chaintrail.table(
  'migrations',
  {
    schema: text('schema').notNull(),
    name: text('name').notNull(),
    checksum: text('checksum').notNull(),
    appliedAt: timestamp('applied_at', { withTimezone: true }).notNull().defaultNow(),
  },
  ({ schema, name }) => [primaryKey({ columns: [schema, name] })],
);

/** The one secret of the installation. */
export const INSTALLATION_KEY = chaintrail.table('installation_key', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  key: bytea('key').notNull(),
});

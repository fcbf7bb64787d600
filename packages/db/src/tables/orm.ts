/**
 * drizzle, for tables that are read and written by the row. `migrations/` is the authority on them. Statements about
 * sets of rows, and those of every batch, are SQL text.
 */
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, Queryable } from '../connection.js';

export function orm(db: Queryable) {
  return drizzle({ client: db as Pool });
}

/** Runs a statement. @throws what PostgreSQL reports, without the statement that drizzle puts around it */
export async function run<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw error instanceof DrizzleQueryError && error.cause !== undefined ? error.cause : error;
  }
}

/**
 * drizzle, for tables that are read and written by the row. `migrations/` is the authority on them.
 *
 * What is done to a table has one form, for each of INSERT, SELECT, UPDATE and DELETE. It is drizzle where every such
 * statement is about single rows, by plain conditions. It is SQL text, in all places, where one of them is part of a
 * larger statement, joins, is about sets of rows or runs with every batch. `packages/db/test/orm.test.ts` has the list.
 */
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { drizzle } from 'drizzle-orm/node-postgres';
import { customType } from 'drizzle-orm/pg-core';
import type { Pool, Queryable } from '../connection.js';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

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

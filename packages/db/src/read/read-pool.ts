/** The pool of the read side. Every statement is the same few index probes, so the planner is held to that. */
import { createPool, type Pool, type PoolOptions } from '../connection.js';

/**
 * - Plans are made once per connection and statement: planning a page anew costs more than running it.
 * - JIT compilation of a statement that takes a millisecond takes a hundred.
 * - A table whose statistics are still those of an empty one must not be read from end to end.
 * - A page of an index stops where it ends; a bitmap of the index has to be complete first.
 * - No code path of the API writes; the server refuses it too.
 */
const SESSION_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  default_transaction_read_only: 'on',
} as const;

/** @param databaseUrl postgres://user:password@host:port/database of the server or of a replica; never logged */
export function createReadPool(databaseUrl: string, options: PoolOptions): Pool {
  const url = new URL(databaseUrl);
  const own = Object.entries(SESSION_SETTINGS).map(([name, value]) => `-c ${name}=${value}`);
  // Settings sent with the connection's first message cost no round trip.
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...own].join(' ').trim());
  return createPool(url.href.replaceAll('+', '%20'), options);
}

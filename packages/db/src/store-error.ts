/**
 * Whether a failed query means that the database cannot answer now, and not that this program is wrong.
 * - Classes of SQLSTATE: 08 connection, 40 rollback (a replica cancelled the query), 53 resources, 57 intervention
 *   (shutdown, timeout), 58 system.
 * - 25006: read-only. 3D000 and class 28: a database or role that is not there yet.
 * - 42P01, 42703, 42704, 42883, 42P05 and 26000: a schema that is not migrated yet, tables that are missing or made
 *   anew, a pooler that lost a statement.
 */
const STORE_STATES = /^(08|28|40|53|57|58|25006|3D000|42P01|42703|42704|42883|42P05|26000)/;
/** Errors of the socket, by name. */
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ECONNABORTED',
]);
/** Messages of pg and pg-pool without a code. */
const MESSAGES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/i;

/** SQLSTATE of a failure (PostgreSQL manual, appendix "Error Codes"), or the code of one of the socket; else ''. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** A chain that was dropped meanwhile, or a database that was replaced: undefined_table, of a missing schema, too. */
export const isMissingTable = (error: unknown): boolean => codeOf(error) === '42P01';

/** insufficient_privilege */
export const isForbidden = (error: unknown): boolean => codeOf(error) === '42501';

/**
 * A replica that had to undo a query so that replay goes on (SQLSTATE serialization_failure, deadlock_detected,
 * query_canceled): the same question may be asked again. A statement that took too long is none.
 */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01' || (code === '57014' && !isTimeout(error));
}

/** It would take as long elsewhere. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && /statement timeout|^Query read timeout/.test(error.message);
}

/** A question's turn at a connection did not come. */
export class NoTurnError extends Error {
  override readonly name = 'NoTurnError';
  constructor(reason: string) {
    super(`no connection to the database was free: ${reason}`);
  }
}

/** All connections were in use for too long, or too many waited; pg-pool gives no code (pg-pool/index.js). */
export function isQueueTimeout(error: unknown): boolean {
  if (error instanceof NoTurnError) return true;
  return error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');
}

export function isStoreError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoTurnError) return true;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isStoreError);
  const code = codeOf(error);
  return SOCKET_CODES.has(code) || (code.length === 5 && STORE_STATES.test(code)) || MESSAGES.test(error.message);
}

/** Whether PostgreSQL refuses the given values: data exceptions and violated constraints (classes 22 and 23). */
export function isRefusedValue(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error));
}

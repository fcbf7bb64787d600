/** SQLSTATE classes of what PostgreSQL refuses about values: data exceptions and broken constraints. */
const REFUSED = /^2[23]/;

/** Whether PostgreSQL took offence at the values that it was given, so that others may do. */
export function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSED.test(String(error.code));
}

/**
 * SQL: the bytes of a table, 0 where it has no row. A row is asked where its table lies: under Citus that is on a worker,
 * and what bears the table's name on the coordinator is empty.
 */
export function tableBytes(table: string): string {
  return `coalesce((SELECT pg_relation_size(tableoid) FROM ${table} LIMIT 1), 0)`;
}

/** Plans of statements that are run, and what they look at. */
import { expect } from 'vitest';
import type { Pool, Session } from '../../src/connection.js';

/** A node in the answer to `EXPLAIN (ANALYZE, FORMAT JSON)`. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  /** Pages of 8 kB, those of its children included; with BUFFERS. */
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that the plan takes from tables, those that it throws away included. */
export function rowsRead(node: PlanNode): number {
  const { 'Actual Rows': rows, 'Actual Loops': loops } = node;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = node['Relation Name'] === undefined ? 0 : (rows + removed) * loops;
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
}

/** The plan and all that it has part in. */
export function plansOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(plansOf)];
}

/** Tables of one row, or of few, which no index finds faster. */
const ONE_ROW = new Set(['sync_state', 'internal_sync', 'reorgs']);

/** Without the looks at tables of one row. */
export function nodeTypes(node: PlanNode): string[] {
  const own = ONE_ROW.has(node['Relation Name'] ?? '') ? [] : [node['Node Type']];
  return [...own, ...(node.Plans ?? []).flatMap(nodeTypes)];
}

/** Pages of 8 kB. */
export const pagesRead = (node: PlanNode): number =>
  (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0);

/** Runs a statement. */
export async function explain(session: Pick<Session, 'query'>, statement: string): Promise<PlanNode> {
  const { rows } = await session.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${statement}`,
  );
  return rows[0]!['QUERY PLAN'][0].Plan;
}

/** Runs a statement with parameters as the API does, prepared. @param given the SQL of each parameter */
export async function explainPrepared(
  pool: Pool,
  statement: string,
  types: string,
  given: readonly unknown[],
): Promise<PlanNode> {
  const client = await pool.connect();
  try {
    await client.query(`PREPARE explained (${types}) AS ${statement}`);
    const plan = await explain(client, `EXECUTE explained (${given.map(String).join(', ')})`);
    await client.query('DEALLOCATE explained');
    return plan;
  } finally {
    client.release();
  }
}

/** Statistics as they are before the first ANALYZE, or true ones. */
export async function setStatistics(session: Session, which: 'empty' | 'true', ...chains: string[]): Promise<void> {
  const schemas = chains.map((chain) => `'${chain}'::regnamespace`).join(', ');
  const empty = `UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE relnamespace IN (${schemas})`;
  await session.query(which === 'true' ? 'VACUUM ANALYZE' : empty);
}

/** The plan reads fewer rows than these, and none by going through a table. */
export function expectBounded(plan: PlanNode, rows: number): void {
  expect(rowsRead(plan)).toBeLessThan(rows);
  expect(nodeTypes(plan)).not.toContain('Seq Scan');
}

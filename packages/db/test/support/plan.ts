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

/** The questions of `docs/analysts.md`, and what each may read. */

export interface Question {
  readonly number: number;
  readonly query: string;
  /** Whether it says that it walks through all unspent outputs; else it reads a part of the chain. */
  readonly isWalk: boolean;
}

export function readQuestions(document: string): Question[] {
  const sections = document.matchAll(/^### (\d+)\. ((?:(?!^#).*\n)*?)```sql\n([\s\S]*?)```/gm);
  return [...sections]
    .map(([, number, text, query]) => ({
      ...{ number: Number(number), query: query!.trim().replace(/;$/, '') },
      isWalk: /^Unspent outputs/m.test(text!),
    }))
    .sort((a, b) => a.number - b.number);
}

/** Plan of a statement by `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)`. */
export interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface Reading {
  readonly answered: number;
  /** Rows from tables, those that were thrown away included. */
  readonly read: number;
  /** Pages of 8 kB, each time that one was looked at. */
  readonly buffers: number;
  readonly mostRead: number;
  readonly mostBuffers: number;
}

/** For catalogs, functions and ends of ranges. */
const ONCE = 600;
/** An index probe and its row. */
const PER_ROW = 4;

/** @param transactions of each chain, of two months: a part is some days of them, or what one address did */
export function readingOf({ isWalk }: Question, plan: PlanNode, transactions: number): Reading {
  const read = Math.round(rowsRead(plan));
  return {
    ...{ answered: plan['Actual Rows'], read },
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    mostRead: isWalk ? 1.5 * transactions : 0.5 * transactions,
    mostBuffers: ONCE + PER_ROW * read,
  };
}

export function isBeyond({ read, buffers, mostRead, mostBuffers }: Reading): boolean {
  return read > mostRead || buffers > mostBuffers;
}

function rowsRead(node: PlanNode): number {
  const { 'Actual Rows': rows, 'Actual Loops': loops } = node;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = node['Relation Name'] === undefined ? 0 : (rows + removed) * loops;
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
}

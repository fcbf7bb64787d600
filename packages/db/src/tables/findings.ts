/** Report of an audit: checks, and in each of them the facts that did not agree. */

/** UTXO chains have the first two, account chains `balances`, `tokens` and `transfers`; the others all have. */
export const CHECK_NAMES = [
  'unspent-outputs',
  'shielded-pools',
  'balances',
  'tokens',
  'transactions',
  'blocks',
  'histories',
  'transfers',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** One fact that is not what it has to be. */
export interface Finding {
  /** A word for what is wrong: "rank", "parent". */
  readonly problem: string;
  /** Where, for people: "block 812345", "address_key 00ab… seq 7". */
  readonly place: string;
  readonly expected: string;
  readonly found: string;
}

/** How many of a check's findings are kept with their facts; all are counted. */
export const EXAMPLES = 20;

/** `partial`: what was looked at agreed, and not all of it was to be looked at. */
export type Outcome = 'clean' | 'partial' | 'findings' | 'skipped' | 'unfinished';

export interface CheckReport {
  readonly name: CheckName;
  readonly outcome: Outcome;
  /** Why it was skipped or is unfinished, for the operator. */
  readonly reason: string | null;
  /** Part of all there is that was looked at, 0 to 1. */
  readonly share: number;
  /** Counts and compared figures, by name; amounts in base units as text. */
  readonly facts: Readonly<Record<string, string | number>>;
  readonly findings: number;
  readonly examples: readonly Finding[];
}

/** Findings of a statement of an audit. */
export interface Findings {
  readonly count: number;
  /** At most {@link EXAMPLES}. */
  readonly examples: readonly Finding[];
}

/** SQL for statements of one row: counts the rows of query `findings`, and keeps the first as examples. */
export const FINDING_COLUMNS = `
  (SELECT count(*)::integer FROM findings) AS count,
  (SELECT coalesce(json_agg(json_build_object('problem', problem, 'place', place, 'expected', expected, 'found', found)), '[]')
   FROM (SELECT * FROM findings ORDER BY place, problem LIMIT ${EXAMPLES}) first) AS examples`;

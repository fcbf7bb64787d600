/** What every check of an audit has at hand, and how it says what it found. */
import type { ChainCode, UtxoChain, UtxoNetwork, UtxoNode } from '@chaintrail/chains';
import type {
  AuditScope,
  CheckName,
  CheckReport,
  Finding,
  Findings,
  HistoryPlace,
  Outcome,
  PoolSums,
  Session,
} from '@chaintrail/db';

/** What an audit asks of a node; all of it is reading. */
export type AuditNode = Pick<UtxoNode, 'blockHashAt' | 'blockTxids' | 'describedTransaction' | 'utxoSetInfo'>;

/** Sums of shielded pools up to a block, for the next audit to go on from. */
export interface PoolCheckpoint {
  readonly height: number;
  readonly hash: string;
  readonly sums: PoolSums;
}

/** Where an audit stands. Kept in the database, so that one that was interrupted goes on. */
export interface Position {
  /** What is drawn at random is drawn from this, and so drawn again the same way. */
  seed: number;
  pools?: PoolCheckpoint;
  blocks?: { readonly first: number; readonly last: number; done: number };
  histories?: { readonly whole: boolean; done: number; place: HistoryPlace | null };
  /** The set of unspent outputs, when it was counted, for the sums over all addresses. */
  unspent?: { readonly cursor: string; readonly total: string; readonly unaddressed: string };
  /** Spent on each check so far. */
  spentMs: Partial<Record<CheckName, number>>;
}

export interface AuditLimits {
  /** Time for each check that looks at a part only, where the audit is a sample. */
  readonly sampleMs: number;
  /** Rows of histories in one statement. */
  readonly historyRows: number;
  /** Fewer rows than this are looked at as one range of keys. */
  readonly smallHistories: number;
  /** Blocks in one range. */
  readonly blocks: number;
  /** Of each block that is compared with the node's, so many transactions, drawn at random. */
  readonly transactionsPerBlock: number;
  /** Sums over the chain are kept so far below its end that no reorg takes their last block away. */
  readonly keepBelowTip: number;
  /** Without any block being indexed, the index is not waited for any longer. */
  readonly standstillMs: number;
  readonly pollMs: number;
}

export const DEFAULT_LIMITS: AuditLimits = {
  sampleMs: 120_000,
  historyRows: 50_000,
  smallHistories: 500_000,
  blocks: 1_000,
  transactionsPerBlock: 4,
  keepBelowTip: 200,
  standstillMs: 60_000,
  pollMs: 500,
};

export interface Audit {
  readonly session: Session;
  readonly chain: UtxoChain;
  readonly code: ChainCode;
  readonly network: UtxoNetwork;
  readonly node: AuditNode;
  readonly scope: AuditScope;
  /** Blocks that are compared with the node's. */
  readonly sampledBlocks: number;
  readonly historyFrom: number;
  readonly limits: AuditLimits;
  readonly position: Position;
  readonly signal: AbortSignal;
  /** Says how far the check is, 0 to 1; keeps it now and then; waits as long as the audit is to be gentle. */
  step(report: CheckReport): Promise<void>;
  /** The same where nothing can be kept. */
  stepInSnapshot(report: CheckReport): Promise<void>;
  /** Waits for other reasons. @throws AuditInterruptedError */
  pause(ms: number): Promise<void>;
  /** The block that the audit is of, once it is known. */
  setBlock(height: number, hash: string): void;
}

/** The process is to end; the next audit goes on. */
export class AuditInterruptedError extends Error {
  override readonly name = 'AuditInterruptedError';
  constructor() {
    super('the audit was interrupted; the next one goes on where it was');
  }
}

/** Index and node cannot be compared now. The message has the remedy. */
export class NotComparableError extends Error {
  override readonly name = 'NotComparableError';
}

/** Counts and collects what a check finds. */
export class Tally {
  readonly name: CheckName;
  facts: Record<string, string | number>;
  findings: number;
  examples: Finding[];
  private readonly most: number;

  /** @param earlier what the check said before it was interrupted */
  constructor(name: CheckName, most: number, earlier?: CheckReport) {
    this.name = name;
    this.most = most;
    this.facts = { ...earlier?.facts };
    this.findings = earlier?.findings ?? 0;
    this.examples = [...(earlier?.examples ?? [])];
  }

  add(found: Findings): void {
    this.findings += found.count;
    this.examples.push(...found.examples.slice(0, this.most - this.examples.length));
  }

  find(problem: string, place: string, expected: string | number | bigint, found: string | number | bigint): void {
    this.add({ count: 1, examples: [{ problem, place, expected: `${expected}`, found: `${found}` }] });
  }

  count(fact: string, by: number): void {
    this.facts[fact] = Number(this.facts[fact] ?? 0) + by;
  }

  sum(fact: string, by: string): void {
    this.facts[fact] = (BigInt(this.facts[fact] ?? 0) + BigInt(by)).toString();
  }

  underway(share: number): CheckReport {
    return this.report('unfinished', share, null);
  }

  /** @param share part of all there is that was looked at */
  done(share: number): CheckReport {
    return this.report(this.findings > 0 ? 'findings' : share < 1 ? 'partial' : 'clean', share, null);
  }

  skipped(reason: string): CheckReport {
    return this.report('skipped', 0, reason);
  }

  unfinished(reason: string): CheckReport {
    return this.report('unfinished', 0, reason);
  }

  private report(outcome: Outcome, share: number, reason: string | null): CheckReport {
    const { name, facts, findings, examples } = this;
    return { name, outcome, reason, share, facts: { ...facts }, findings, examples: [...examples] };
  }
}

/** One check: the same call begins it and goes on with it. */
export type Check = (audit: Audit, tally: Tally) => Promise<CheckReport>;

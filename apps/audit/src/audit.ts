/** Tools of every check of an audit, whatever the family of the chain. */
import type { Chain, ChainCode, Network } from '@chaintrail/chains';
import type { AuditScope, CheckName, CheckReport, Session } from '@chaintrail/db';
import type { AuditLimits } from './limits.js';
import type { Tally } from './tally.js';

/** Where a walk is. Kept, so that an interrupted one goes on. */
export interface RangeWalk<Cursor> {
  /** Ranges that are over. */
  done: number;
  /** Within the next one; null at its beginning. */
  place: Cursor | null;
}

/** State of an audit, kept in the database. Each family adds what its checks have to keep. */
export interface Position {
  /** Seed of everything that is drawn, so that it can be drawn again. */
  seed: number;
  blocks?: RangeWalk<number> & { readonly first: number; readonly last: number };
  /** Spent on each check so far. */
  spentMs: Partial<Record<CheckName, number>>;
}

export interface Audit {
  readonly session: Session;
  readonly code: ChainCode;
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

/** Questions to the node of any family. */
export interface NodeChain {
  /** @returns null above the tip, and where the node has the block no more */
  blockHashAt(height: number): Promise<string | null>;
}

/** One check: the same call begins it and goes on with it. */
export type Check<A extends Audit = Audit> = (audit: A, tally: Tally) => Promise<CheckReport>;

/**
 * Checks that are made together, as a rule one alone. The others are over when the first one is; where it fails,
 * nothing is said of them.
 */
export interface AuditPart {
  readonly names: readonly [CheckName, ...CheckName[]];
  /** @param tallies one for each name. @returns the reports, in any order but that of the first name the last */
  make(audit: Audit, tallies: readonly Tally[]): Promise<readonly CheckReport[]>;
}

/** A chain, its node and how it is audited, in the words of its family. */
export interface AuditTarget {
  readonly chain: Chain;
  readonly network: Network;
  /** In the order in which they are made. */
  readonly parts: readonly AuditPart[];
  /** Parts that a fresh sample takes over of the {@link Position} of the last clean audit. */
  readonly inherits: readonly string[];
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

/** One audit of one chain, from its first check or from where it was interrupted to its result. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BlockRef, NodeError, NodeLieError, PreflightError } from '@chaintrail/chains';
import {
  type AuditResult,
  type AuditScope,
  beginAudit,
  type CheckName,
  type CheckReport,
  closeSession,
  cutSession,
  EXAMPLES,
  finishAudit,
  MigrationError,
  openAuditSession,
  readAuditedChain,
  readEarlierPosition,
  type Session,
  saveAudit,
} from '@chaintrail/db';
import {
  type Audit,
  AuditInterruptedError,
  type AuditPart,
  type AuditTarget,
  NotComparableError,
  type Position,
} from './audit.js';
import { type AuditLimits, DEFAULT_LIMITS } from './limits.js';
import { Tally } from './tally.js';

export interface AuditOptions {
  readonly databaseUrl: string;
  readonly target: AuditTarget;
  readonly scope: AuditScope;
  /** Blocks drawn at random for the comparison with the node. */
  readonly sampledBlocks: number;
  /** Idle time per time at work: 3 leaves the database alone three quarters of the time. */
  readonly idle: number;
  readonly limits?: Partial<AuditLimits>;
  readonly signal: AbortSignal;
  /** Where an audit, or a migration, of the chain is under way, its end is awaited for so long; by default not at all. */
  readonly waitMs?: number;
  /** Called once that it is waited for. */
  onWait?(): void;
  /** Called with how far each check is. */
  onStep?(report: CheckReport): void;
}

export interface AuditOutcome {
  readonly chain: string;
  readonly network: string;
  readonly scope: AuditScope;
  readonly result: AuditResult;
  /** Why it could not be finished, with the remedy; null where it was. */
  readonly reason: string | null;
  readonly block: BlockRef | null;
  readonly checks: readonly CheckReport[];
  readonly seconds: number;
}

/** There is nothing to audit, or not now. The message has the remedy. */
export class AuditRefusedError extends Error {
  override readonly name = 'AuditRefusedError';
}

const SAVE_EVERY_MS = 2_000;
const LONGEST_IDLE_MS = 10_000;
const LOOK_AGAIN_MS = 500;

/**
 * @throws AuditRefusedError; AuditInterruptedError when `signal` fires; what the database throws. Failure with the node
 * is part of the outcome.
 */
export async function runAudit(options: AuditOptions): Promise<AuditOutcome> {
  const { signal } = options;
  const session = await openSession(options);
  // Ends a statement under way, so that stopping does not wait for it. What was kept stays.
  const stop = () => cutSession(session);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const run = await AuditRun.open(options, session);
    return await run.toEnd();
  } catch (error) {
    throw signal.aborted ? new AuditInterruptedError() : error;
  } finally {
    signal.removeEventListener('abort', stop);
    await closeSession(session);
  }
}

/** @throws AuditRefusedError where another audit of the chain goes on for longer than it is waited for */
async function openSession({ databaseUrl, target, signal, waitMs = 0, onWait }: AuditOptions): Promise<Session> {
  const { code } = target.chain;
  const end = Date.now() + waitMs;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const session = await openAuditSession(databaseUrl, code).catch((error: unknown) => {
      throw error instanceof MigrationError ? new AuditRefusedError(error.message) : error;
    });
    if (session !== null) return session;
    if (Date.now() >= end)
      throw new AuditRefusedError(`another audit of ${code} is running, or its migration; wait for its end`);
    if (isFirst) onWait?.();
    await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
  throw new AuditInterruptedError();
}

class AuditRun {
  private readonly options: AuditOptions;
  private readonly session: Session;
  private readonly historyFrom: number;
  private readonly id: number;
  private readonly position: Position;
  private readonly reports: Map<CheckName, CheckReport>;
  private block: BlockRef | null;
  private savedMs = 0;
  private workingSinceMs = Date.now();
  private readonly startedMs = Date.now();

  private constructor(
    options: AuditOptions,
    session: Session,
    begun: {
      readonly historyFrom: number;
      readonly id: number;
      readonly position: Position;
      readonly checks: readonly CheckReport[];
      readonly block: BlockRef | null;
    },
  ) {
    this.options = options;
    this.session = session;
    this.historyFrom = begun.historyFrom;
    this.id = begun.id;
    this.position = begun.position;
    this.reports = new Map(begun.checks.map((report) => [report.name, report]));
    this.block = begun.block;
  }

  static async open(options: AuditOptions, session: Session): Promise<AuditRun> {
    const { scope, target } = options;
    const { chain, network } = target;
    const state = await readAuditedChain(session, chain.code);
    if (state === null) throw new AuditRefusedError(`nothing is indexed of ${chain.code} in this database`);
    if (state.network !== network.name) {
      throw new AuditRefusedError(
        `the database holds ${chain.code} ${state.network}, but ${chain.code.toUpperCase()}_NETWORK is ${network.name}; set it back`,
      );
    }
    if (!state.isLive) {
      throw new AuditRefusedError(`the first sync of ${chain.code} is under way; audit it when that is over`);
    }
    const row = await beginAudit<Position>(session, chain.code, scope);
    // A row that was interrupted before anything was kept has an empty position.
    const position = row.position?.seed === undefined ? await freshPosition(session, options) : row.position;
    const block = row.block ?? state.cursor;
    return new AuditRun(options, session, { ...row, historyFrom: state.historyFrom, position, block });
  }

  async toEnd(): Promise<AuditOutcome> {
    for (const part of this.options.target.parts) await this.make(part);
    return this.finish();
  }

  private async make({ names, make }: AuditPart): Promise<void> {
    const earlier = this.reports.get(names[0]);
    if (earlier !== undefined && earlier.outcome !== 'unfinished') return;
    const tallies = names.map((name) => new Tally(name, EXAMPLES, this.reports.get(name)));
    try {
      for (const report of await make(this.audit(), tallies)) await this.keep(report);
    } catch (error) {
      await this.keep(tallies[0]!.unfinished(reasonOf(error)));
    }
  }

  private audit(): Audit {
    const { options, session, position, historyFrom } = this;
    const { target, scope, sampledBlocks, signal } = options;
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    return {
      ...{ session, code: target.chain.code, scope, sampledBlocks, historyFrom, limits, position, signal },
      step: (report) => this.step(report, true),
      stepInSnapshot: (report) => this.step(report, false),
      pause: (ms) => this.pause(ms),
      setBlock: (height, hash) => {
        this.block = { height, hash };
      },
    };
  }

  private async step(report: CheckReport, canSave: boolean): Promise<void> {
    const workedMs = Date.now() - this.workingSinceMs;
    this.reports.set(report.name, report);
    this.options.onStep?.(report);
    if (canSave && Date.now() - this.savedMs >= SAVE_EVERY_MS) await this.save();
    await this.pause(Math.min(LONGEST_IDLE_MS, workedMs * this.options.idle));
    this.workingSinceMs = Date.now();
  }

  private async pause(ms: number): Promise<void> {
    const { signal } = this.options;
    if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) throw new AuditInterruptedError();
  }

  private async keep(report: CheckReport): Promise<void> {
    this.reports.set(report.name, report);
    this.options.onStep?.(report);
    await this.save();
  }

  private async save(): Promise<void> {
    this.savedMs = Date.now();
    await saveAudit(this.session, this.options.target.chain.code, this.id, this.progress());
  }

  private progress() {
    return { checks: [...this.reports.values()], position: this.position, block: this.block };
  }

  private async finish(): Promise<AuditOutcome> {
    const { target, scope } = this.options;
    const { chain, network } = target;
    const checks = [...this.reports.values()];
    const reasons = new Set(checks.flatMap(({ outcome, reason }) => (outcome === 'unfinished' ? [reason ?? ''] : [])));
    const reason = reasons.size === 0 ? null : [...reasons].join('; ');
    const found = checks.some(({ findings }) => findings > 0);
    const result: AuditResult = found ? 'findings' : reason === null ? 'clean' : 'failed';
    await finishAudit(this.session, this.options.target.chain.code, this.id, this.progress(), result, reason);
    const seconds = (Date.now() - this.startedMs) / 1000;
    return { chain: chain.code, network: network.name, scope, result, reason, block: this.block, checks, seconds };
  }
}

/** A sample goes on from what the last clean audit added up. */
async function freshPosition(session: Session, { target, scope }: AuditOptions): Promise<Position> {
  const position: Position = { seed: randomInt(2 ** 32), spentMs: {} };
  for (const key of scope === 'sample' ? target.inherits : []) {
    const earlier = await readEarlierPosition(session, target.chain.code, key);
    if (earlier !== null) Object.assign(position, { [key]: earlier });
  }
  return position;
}

/** The reason that keeps one check from its end and not the others. @throws anything else */
function reasonOf(error: unknown): string {
  if (error instanceof NotComparableError) return error.message;
  if (error instanceof NodeError || error instanceof PreflightError) {
    return `${error.message}; see that the node runs and answers, and audit again`;
  }
  if (error instanceof NodeLieError) return `${error.message}; see whether this is the right node`;
  throw error;
}

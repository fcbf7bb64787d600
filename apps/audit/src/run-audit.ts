/** One audit of one chain, from its first check or from where it was interrupted to its result. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BlockRef, NodeError, NodeLieError, PreflightError } from '@chaintrail/chains';
import {
  type AuditResult,
  type AuditScope,
  beginAudit,
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
import { type Audit, AuditInterruptedError, type AuditTarget, NotComparableError, type Position } from './audit.js';
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
    return await runInSession(options, session);
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

async function runInSession(options: AuditOptions, session: Session): Promise<AuditOutcome> {
  const { scope, target, sampledBlocks, signal, idle, onStep } = options;
  const { chain, network } = target;
  const { code } = chain;
  const startedMs = Date.now();
  const state = await readAuditedChain(session, code);
  if (state === null) throw new AuditRefusedError(`nothing is indexed of ${code} in this database`);
  if (state.network !== network.name) {
    throw new AuditRefusedError(
      `the database holds ${code} ${state.network}, but ${code.toUpperCase()}_NETWORK is ${network.name}; set it back`,
    );
  }
  if (!state.isLive) throw new AuditRefusedError(`the first sync of ${code} is under way; audit it when that is over`);
  const row = await beginAudit<Position>(session, code, scope);
  // A row that was interrupted before anything was kept has an empty position.
  const position = row.position?.seed === undefined ? await freshPosition(session, options) : row.position;
  const reports = new Map(row.checks.map((report) => [report.name, report]));
  let block = row.block ?? state.cursor;
  let savedMs = 0;
  let workingSinceMs = Date.now();

  const progress = () => ({ checks: [...reports.values()], position, block });
  const save = async (): Promise<void> => {
    savedMs = Date.now();
    await saveAudit(session, code, row.id, progress());
  };
  const note = (report: CheckReport): void => {
    reports.set(report.name, report);
    onStep?.(report);
  };
  const keep = async (report: CheckReport): Promise<void> => {
    note(report);
    await save();
  };
  const pause = async (ms: number): Promise<void> => {
    if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) throw new AuditInterruptedError();
  };
  const step = async (report: CheckReport, canSave: boolean): Promise<void> => {
    const workedMs = Date.now() - workingSinceMs;
    note(report);
    if (canSave && Date.now() - savedMs >= SAVE_EVERY_MS) await save();
    await pause(Math.min(LONGEST_IDLE_MS, workedMs * idle));
    workingSinceMs = Date.now();
  };
  const audit: Audit = {
    ...{ session, code, scope, sampledBlocks, position, signal, historyFrom: state.historyFrom },
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    step: (report) => step(report, true),
    stepInSnapshot: (report) => step(report, false),
    pause,
    setBlock: (height, hash) => {
      block = { height, hash };
    },
  };
  for (const { names, make } of target.parts) {
    const earlier = reports.get(names[0]);
    if (earlier !== undefined && earlier.outcome !== 'unfinished') continue;
    const tallies = names.map((name) => new Tally(name, EXAMPLES, reports.get(name)));
    try {
      for (const report of await make(audit, tallies)) await keep(report);
    } catch (error) {
      await keep(tallies[0]!.unfinished(reasonOf(error)));
    }
  }

  const checks = [...reports.values()];
  const reasons = new Set(checks.flatMap(({ outcome, reason }) => (outcome === 'unfinished' ? [reason ?? ''] : [])));
  const reason = reasons.size === 0 ? null : [...reasons].join('; ');
  const found = checks.some(({ findings }) => findings > 0);
  const result: AuditResult = found ? 'findings' : reason === null ? 'clean' : 'failed';
  await finishAudit(session, code, row.id, progress(), result, reason);
  const seconds = (Date.now() - startedMs) / 1000;
  return { chain: code, network: network.name, scope, result, reason, block, checks, seconds };
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

/** Scheduled audits inside the indexer: one live chain after the other, with long pauses for the other work. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainCode } from '@chaintrail/chains';
import type { ChainSettings } from '@chaintrail/config';
import { type Databases, readLastAuditStart, takeJobLock } from '@chaintrail/db';
import { createJobs, type Jobs } from '@chaintrail/jobs';
import type { Logger } from 'pino';
import { AuditInterruptedError } from './audit.js';
import { SAMPLED_BLOCKS } from './limits.js';
import { openTarget } from './open-target.js';
import { type AuditOutcome, AuditRefusedError, runAudit } from './run-audit.js';

const ASK_IF_LIVE_MS = 10_000;
/** Three quarters of the time are left to others. */
const IDLE = 3;

export interface AuditsOptions {
  readonly chains: readonly ChainSettings[];
  readonly databases: Databases;
  /** 0: no audits. */
  readonly everyMs: number;
  readonly redisUrl: string | undefined;
  readonly log: Logger;
}

/**
 * Audits each chain every `everyMs`. Failure is a warning in the log and never an error here.
 * @returns what stops it; resolves when no audit runs any more
 */
export async function startAudits(options: AuditsOptions): Promise<() => Promise<void>> {
  const { chains, databases, everyMs, redisUrl, log } = options;
  if (everyMs === 0) return async () => undefined;
  // Indexers of the same database share its audits, whatever other chains they follow elsewhere. A process alone makes
  // one after the other.
  const jobsAt = new Map<string, Jobs>();
  const jobsOf = async (code: ChainCode): Promise<Jobs> => {
    const installation = redisUrl === undefined ? '' : databases.location(code);
    const onTrouble = (sentence: string, error: unknown) => log.warn({ err: error }, sentence);
    const jobs = jobsAt.get(installation) ?? (await createJobs({ redisUrl, installation, onTrouble }));
    jobsAt.set(installation, jobs);
    return jobs;
  };
  const stop = new AbortController();
  for (const settings of chains) {
    const { code } = settings.chain;
    const jobs = await jobsOf(code);
    const name = `audit-${code}`;
    const pool = databases.pool(code);
    const schedule = {
      everyMs,
      lastRunMs: () => readLastAuditStart(pool, code),
      takeLock: () => takeJobLock(pool, name),
    };
    void firstSyncEnded(databases, code, stop.signal).then((ended) => {
      if (ended) jobs.run(name, schedule, (signal) => auditOnce(settings, databases.url(code), log, signal));
    });
  }
  return async () => {
    stop.abort();
    await Promise.all([...jobsAt.values()].map((jobs) => jobs.close()));
  };
}

/** Before that, an audit that is due would be put off for a whole interval. @returns false when `signal` fired */
async function firstSyncEnded(databases: Databases, code: ChainCode, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const [state] = await databases.readAnsweringChains([code]);
    if (state?.liveSince) return true;
    await sleep(ASK_IF_LIVE_MS, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

/** @throws Error when the audit could not be finished and is to be tried again */
async function auditOnce(
  settings: ChainSettings,
  databaseUrl: string,
  root: Logger,
  signal: AbortSignal,
): Promise<void> {
  const log = root.child({ chain: settings.chain.code });
  const opened = openTarget(settings, (retry) => log.debug({ retry }, 'node call of the audit repeated'));
  const close = () => void opened.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    const outcome = await runAudit({
      ...{ databaseUrl, signal },
      target: opened.target,
      scope: 'sample',
      sampledBlocks: SAMPLED_BLOCKS.sample,
      idle: IDLE,
    });
    logOutcome(log, outcome);
    if (outcome.result === 'failed') throw new Error(`the audit could not be finished: ${outcome.reason}`);
  } catch (error) {
    if (error instanceof AuditInterruptedError) return;
    // A chain in its first sync, or one that is being audited by hand: the next time will do.
    if (!(error instanceof AuditRefusedError)) throw error;
    log.info(`not audited now: ${error.message}`);
  } finally {
    signal.removeEventListener('abort', close);
    await opened.close();
  }
}

function logOutcome(log: Logger, { result, block, checks, seconds }: AuditOutcome): void {
  if (result === 'failed') return;
  const facts = { height: block?.height ?? null, seconds: Math.round(seconds) };
  if (result === 'clean') {
    log.info(facts, 'audit was clean');
    return;
  }
  const found = checks.filter(({ findings }) => findings > 0);
  log.error(
    { ...facts, findings: found.map(({ name, findings, examples }) => ({ name, findings, first: examples[0] })) },
    'the audit found rows that are not right: see docs/audit.md',
  );
}

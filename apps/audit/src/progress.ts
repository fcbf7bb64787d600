/** How far an audit is, with the time that is left, on standard error: the report goes to standard output. */
import type { CheckName, CheckReport } from '@chaintrail/db';
import { Terminal } from '@chaintrail/terminal';
import { CHECK_TITLES } from './report.js';

/** A check that is over sooner than this is not worth a line. */
const SHOWN_AFTER_MS = 1_000;

export interface AuditProgress {
  show(report: CheckReport): void;
  close(): void;
}

export function showAudit(chain: string): AuditProgress {
  const terminal = new Terminal(process.stderr);
  const begun = new Map<CheckName, { readonly atMs: number; readonly share: number }>();
  const label = (name: CheckName) => `${chain} ${CHECK_TITLES[name]}`;
  return {
    show(report) {
      const { name, outcome, share } = report;
      if (outcome !== 'unfinished' || report.reason !== null) {
        terminal.endProgress(label(name));
        return;
      }
      const start = begun.get(name) ?? { atMs: Date.now(), share };
      begun.set(name, start);
      const etaSeconds = timeLeft(start, share, Date.now());
      if (Date.now() - start.atMs < SHOWN_AFTER_MS) return;
      const nothing = { stage: null, height: null, nodeHeight: null, transactionsPerSecond: null };
      terminal.progress({ ...nothing, chain: label(name), share, etaSeconds });
    },
    close: () => terminal.close(),
  };
}

/** @returns seconds, or null while too little is done to say */
export function timeLeft(
  start: { readonly atMs: number; readonly share: number },
  share: number,
  nowMs: number,
): number | null {
  const done = share - start.share;
  return done <= 0 ? null : ((nowMs - start.atMs) / 1000) * ((1 - share) / done);
}

/** `npm run audit` as a process, without npm. */
import { SpawnedProcess } from './process.js';
import { programFile } from './program-file.js';
import { waitFor } from './wait.js';

export interface AuditEnd {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface AuditProcess {
  readonly ended: Promise<AuditEnd>;
  interrupt(): void;
}

/**
 * @param env all there is beside PATH, HOME and TMPDIR
 * @param timeoutMs it is stopped when it takes longer; 0 for no limit
 */
export function startAuditProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  timeoutMs = 0,
): AuditProcess {
  const command = { command: process.execPath, args: [programFile('audit', 'main'), ...args], env, timeoutMs };
  const audit = new SpawnedProcess({ name: 'audit', ...command });
  const end = () => ({ status: audit.exitCode, stdout: audit.said('stdout'), stderr: audit.said('stderr') });
  return { ended: audit.exited().then(end), interrupt: () => audit.signal('SIGINT') };
}

/** An indexer audits its chains itself now and then, and there is one audit of a chain at a time. */
const OTHER_AUDIT = /another audit of \w+ is running/;
const AGAIN_MS = 1_000;

/** `npm run audit -- <code> --full`, after the indexer's own where that is at it. @param env settings of the indexer */
export function auditInFull(code: string, env: Readonly<Record<string, string>>, timeoutMs: number): Promise<AuditEnd> {
  return waitFor(
    async () => {
      const end = await startAuditProcess([code, '--full'], env, timeoutMs).ended;
      return !OTHER_AUDIT.test(end.stderr) && end;
    },
    { timeoutMs, intervalMs: AGAIN_MS, what: `the indexer's own audit of ${code} to end` },
  );
}

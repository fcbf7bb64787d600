import { waitFor } from '@chaintrail/testkit';
import { startAuditProcess } from './audit-process.js';

const TIMEOUT_MS = 120_000;

/** An indexer audits its chains itself now and then, and there is one audit of a chain at a time. */
const OTHER_AUDIT = /another audit of \w+ is running/;
const AGAIN_MS = 1_000;

interface AuditOutcome {
  readonly status: number | null;
  readonly output: string;
}

/** `npm run audit -- <code> --full`, without building first. @param env settings of the indexer */
export function runAudit(code: string, env: Readonly<Record<string, string>>): Promise<AuditOutcome> {
  return waitFor(
    async () => {
      const { status, stdout, stderr } = await startAuditProcess([code, '--full'], env).ended;
      return !OTHER_AUDIT.test(stderr) && { status, output: stdout + stderr };
    },
    { timeoutMs: TIMEOUT_MS, intervalMs: AGAIN_MS, what: `the indexer's own audit of ${code} to end` },
  );
}

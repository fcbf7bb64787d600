import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@chaintrail/testkit';

const AUDIT = fileURLToPath(new URL('../../apps/indexer/dist/audit.js', import.meta.url));
const TIMEOUT_MS = 120_000;

/** An indexer audits its chains itself now and then, and there is one audit of a chain at a time. */
const OTHER_AUDIT = /another audit of \w+ is running/;
const AGAIN_MS = 1_000;

interface AuditOutcome {
  readonly status: number | string;
  readonly output: string;
}

/** `npm run audit -- <code> --full`, without building first. @param env settings of the indexer */
export function runAudit(code: string, env: Readonly<Record<string, string>>): Promise<AuditOutcome> {
  return waitFor(
    async () => {
      const outcome = await audit(code, env);
      return !OTHER_AUDIT.test(outcome.output) && outcome;
    },
    { timeoutMs: TIMEOUT_MS, intervalMs: AGAIN_MS, what: `the indexer's own audit of ${code} to end` },
  );
}

function audit(code: string, env: Readonly<Record<string, string>>): Promise<AuditOutcome> {
  const { PATH = '' } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--enable-source-maps', AUDIT, code, '--full'],
      { env: { PATH, ...env }, timeout: TIMEOUT_MS },
      (error, stdout, stderr) => {
        const status = error ? (error.signal ?? error.code ?? error.message) : 0;
        resolve({ status, output: `${stdout}${stderr}` });
      },
    );
  });
}

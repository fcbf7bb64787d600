/** The operator's own check of an index, run as the operator runs it: as a command. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const AUDIT = fileURLToPath(new URL('../../../indexer/dist/audit.js', import.meta.url));
/** Of the indexes of a soak; an audit of a mainnet may take hours. */
const TIMEOUT_MS = 300_000;
const SHOWN_CHARS = 2_000;

/** An indexer audits its chains itself now and then, and there is one audit of a chain at a time. */
const OTHER_AUDIT = /another audit of \w+ is running/;
const TRIES = 30;
const AGAIN_MS = 2_000;

/** @returns null when the audit finds nothing, else what it says */
export async function auditChain(code: string, environment: Readonly<Record<string, string>>): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    const complaint = await runAudit(code, environment);
    if (complaint === null || tries === TRIES || !OTHER_AUDIT.test(complaint)) return complaint;
    await sleep(AGAIN_MS);
  }
}

function runAudit(code: string, environment: Readonly<Record<string, string>>): Promise<string | null> {
  return new Promise((resolve) => {
    const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
    const child = spawn(process.execPath, ['--enable-source-maps', AUDIT, code, '--full'], {
      env: { PATH, HOME, TMPDIR, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-SHOWN_CHARS);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status, signal) => {
      resolve(status === 0 ? null : `the audit ended with ${signal ?? `exit code ${status}`}: ${output.trim()}`);
    });
  });
}

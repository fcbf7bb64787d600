/** `npm run audit` as a process, without npm. */
import { type ChildProcess, spawn } from 'node:child_process';
import { programFile } from './program-file.js';
import { waitFor } from './wait.js';

export interface AuditEnd {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface AuditProcess {
  readonly ended: Promise<AuditEnd>;
  interrupt(): void;
}

/**
 * @param env all there is beside PATH, HOME and TMPDIR
 * @param timeoutMs it is killed when it takes longer; 0 for no limit
 */
export function startAuditProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  timeoutMs = 0,
): AuditProcess {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const child = spawn(process.execPath, [programFile('audit', 'main'), ...args], {
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  });
  running.add(child);
  const texts = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk: Buffer) => {
      texts[stream] += chunk.toString('utf8');
    });
  }
  const ended = new Promise<AuditEnd>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      running.delete(child);
      resolve({ status, ...texts });
    });
  });
  return { ended, interrupt: () => void child.kill('SIGINT') };
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

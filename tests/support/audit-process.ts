/** `npm run audit` as a process, without npm. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const AUDIT = fileURLToPath(new URL('../../apps/indexer/dist/audit.js', import.meta.url));

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

/** @param env all there is beside PATH and HOME */
export function startAuditProcess(args: readonly string[], env: Readonly<Record<string, string>>): AuditProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--enable-source-maps', AUDIT, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
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

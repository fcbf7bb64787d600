import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Ends when its input does, which happens the moment this process dies, by whatever means; then stops the node in order,
 * so that it writes its chain, and after ten seconds otherwise. $1 is the node.
 */
const SCRIPT = `while read -r _; do :; done
kill -INT "$1" || exit 0
for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" || exit 0; sleep 1; done
kill -KILL "$1"`;

/** Stops the process `pid` when this one dies. Kill the returned process once that one has ended. */
export function startWatchdog(pid: number): ChildProcess {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'watchdog', String(pid)], {
    cwd: '/',
    detached: true,
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell the node is still stopped in order, and by the next start if this process is killed.
  child.on('error', () => undefined);
  child.stdin?.on('error', () => undefined);
  return child;
}

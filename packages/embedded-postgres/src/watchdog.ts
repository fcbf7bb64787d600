import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from './account.js';
import { FAST_SHUTDOWN_MS } from './orphan.js';

/**
 * Ends when its input does, which happens the moment this process dies, by whatever means; then stops the server.
 * A shell waits for this at the cost of one megabyte. $1 is the server, $2 the seconds before the harder signal.
 */
const SCRIPT = `while read -r _; do :; done
kill -INT "$1" || exit 0
while [ "$2" -gt 0 ] && kill -0 "$1"; do sleep 1; set -- "$1" "$(($2 - 1))"; done
kill -QUIT "$1"`;

/** Stops the server `pid` when this process dies. Kill the returned process once the server has ended. */
export function startWatchdog(pid: number, account: Account): ChildProcess {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'watchdog', String(pid), String(FAST_SHUTDOWN_MS / 1000)], {
    ...account,
    cwd: '/',
    detached: true,
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell the server is still stopped by stop(), and by the next start if this process is killed.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  return child;
}

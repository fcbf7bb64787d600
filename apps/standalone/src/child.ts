/** A program of the service as a child process: kept running, restarted after a crash, stopped in order. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EXIT_CONFIGURATION } from '@chaintrail/config';
import type { RotatingFileStream } from 'rotating-file-stream';
import { ServiceError } from './service-error.js';

/**
 * Loaded into every child before its program: asks it to stop in order when this process is gone, even if that was
 * killed and could ask nobody. The channel between the two closes with this process.
 */
const FOLLOW_PARENT = `data:text/javascript,${encodeURIComponent(`
  process.channel?.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
`)}`;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A child that ran this long was healthy: its next crash is a new one. */
const HEALTHY_MS = 60_000;
/** The programs bound their own shutdown below this. */
const STOP_MS = 20_000;
const LAST_LINES = 12;

export interface ChildOptions {
  /** For messages and the log file. */
  readonly name: string;
  /** The compiled program. */
  readonly main: URL;
  readonly env: NodeJS.ProcessEnv;
  readonly log: RotatingFileStream;
  /** One line about a crash and what happens now. */
  onTrouble(line: string): void;
  /** The program refuses its configuration: restarting is no remedy. */
  onRefusal(error: ServiceError): void;
}

export class Child {
  private readonly options: ChildOptions;
  private readonly stopping = new AbortController();
  private readonly finished: Promise<void>;
  private running: ChildProcess | undefined;

  constructor(options: ChildOptions) {
    this.options = options;
    this.finished = this.keepRunning();
  }

  /** Asks the program to stop, insists after 20 s, and resolves when it has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.running?.kill('SIGTERM');
    const insist = setTimeout(() => this.kill(), STOP_MS);
    await this.finished;
    clearTimeout(insist);
    await new Promise<void>((resolve) => this.options.log.end(resolve));
  }

  kill(): void {
    this.stopping.abort();
    this.running?.kill('SIGKILL');
  }

  private async keepRunning(): Promise<void> {
    const { name, onTrouble, onRefusal } = this.options;
    let waitMs = FIRST_WAIT_MS;
    while (!this.stopping.signal.aborted) {
      const startedMs = Date.now();
      const { code, signal, complaint } = await this.runOnce();
      if (this.stopping.signal.aborted) return;
      if (code === EXIT_CONFIGURATION) {
        onRefusal(new ServiceError(complaint || `The ${name} refuses its configuration.`, EXIT_CONFIGURATION));
        return;
      }
      if (Date.now() - startedMs > HEALTHY_MS) waitMs = FIRST_WAIT_MS;
      const how = signal === null ? `exit code ${code}` : signal;
      const last = complaint.split('\n').at(-1);
      onTrouble(
        `The ${name} ended unexpectedly (${how})${last ? `: ${last}` : ''}; starting it again in ${waitMs / 1000} s.`,
      );
      await sleep(waitMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }

  /** Runs the program to its end. `complaint` is the end of what it wrote to standard error. */
  private runOnce(): Promise<{ code: number | null; signal: NodeJS.Signals | null; complaint: string }> {
    const { main, env, log } = this.options;
    const child = spawn(process.execPath, ['--enable-source-maps', '--import', FOLLOW_PARENT, fileURLToPath(main)], {
      env,
      // A process group of its own: Ctrl-C reaches the parent only, which stops everything in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.running = child;
    const lines: string[] = [];
    const [, stdout, stderr] = child.stdio;
    if (!(stdout instanceof Readable) || !(stderr instanceof Readable)) throw new TypeError('a child without pipes');
    stdout.pipe(log, { end: false });
    createInterface({ input: stderr }).on('line', (line) => {
      log.write(`${line}\n`);
      lines.push(line);
      if (lines.length > LAST_LINES) lines.shift();
    });
    return new Promise((resolve) => {
      child.once('error', (error) => resolve({ code: null, signal: null, complaint: error.message }));
      child.once('close', (code, signal) => resolve({ code, signal, complaint: lines.join('\n').trim() }));
    });
  }
}

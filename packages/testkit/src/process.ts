/** Child processes of tests: their output is kept, and none outlives the test run. */
import { type ChildProcess, spawn } from 'node:child_process';

/** Output beyond this is dropped from the front. */
const OUTPUT_LIMIT_CHARS = 400_000;
/** A process that ignores SIGTERM for this long is killed. */
const STOP_TIMEOUT_MS = 30_000;

const spawned = new Set<SpawnedProcess>();

export interface SpawnCommand {
  /** For messages: "api", "litecoind". */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment; nothing is inherited but PATH, HOME and the temporary folder. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** By default that of this process. */
  readonly account?: { readonly uid?: number; readonly gid?: number };
  /** Signals reach what it has started, too. Default false. */
  readonly group?: boolean;
  /** It is stopped when it takes longer; default 0: no limit. */
  readonly timeoutMs?: number;
}

export class SpawnedProcess {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #group: boolean;
  readonly #said: { readonly stream: 'stdout' | 'stderr'; readonly text: string }[] = [];
  #chars = 0;
  #spawnError: Error | null = null;

  constructor(command: SpawnCommand) {
    exitOnSignals();
    this.name = command.name;
    this.#group = command.group ?? false;
    this.#child = spawn(command.command, command.args, {
      env: { ...inheritedEnvironment(), ...command.env },
      cwd: command.cwd,
      ...command.account,
      detached: this.#group,
      timeout: command.timeoutMs,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of ['stdout', 'stderr'] as const) {
      this.#child[stream]?.on('data', (chunk: Buffer) => {
        const text = chunk.toString('utf8');
        this.#said.push({ stream, text });
        this.#chars += text.length;
        while (this.#chars > OUTPUT_LIMIT_CHARS) this.#chars -= this.#said.shift()!.text.length;
      });
    }
    this.#exited = new Promise((resolve) => {
      this.#child.once('close', () => resolve());
      this.#child.once('error', (error) => {
        this.#spawnError = error;
        resolve();
      });
    });
    spawned.add(this);
  }

  /** Undefined when it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Output of the process to stdout and stderr so far. */
  output(): string {
    return this.#said.map(({ text }) => text).join('');
  }

  /** The same of one of them. */
  said(stream: 'stdout' | 'stderr'): string {
    return this.#said.flatMap((part) => (part.stream === stream ? part.text : [])).join('');
  }

  /** null while it runs, and where a signal ended it. */
  get exitCode(): number | null {
    return this.#child.exitCode;
  }

  /** null while the process runs; else what ended it, e.g. "exit code 1" or "SIGKILL". */
  exitStatus(): string | null {
    if (this.#spawnError) return this.#spawnError.message;
    if (this.#child.signalCode !== null) return this.#child.signalCode;
    return this.#child.exitCode === null ? null : `exit code ${this.#child.exitCode}`;
  }

  /** Resolves when the process has ended and its output is complete. */
  exited(): Promise<void> {
    return this.#exited;
  }

  /** Sends a signal and returns when the process has ended. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    this.signal(signal);
    await this.#exited;
  }

  signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (this.exitStatus() !== null || pid === undefined) return;
    if (this.#group) process.kill(-pid, signal);
    else this.#child.kill(signal);
  }

  /** SIGTERM, and SIGKILL when that is ignored. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => this.signal('SIGKILL'), STOP_TIMEOUT_MS);
    try {
      await this.kill('SIGTERM');
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Stops every process this test file has started and that still runs. */
export async function stopProcesses(): Promise<void> {
  await Promise.all([...spawned].map((process) => process.stop()));
  spawned.clear();
}

/** Forgets processes that have ended, so that a later test's report leaves them out. */
export function forgetEndedProcesses(): void {
  for (const process of spawned) if (process.exitStatus() !== null) spawned.delete(process);
}

/** The end of the output of every process this test file has started, for the report of a failed test. */
export function describeProcesses(charsEach = 6_000): string {
  return [...spawned]
    .map(
      (process) => `--- ${process.name} (${process.exitStatus() ?? 'running'})\n${process.output().slice(-charsEach)}`,
    )
    .join('\n');
}

/** How a process that its user or its parent ends is reported: 128 + the signal's number. */
const SIGNAL_STATUS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
let exitsOnSignals = false;

/**
 * Signals, and a parent that is gone, end this process by an exit. By default they end it without that event, on which
 * children and temporary folders go: a worker that ends without its hooks must not leave them behind.
 */
export function exitOnSignals(): void {
  if (exitsOnSignals) return;
  exitsOnSignals = true;
  for (const [signal, status] of Object.entries(SIGNAL_STATUS)) process.once(signal, () => process.exit(status));
  process.once('disconnect', () => process.exit(1));
}

process.once('exit', () => {
  for (const child of spawned) child.signal('SIGKILL');
});

function inheritedEnvironment(): Record<string, string> {
  const inherited: Record<string, string> = {};
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'SystemRoot']) {
    const value = process.env[name];
    if (value !== undefined) inherited[name] = value;
  }
  return inherited;
}

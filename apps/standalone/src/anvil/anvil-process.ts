/** Anvil as a child process: its chain is kept in a file, and it is started again on the same port when it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callNode } from '../call-node.js';
import { markOwner, stopOrphan } from './orphan.js';
import { startWatchdog } from './watchdog.js';

/** What a crash of the node may cost: blocks of this many seconds, which the indexer then takes back. */
const STATE_INTERVAL_SECONDS = 30;
/** Balances at older blocks are not needed, and would fill the disk. Traces stay. */
const STATES_KEPT = 256;
const START_MS = 30_000;
const STOP_MS = 10_000;
const POLL_MS = 50;
const RESTART_MS = 1_000;
const MAX_OUTPUT_CHARS = 2_000;

export interface AnvilProcessOptions {
  readonly binary: string;
  readonly port: number;
  /** Holds the chain between runs. */
  readonly folder: string;
  readonly mnemonic: string;
  /** Unix seconds of the first block of a new chain. */
  readonly startTime: number;
  /** One line about what went wrong and what happens now. */
  onTrouble(line: string): void;
}

export class AnvilProcess {
  readonly #options: AnvilProcessOptions;
  readonly #stateFile: string;
  readonly #pidFile: string;
  readonly #stopping = new AbortController();
  #running: ChildProcess;
  #output = '';

  private constructor(options: AnvilProcessOptions) {
    this.#options = options;
    this.#stateFile = join(options.folder, 'anvil-state.json');
    this.#pidFile = join(options.folder, 'anvil.pid');
    this.#running = this.#spawn();
  }

  /**
   * Continues the chain in the folder, or begins one. A chain that cannot be read is put aside.
   * @throws Error with the node's words when it does not start
   */
  static async start(options: AnvilProcessOptions): Promise<AnvilProcess> {
    const stateFile = join(options.folder, 'anvil-state.json');
    await stopOrphan(join(options.folder, 'anvil.pid'), stateFile);
    const first = new AnvilProcess(options);
    if (await first.#answers()) return first.#kept();
    await first.stop();
    if (!(await exists(stateFile))) throw new Error(`Anvil did not start: ${first.#output.trim()}`);
    options.onTrouble('The chain of the demo Ethereum node cannot be read; a new one begins.');
    await rename(stateFile, `${stateFile}.unreadable`);
    const second = new AnvilProcess(options);
    if (await second.#answers()) return second.#kept();
    await second.stop();
    throw new Error(`Anvil did not start: ${second.#output.trim()}`);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#options.port}`;
  }

  get wsUrl(): string {
    return `ws://127.0.0.1:${this.#options.port}`;
  }

  /** Lets it write its chain and end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await endInOrder(this.#running);
    await rm(this.#pidFile, { force: true });
  }

  /** What a crash would do, for tests. */
  kill(): void {
    this.#running.kill('SIGKILL');
  }

  #kept(): this {
    void this.#keepRunning();
    return this;
  }

  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await ended(this.#running);
      if (signal.aborted) return;
      this.#options.onTrouble('The demo Ethereum node ended unexpectedly; starting it again.');
      await sleep(RESTART_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      this.#running = this.#spawn();
    }
  }

  /** Whether it answers before it ends. */
  async #answers(): Promise<boolean> {
    const deadline = Date.now() + START_MS;
    while (isRunning(this.#running) && Date.now() < deadline) {
      try {
        await callNode(this.url, 'eth_blockNumber');
        return true;
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        await sleep(POLL_MS);
      }
    }
    return false;
  }

  #spawn(): ChildProcess {
    const { binary, folder, mnemonic, startTime } = this.#options;
    const args = [
      ...['--host', '127.0.0.1', '--port', String(this.#options.port), '--quiet', '--no-mining'],
      ...['--mnemonic', mnemonic, '--timestamp', String(startTime)],
      ...['--state', this.#stateFile, '--state-interval', String(STATE_INTERVAL_SECONDS)],
      ...['--prune-history', String(STATES_KEPT), '--cache-path', join(folder, 'anvil-cache')],
    ];
    // A process group of its own: Ctrl-C reaches this process only, which stops everything in order.
    const child = spawn(binary, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    child.on('error', (error) => this.#keepOutput(error.message));
    child.stderr?.on('data', (chunk: Buffer) => this.#keepOutput(chunk.toString('utf8')));
    if (child.pid === undefined) return child;
    markOwner(this.#pidFile, child.pid).catch((error: Error) => this.#options.onTrouble(error.message));
    const watchdog = startWatchdog(child.pid);
    child.once('exit', () => watchdog.kill('SIGKILL'));
    return child;
  }

  #keepOutput(text: string): void {
    this.#output = (this.#output + text).slice(-MAX_OUTPUT_CHARS);
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function ended(child: ChildProcess): Promise<void> {
  if (isRunning(child)) await once(child, 'exit');
}

async function endInOrder(child: ChildProcess): Promise<void> {
  const insist = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  child.kill('SIGINT');
  await ended(child);
  clearTimeout(insist);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

/** A real node on regtest, with a data folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Debian's litecoind itself; the one on the PATH is a wrapper that writes a configuration of its own. */
export const LITECOIND = process.env['LITECOIND'] ?? '/usr/lib/litecoin/litecoind';
export const KNOTS = `${process.env['KNOTS_ROOT'] ?? '/opt/chaintrail-knots'}/bitcoind`;

/** @returns a sentence for the title of tests that are left out, or null */
export function missing(program: string): string | null {
  return existsSync(program) ? null : `${program} is missing`;
}

export class RealNode {
  readonly #program: string;
  readonly #folder: string;
  readonly #port: number;
  #process: ChildProcess | null = null;

  private constructor(program: string, folder: string, port: number) {
    this.#program = program;
    this.#folder = folder;
    this.#port = port;
  }

  static async create(program: string): Promise<RealNode> {
    // On tmpfs where there is one: nodes sync their files to disk at every step.
    const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
    return new RealNode(program, await mkdtemp(join(base, 'chaintrail-node-')), await freePort());
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Written anew at every start. */
  get cookieFile(): string {
    return join(this.#folder, 'regtest', '.cookie');
  }

  /** Returns before the node answers. */
  start(...args: readonly string[]): void {
    const bind = ['-listen=0', '-connect=0', '-dnsseed=0', '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1'];
    const server = ['-server', `-rpcport=${this.#port}`, '-printtoconsole=0'];
    const all = ['-regtest', `-datadir=${this.#folder}`, ...bind, ...server, ...args];
    this.#process = spawn(this.#program, all, { stdio: 'ignore' });
  }

  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null || running.exitCode !== null) return;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await exited;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

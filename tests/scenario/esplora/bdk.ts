/** BDK for Python, as its users have it: installed once for a machine, outside of the repository. */
import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PACKAGE = 'bdkpython==3.1.1';
const FOLDER = join(tmpdir(), `chaintrail-${PACKAGE.replaceAll(/\W+/g, '-')}`);
const CLIENT = new URL('./bdk-client.py', import.meta.url).pathname;
/** A package of five megabytes. */
const INSTALL_MS = 120_000;

/** Balances are base units; `transactions` tells of each whether it is confirmed. */
export interface BdkState {
  readonly confirmed: number;
  readonly immature: number;
  readonly pending: number;
  readonly height: number;
  readonly transactions: Readonly<Record<string, boolean>>;
}

/** @returns the interpreter that has BDK; null where it cannot be had, with the reason in the output */
export async function bdkOrSkip(): Promise<string | null> {
  const python = join(FOLDER, 'bin', 'python');
  try {
    await access(python);
    return python;
  } catch {
    return install(python);
  }
}

async function install(python: string): Promise<string | null> {
  const fresh = `${FOLDER}-${process.pid}`;
  try {
    await mkdir(fresh, { recursive: true });
    await run('python3', ['-m', 'venv', fresh], { timeout: INSTALL_MS });
    const options = ['--quiet', '--disable-pip-version-check', '--retries', '1', '--only-binary', ':all:'];
    await run(join(fresh, 'bin', 'python'), ['-m', 'pip', 'install', ...options, PACKAGE], { timeout: INSTALL_MS });
    // Another run may have been faster; either is as good.
    await rename(fresh, FOLDER).catch(() => rm(fresh, { recursive: true, force: true }));
    return python;
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    console.warn(`Skipped: ${PACKAGE} cannot be installed with python3 and pip (${String(error).split('\n')[0]})`);
    return null;
  }
}

export class Bdk {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: Interface;
  readonly #waiting: ((line: string | null) => void)[] = [];
  #errors = '';

  constructor(python: string, url: string) {
    this.#process = spawn(python, [CLIENT, url], { stdio: 'pipe', env: { PYTHONDONTWRITEBYTECODE: '1' } });
    this.#process.stderr.on('data', (part: Buffer) => {
      this.#errors += part.toString();
    });
    this.#lines = createInterface(this.#process.stdout);
    this.#lines.on('line', (line) => this.#waiting.shift()?.(line));
    this.#lines.on('close', () => {
      for (const end of this.#waiting.splice(0)) end(null);
    });
  }

  async call<T>(name: string, ...values: readonly unknown[]): Promise<T> {
    const answer = new Promise<string | null>((resolve) => this.#waiting.push(resolve));
    this.#process.stdin.write(`${JSON.stringify({ do: name, with: values })}\n`);
    const line = await answer;
    if (line === null) throw new Error(`BDK ended: ${this.#errors}`);
    const { result, error } = JSON.parse(line) as { result?: T; error?: string };
    if (error !== undefined) throw new Error(`${name} of BDK failed: ${error}`);
    return result as T;
  }

  stop(): void {
    this.#process.stdin.end();
  }
}

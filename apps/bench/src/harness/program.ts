/** The product's own programs, run as the operator runs them: `node dist/main.js` with an environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ChainCode, requireChain } from '@chaintrail/chains';
import { SIMULATED_NETWORK } from '@chaintrail/devnet';

const APPS = fileURLToPath(new URL('../../../', import.meta.url));
/** Output beyond this is dropped from the front. */
const OUTPUT_CHARS = 100_000;
/** A program that ignores SIGTERM for this long is killed. */
const STOP_MS = 20_000;
/** NODE_OPTIONS so that a program can be profiled; nothing of .env, which may name real nodes. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'NODE_OPTIONS', 'SystemRoot'];

export class Program {
  readonly name: string;
  readonly pid: number;
  /** Resolves with what ended it: "exit code 1", "SIGKILL". */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  #output = '';
  #endedBy: string | null = null;

  /**
   * @param name folder below apps/
   * @param nodeArguments of Node itself
   */
  constructor(name: 'api' | 'indexer', env: Readonly<Record<string, string>>, nodeArguments: readonly string[] = []) {
    this.name = name;
    // A process group of its own: Ctrl-C reaches this process, which then stops everything in order.
    const args = ['--enable-source-maps', ...nodeArguments, `${APPS}${name}/dist/main.js`];
    this.#child = spawn(process.execPath, args, {
      env: { ...inheritedEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.ended = new Promise((resolve) => {
      const end = (by: string): void => {
        this.#endedBy = by;
        resolve(by);
      };
      this.#child.once('error', (error) => end(error.message));
      this.#child.once('close', (code, signal) => end(signal ?? `exit code ${code}`));
    });
    this.pid = this.#child.pid ?? 0;
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString('utf8')).slice(-OUTPUT_CHARS);
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
    const kill = (): void => void this.#child.kill('SIGKILL');
    process.once('exit', kill);
    void this.ended.then(() => process.off('exit', kill));
  }

  /** @throws Error with its last output when the program has ended */
  requireRunning(): void {
    if (this.#endedBy === null) return;
    throw new Error(`${this.name} ended (${this.#endedBy})\n${this.#output}`);
  }

  /** The end of what the program wrote. */
  output(): string {
    return this.#output;
  }

  async stop(): Promise<void> {
    if (this.#endedBy !== null) return;
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS);
    this.#child.kill('SIGTERM');
    await this.ended;
    clearTimeout(timer);
  }
}

/** Settings of an indexer that follows one node of a private network. @param nodeUrl with credentials */
export function indexerEnvironment(chain: ChainCode, databaseUrl: string, nodeUrl: string): Record<string, string> {
  const code = chain.toUpperCase();
  const { family } = requireChain(chain);
  const common = {
    DATABASE_URL: databaseUrl,
    [`${code}_RPC_URL`]: nodeUrl,
    [`${code}_NETWORK`]: SIMULATED_NETWORK[family],
  };
  switch (family) {
    case 'utxo':
    case 'evm':
      return common;
    case 'cosmos':
      // The generated node of this family has its REST server on the same port.
      return { ...common, [`${code}_REST_URL`]: nodeUrl };
  }
}

function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    INHERITED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

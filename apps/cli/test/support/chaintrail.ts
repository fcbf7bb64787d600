import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const NOWHERE = fileURLToPath(new URL('.', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  /** Output of both streams, so far. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

/** The program as it is installed, with this environment and standard input alone. */
export function start(args: readonly string[], env: Readonly<Record<string, string>> = {}, input = ''): Running {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH, DATA_DIR: NOWHERE, ...env }, cwd: NOWHERE });
  child.stdin.end(input);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return {
    output: () => stdout + stderr,
    kill: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.once('close', (status) => resolve({ status, stdout, stderr }))),
  };
}

export function chaintrail(
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
  input?: string,
): Promise<Ended> {
  return start(args, env, input).ended;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@chaintrail/testkit';
import type { Cleanup } from './cleanup.js';
import { Program } from './program.js';

export interface StartedApi {
  /** Without a slash at the end. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Settings beside the address that it listens on. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Of Node itself. */
  readonly nodeArguments?: readonly string[];
}

/** Starts the API as the operator does, and waits until it answers. */
export async function startApi(
  cleanup: Cleanup,
  databaseUrl: string,
  { settings = {}, nodeArguments = [] }: StartOptions = {},
): Promise<StartedApi> {
  const port = await freePort();
  const env = { DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PORT: String(port), API_WORKERS: '1', ...settings };
  const program = await cleanup.own(
    async () => new Program('api', env, nodeArguments),
    (started) => started.stop(),
  );
  const url = `http://127.0.0.1:${port}`;
  const isHealthy = (): Promise<boolean> =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isHealthy())) {
    program.requireRunning();
    await sleep(50);
  }
  return { url, pid: program.pid, stop: () => program.stop() };
}

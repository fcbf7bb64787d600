/** A Redis server of a test's own, where the machine has one (Debian: redis-server). */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort, noteSuite, skip } from './machine.js';
import { SpawnedProcess } from './process.js';
import { waitFor } from './wait.js';

/** Program of the Debian package of the same name. */
const REDIS = 'redis-server';
const MISSING = "redis-server is not installed: install Debian's package redis-server.";

/** @returns whether there is one. A machine without it skips suites, with a sentence; in CI that is a mistake. */
export function redisOrSkip(): boolean {
  const isThere = spawnSync(REDIS, ['--version']).status === 0;
  if (isThere) noteSuite('software', REDIS);
  else skip(MISSING, { isMistakeInCi: true });
  return isThere;
}

export class RedisServer {
  readonly url: string;
  readonly #port: number;
  #process: SpawnedProcess | null = null;

  private constructor(port: number) {
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.begin();
    return server;
  }

  /** Without files: what it held is gone when it begins again. */
  async begin(): Promise<void> {
    const args = ['--port', `${this.#port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const server = new SpawnedProcess({ name: 'redis', command: REDIS, args });
    this.#process = server;
    const accepts = async (): Promise<true> => {
      const socket = connect(this.#port, '127.0.0.1');
      await once(socket, 'connect').finally(() => socket.destroy());
      return true;
    };
    await waitFor(accepts, { intervalMs: 20, processes: [server], what: 'Redis to accept connections' });
  }

  /** Keeps its connections and answers nothing, until it is told to go on. */
  pause(): void {
    this.#process?.signal('SIGSTOP');
  }

  goOn(): void {
    this.#process?.signal('SIGCONT');
  }

  async end(): Promise<void> {
    await this.#process?.kill('SIGKILL');
    this.#process = null;
  }
}

/** A Redis server of a test's own, where the machine has one (Debian: redis-server). */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Of the Debian package of the same name. */
const REDIS = 'redis-server';
const MISSING = "redis-server is not installed: install Debian's package redis-server.";

/** @returns whether there is one. Locally a machine without it skips suites, with a sentence; in CI that is a mistake. */
export function redisOrSkip(): boolean {
  const isThere = spawnSync(REDIS, ['--version']).status === 0;
  if (!isThere && process.env['CI'] === 'true') throw new Error(MISSING);
  if (!isThere) console.warn(`Skipped: ${MISSING}`);
  return isThere;
}

const running = new Set<ChildProcess>();
// A run that is interrupted leaves none behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class RedisServer {
  readonly url: string;
  private readonly port: number;
  private child: ChildProcess | null = null;

  private constructor(port: number) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(): Promise<RedisServer> {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    const server = new RedisServer(port);
    await server.begin();
    return server;
  }

  /** Without files: what it held is gone when it begins again. */
  async begin(): Promise<void> {
    const args = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.child = spawn(REDIS, args, { stdio: 'ignore' });
    running.add(this.child);
    while (!(await accepts(this.port))) await sleep(20);
  }

  /** Keeps its connections and answers nothing, until it is told to go on. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  goOn(): void {
    this.child?.kill('SIGCONT');
  }

  async end(): Promise<void> {
    const { child } = this;
    if (child === null) return;
    this.child = null;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    running.delete(child);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

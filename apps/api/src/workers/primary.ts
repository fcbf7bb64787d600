/** The primary of several workers: it listens, hands each connection to one in turn, and keeps them running. */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiSettings, EXIT_CONFIGURATION } from '@chaintrail/config';
import type { Logger } from 'pino';
import { catchTheRest } from '../server/last-net.js';
import { Hub, Member } from './hub.js';
import { IpcChannel } from './ipc-channel.js';
import type { PrimaryFunctions, WorkerFunctions } from './protocol.js';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 30_000;
/** Starts of a worker that fail one after the other, with waits of 1.5 s in all, where no other one serves. */
const MOST_FAILED_STARTS = 5;
/** A worker ends by itself ten seconds after it was told to, and some for what it closes (`serve-api.ts`). */
const KILL_MS = 15_000;
const SOURCE_MAPS = '--enable-source-maps';

interface End {
  readonly how: string;
  /** How long it listened; null where it never did. */
  readonly servedMs: number | null;
  /** Why the settings cannot be used, for the operator. */
  readonly refusal: string | null;
}

/** Resolves when all workers have ended, because it was told to stop. Ends the process where they cannot serve. */
export async function runPrimary(settings: ApiSettings, log: Logger): Promise<void> {
  // `npx chaintrail api` has them switched on in its own process alone.
  const execArgv = [...process.execArgv.filter((each) => each !== SOURCE_MAPS), SOURCE_MAPS];
  cluster.setupPrimary({ execArgv });
  const primary = new Primary(settings, log);
  const stop = (signal: NodeJS.Signals): void => primary.stop(signal);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const ended = primary.run();
  catchTheRest(log, () => {
    primary.stop();
    return ended;
  });
  await ended;
}

class Primary {
  readonly #settings: ApiSettings;
  readonly #log: Logger;
  readonly #hub: Hub;
  readonly #workers = new Map<Member, Worker>();
  /** Resolve when workers that were replaced have ended. */
  readonly #leaving = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();
  #hasStarted = false;

  constructor(settings: ApiSettings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
    this.#hub = new Hub(settings.access.rateLimits);
  }

  async run(): Promise<void> {
    const places = Array.from({ length: this.#settings.workers }, (_, at) => at + 1);
    await Promise.all(places.map((place) => this.#keepRunning(place)));
    await Promise.all(this.#leaving);
    this.#log.info('The API was stopped');
  }

  stop(signal?: NodeJS.Signals): void {
    if (this.#isStopping) return;
    this.#stopping.abort();
    this.#log.info({ signal }, 'The API is stopping');
    for (const [{ channel, isListening, isLeaving }, worker] of this.#workers) {
      // It stops already.
      if (isLeaving) continue;
      if (isListening) channel.ask('stop').catch(() => undefined);
      else worker.process.kill('SIGKILL');
    }
    setTimeout(() => this.#kill(), KILL_MS).unref();
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #keepRunning(place: number): Promise<void> {
    let waitMs = FIRST_WAIT_MS;
    for (let failures = 0; !this.#isStopping; ) {
      const { how, servedMs, refusal } = await this.#runOnce(place);
      if (this.#isStopping) return;
      const isServed = this.#hub.listening.length > 0;
      if (refusal !== null && !isServed) this.#giveUp(refusal, EXIT_CONFIGURATION);
      failures = servedMs !== null ? 0 : failures + 1;
      if (failures >= MOST_FAILED_STARTS && !isServed)
        this.#giveUp(`The API's workers end before they answer anything (${how}); what is said above tells why.`, 1);
      // Who served as long as it would be waited for is missed at once. The wait is for those that end in their starts.
      if (servedMs !== null && servedMs >= waitMs) waitMs = FIRST_WAIT_MS;
      this.#hub.countEnd();
      const fields = { worker: place, how, ...(refusal === null ? {} : { reason: refusal }), waitMs };
      this.#log.error(fields, 'A worker ended unexpectedly, and is started again');
      await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }

  /** From its start to its end, or until it needs to be replaced. */
  async #runOnce(place: number): Promise<End> {
    const worker = cluster.fork();
    const ended = endOf(worker);
    let refusal: string | null = null;
    let servedFromMs: number | null = null;
    let fail: (how: string) => void;
    const failed = new Promise<string>((resolve) => {
      fail = resolve;
    });
    const functions: PrimaryFunctions = {
      ...this.#hub.functionsFor(() => member),
      listening: () => {
        member.isListening = true;
        servedFromMs = performance.now();
        this.#noteStart();
      },
      failing: (reason: string) => {
        member.isListening = false;
        member.isLeaving = true;
        setTimeout(() => worker.process.kill('SIGKILL'), KILL_MS).unref();
        fail(`an error that nothing caught: ${reason}`);
      },
      refuse: (sentence: string) => {
        refusal = sentence;
      },
    };
    const port = {
      isConnected: () => worker.isConnected(),
      send: (message: object, done: (error: Error | null) => void) => worker.send(message, done),
    };
    const channel = new IpcChannel<WorkerFunctions>(port, functions);
    const member = new Member(place, channel);
    worker.on('message', channel.receive);
    this.#hub.add(member);
    this.#workers.set(member, worker);
    const gone = ended.then((how) => {
      this.#workers.delete(member);
      this.#hub.remove(member);
      channel.close();
      this.#leaving.delete(gone);
      return how;
    });
    this.#leaving.add(gone);
    const how = await Promise.race([gone, failed]);
    return { how, servedMs: servedFromMs === null ? null : performance.now() - servedFromMs, refusal };
  }

  #noteStart(): void {
    const { host, port, adminPort, workers } = this.#settings;
    if (this.#hasStarted || this.#hub.listening.length < workers) return;
    this.#hasStarted = true;
    this.#log.info({ host, port, adminPort, workers }, 'The API was started');
  }

  #giveUp(sentence: string, code: number): never {
    process.stderr.write(`${sentence}\n`);
    this.#kill();
    process.exit(code);
  }

  #kill(): void {
    for (const worker of this.#workers.values()) worker.process.kill('SIGKILL');
  }
}

function endOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    worker.on('error', (error) => {
      // It could not be started. Any other error of the channel is followed by the end of the worker.
      if (worker.process.pid === undefined) resolve(error.message);
    });
  });
}

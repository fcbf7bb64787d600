/** A process of the benchmark's own, so that its processor time and memory are not measured; and calls of it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processorSeconds } from './procfs.js';
import type { Cleanup } from './run.js';

type CallTable = Readonly<Record<string, (...args: never[]) => unknown>>;
type Reply = { readonly value: unknown } | { readonly failure: string };

/** Answers the calls of {@link Forked}, in the process that it has started. That ends with the benchmark. */
export function answerCalls(calls: CallTable): void {
  const send = (answer: Reply): void => void process.send?.(answer);
  // Ctrl-C in a terminal reaches this process too; the benchmark decides when it ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.once('disconnect', () => process.exit());
  process.on('message', async ({ name, args }: { name: string; args: never[] }) => {
    try {
      send({ value: await calls[name]?.(...args) });
    } catch (error) {
      send({ failure: error instanceof Error ? error.message : String(error) });
    }
  });
}

export class Forked<Calls extends CallTable> {
  readonly #name: string;
  readonly #child: ChildProcess;

  /** @param name of the file, as it was built: also where this one runs unbuilt, in tests */
  constructor(name: string, cleanup: Cleanup) {
    this.#name = name;
    const file = fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
    // Without the options of this process: a profile is to be of the API.
    this.#child = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
    cleanup.add(() => this.#end());
  }

  processorSeconds(): number {
    return processorSeconds(this.#child.pid ?? Number.NaN);
  }

  /** One call at a time. @throws Error with what the process says, or since it has ended */
  async call<Name extends keyof Calls & string>(
    name: Name,
    ...args: Parameters<Calls[Name]>
  ): Promise<Awaited<ReturnType<Calls[Name]>>> {
    const over = new AbortController();
    const ended = once(this.#child, 'exit', { signal: over.signal }).then(() => {
      throw new Error(`the ${this.#name} has ended`);
    });
    ended.catch(() => undefined);
    this.#child.send({ name, args });
    try {
      const [answer] = (await Promise.race([once(this.#child, 'message'), ended])) as [Reply];
      if ('failure' in answer) throw new Error(answer.failure);
      return answer.value as Awaited<ReturnType<Calls[Name]>>;
    } finally {
      over.abort();
    }
  }

  async #end(): Promise<void> {
    if (!this.#child.connected) return;
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}

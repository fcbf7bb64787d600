/**
 * Questions between the primary and a worker, both ways. Those of one turn of the event loop are one message. Counting
 * a request for a limit then costs a worker 3 µs of CPU with 16 at once, instead of 25 to 75; the primary 9 on average.
 */

/** Functions that the other side may call; arguments and results are JSON. */
// biome-ignore lint/suspicious/noExplicitAny: each side's functions have types of their own
export type Functions = Record<string, (...args: any[]) => unknown>;

/** Carrier of messages: `process` in a worker, a `cluster.Worker` in the primary. */
interface Port {
  isConnected(): boolean;
  send(message: unknown, done: (error: Error | null) => void): unknown;
}

type Question = readonly [id: number, name: string, args: readonly unknown[]];
type Reply = readonly [id: number, failure: string | null, value?: unknown];

interface Message {
  readonly questions: readonly Question[];
  readonly answers: readonly Reply[];
}

interface PendingQuestion {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The other process has ended. */
class ChannelClosedError extends Error {
  override readonly name = 'ChannelClosedError';
}

export class IpcChannel<Theirs extends Functions> {
  readonly #port: Port;
  readonly #own: Functions;
  readonly #asked = new Map<number, PendingQuestion>();
  #questions: Question[] = [];
  #answers: Reply[] = [];
  #lastId = 0;
  #isFlushing = false;

  constructor(port: Port, own: Functions) {
    this.#port = port;
    this.#own = own;
  }

  /** @throws ChannelClosedError; Error with the message of what the other side threw */
  ask<Name extends keyof Theirs & string>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ): Promise<Awaited<ReturnType<Theirs[Name]>>> {
    return new Promise((resolve, reject) => {
      if (!this.#port.isConnected()) {
        reject(new ChannelClosedError('the other process has ended'));
        return;
      }
      const id = ++this.#lastId;
      this.#asked.set(id, { resolve: resolve as PendingQuestion['resolve'], reject });
      this.#questions.push([id, name, args]);
      this.#flushSoon();
    });
  }

  /** Handler of the port's messages. Any other message is left alone. */
  readonly receive = (message: unknown): void => {
    if (typeof message !== 'object' || message === null || !('questions' in message)) return;
    const { questions, answers } = message as Message;
    for (const question of questions) void this.#answer(question);
    for (const [id, failure, value] of answers) {
      const asked = this.#asked.get(id);
      this.#asked.delete(id);
      if (failure === null) asked?.resolve(value);
      else asked?.reject(new Error(failure));
    }
  };

  /** Whoever waits for an answer hears that there is none. */
  readonly close = (): void => {
    for (const { reject } of this.#asked.values()) reject(new ChannelClosedError('the other process has ended'));
    this.#asked.clear();
  };

  async #answer([id, name, args]: Question): Promise<void> {
    const answer = await this.#call(name, args).then(
      (value): Reply => [id, null, value],
      (error): Reply => [id, error instanceof Error ? error.message : String(error)],
    );
    this.#answers.push(answer);
    this.#flushSoon();
  }

  async #call(name: string, args: readonly unknown[]): Promise<unknown> {
    return this.#own[name]!(...args);
  }

  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => {
      this.#isFlushing = false;
      const message: Message = { questions: this.#questions, answers: this.#answers };
      this.#questions = [];
      this.#answers = [];
      // Where it fails, the other side is gone, and `close` is called for that.
      if (this.#port.isConnected()) this.#port.send(message, () => undefined);
    });
  }
}

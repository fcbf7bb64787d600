import type { Logger } from 'pino';
import type { BalanceNode } from './balance-node.js';
import { failureOf, type NodeReply } from './node-reply.js';
import { SharedAnswers } from './shared-answers.js';

/** How long a request waits for the node. What arrives later is kept for the next one. */
const PATIENCE_MS = 2_000;
/** Between two lines of the log about a node that does not answer. */
const QUIET_MS = 60_000;

export interface AskedNodeOptions {
  readonly node: BalanceNode;
  readonly log: Logger;
  /** Currency code, for the log. */
  readonly currency: string;
  /** Questions at a time. One more is refused at once: a request that waits in a queue holds its connection for nothing. */
  readonly atOnce: number;
  /** Answers that are kept. */
  readonly kept: number;
}

/** Questions of one kind to one node, so many at a time that they cannot be what keeps it busy. */
export class AskedNode<T> {
  readonly #options: AskedNodeOptions;
  readonly #answers: SharedAnswers<NodeReply<T>>;
  #underWay = 0;
  #complainedAt = Number.NEGATIVE_INFINITY;

  constructor(options: AskedNodeOptions) {
    this.#options = options;
    this.#answers = new SharedAnswers(options.kept, ({ outcome }) => outcome === 'answered');
  }

  /** @param question the same text for the same question: block hash and what is asked for */
  ask(question: string, call: (node: BalanceNode) => Promise<T>): Promise<NodeReply<T>> {
    return withinPatience(this.#answers.get(question, () => this.#call(call)));
  }

  async #call(call: (node: BalanceNode) => Promise<T>): Promise<NodeReply<T>> {
    if (this.#underWay >= this.#options.atOnce) return { outcome: 'away' };
    this.#underWay++;
    try {
      return { outcome: 'answered', value: await call(this.#options.node) };
    } catch (error) {
      const outcome = failureOf(error);
      if (outcome === 'away') this.#complain(error);
      return { outcome };
    } finally {
      this.#underWay--;
    }
  }

  #complain(error: unknown): void {
    const now = performance.now();
    if (now - this.#complainedAt < QUIET_MS) return;
    this.#complainedAt = now;
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.log.warn({ currency: this.#options.currency, reason }, 'The node did not answer about balances');
  }
}

async function withinPatience<T>(reply: Promise<NodeReply<T>>): Promise<NodeReply<T>> {
  let timer: NodeJS.Timeout | undefined;
  const away = new Promise<NodeReply<T>>((resolve) => {
    timer = setTimeout(() => resolve({ outcome: 'away' }), PATIENCE_MS);
  });
  try {
    return await Promise.race([reply, away]);
  } finally {
    clearTimeout(timer);
  }
}

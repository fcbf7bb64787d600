import { BlockNotFoundError, NodeError, NodeLieError, PreflightError, StateUnavailableError } from '@chaintrail/chains';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Logger } from 'pino';
import { SharedAnswers } from './shared-answers.js';

/** How long a request waits for the node, its turn included. What arrives later is kept for the next one. */
const PATIENCE_MS = 2_000;
/** Questions that wait for their turn. One more is refused at once: it would not have its turn in time. */
const MOST_WAITING = 1_000;
/** Between two lines of the log about a node that does not answer. */
const QUIET_MS = 60_000;

/** Outcome of a question to a node. */
export type NodeReply<T> = Answered<T> | { readonly outcome: NodeFailure };

interface Answered<T> {
  readonly outcome: 'answered';
  readonly value: T;
}

/**
 * - `block-unknown`: the node has no such block. Its chain took another way, or is behind.
 * - `state-pruned`: it no longer has the state after that block.
 * - `away`: no node is configured, or it has no usable answer in time, or more is asked of it than it should be.
 */
type NodeFailure = 'block-unknown' | 'state-pruned' | 'away';

/** @throws what is no failure of a node */
function failureOf(error: unknown): NodeFailure {
  if (error instanceof BlockNotFoundError) return 'block-unknown';
  if (error instanceof StateUnavailableError) return 'state-pruned';
  if (error instanceof NodeError || error instanceof NodeLieError || error instanceof PreflightError) return 'away';
  throw error;
}

/** Called for each question of the API to a node. */
export type NoteQuestion = (currency: string, outcome: NodeReply<unknown>['outcome'], seconds: number) => void;

export interface NodeQueueOptions<Node> {
  readonly node: Node;
  readonly log: Logger;
  /** Currency code, for the log. */
  readonly currency: string;
  /** Questions at a time. More than that wait for their turn, as long as a request is patient. */
  readonly atOnce: number;
  readonly note: NoteQuestion;
  /** Answers that are kept; 0 for none beyond the moment they arrive. */
  readonly kept: number;
}

/** Questions of one kind to one node, so many at a time that they cannot be what keeps it busy. */
export class NodeQueue<T, Node> {
  readonly #options: NodeQueueOptions<Node>;
  readonly #answers: SharedAnswers<NodeReply<T>>;
  readonly #turns: LimitFunction;
  #complainedAt = Number.NEGATIVE_INFINITY;

  constructor(options: NodeQueueOptions<Node>) {
    this.#options = options;
    this.#turns = pLimit(options.atOnce);
    const { kept } = options;
    this.#answers = new SharedAnswers(kept || MOST_WAITING, ({ outcome }) => kept > 0 && outcome === 'answered');
  }

  /** @param question the same text for the same question: block hash and what is asked for */
  ask(question: string, call: (node: Node) => Promise<T>): Promise<NodeReply<T>> {
    return withinPatience(this.#answers.get(question, () => this.#call(call)));
  }

  async #call(call: (node: Node) => Promise<T>): Promise<NodeReply<T>> {
    const { currency, note } = this.#options;
    const startedMs = performance.now();
    const reply = await this.#takeTurn(call);
    note(currency, reply.outcome, (performance.now() - startedMs) / 1_000);
    return reply;
  }

  async #takeTurn(call: (node: Node) => Promise<T>): Promise<NodeReply<T>> {
    if (this.#turns.pendingCount >= MOST_WAITING) return this.#away('too many questions wait for it');
    const giveUpAt = performance.now() + PATIENCE_MS;
    return await this.#turns(() => {
      // Whoever asked has gone by now, and a node that is behind has no use for old questions.
      if (performance.now() >= giveUpAt) return this.#away('it takes longer over questions than they may wait');
      return this.#answer(call);
    });
  }

  async #answer(call: (node: Node) => Promise<T>): Promise<NodeReply<T>> {
    try {
      return { outcome: 'answered', value: await call(this.#options.node) };
    } catch (error) {
      const outcome = failureOf(error);
      return outcome === 'away' ? this.#away(error instanceof Error ? error.message : String(error)) : { outcome };
    }
  }

  #away(reason: string): NodeReply<T> {
    this.#complain(reason);
    return { outcome: 'away' };
  }

  #complain(reason: string): void {
    const now = performance.now();
    if (now - this.#complainedAt < QUIET_MS) return;
    this.#complainedAt = now;
    this.#options.log.warn(
      { currency: this.#options.currency, reason },
      'The node did not answer a question of the API',
    );
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

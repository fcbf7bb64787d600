/** Requests to the indexer to ask contracts about what clients look at. NOTIFY writes nothing. */
import type { ChainCode } from '@chaintrail/chains';
import type { Queryable, Session } from './connection.js';

/** Subjects, each with a channel, by how many keys name one: a contract; an address and a contract it lost to. */
const KEYS_OF = { tokens: 1, losses: 2 } as const;
export type RequestSubject = keyof typeof KEYS_OF;

/** Keys in one message: PostgreSQL takes less than 8,000 bytes. */
const MOST_KEYS = 150;
/** Subjects that wait, at most: whoever looks at more has to look again. */
const MOST_WAITING = 1_000;
const KEY_DIGITS = 40;

const channelOf = (chain: ChainCode, subject: RequestSubject): string => `chaintrail_${subject}_${chain}`;

/** Subjects in one message. */
export function mostRequested(subject: RequestSubject): number {
  return Math.floor(MOST_KEYS / KEYS_OF[subject]);
}

/** Tells of {@link mostRequested} at most, keys in hex, one behind the other. A replica tells nobody. */
export async function requestAnswers(
  db: Queryable,
  chain: ChainCode,
  subject: RequestSubject,
  names: readonly string[],
): Promise<void> {
  await db.query('SELECT pg_notify($1, $2) WHERE NOT pg_is_in_recovery()', [channelOf(chain, subject), names.join('')]);
}

/** By channel. A session goes on when the node fails, and what uses it is opened anew. */
const heardBy = new WeakMap<Session, Map<string, HeardRequests>>();

/** Subjects that clients looked at and that wait for an answer, the first first. */
export class HeardRequests {
  readonly #session: Session;
  readonly #channel: string;
  readonly #digits: number;
  readonly #waiting = new Set<string>();
  #isListening = false;

  /** @param session hears of them from the first question on */
  static of(session: Session, chain: ChainCode, subject: RequestSubject): HeardRequests {
    const channel = channelOf(chain, subject);
    const heard = heardBy.get(session) ?? new Map<string, HeardRequests>();
    heardBy.set(session, heard);
    const requests = heard.get(channel) ?? new HeardRequests(session, channel, subject);
    heard.set(channel, requests);
    return requests;
  }

  private constructor(session: Session, channel: string, subject: RequestSubject) {
    this.#session = session;
    this.#channel = channel;
    this.#digits = KEYS_OF[subject] * KEY_DIGITS;
  }

  get areOpen(): boolean {
    return this.#waiting.size > 0;
  }

  async waiting(): Promise<string[]> {
    if (!this.#isListening) await this.#listen();
    return [...this.#waiting];
  }

  /** Forgets those of `looked` that are not open any more. */
  keep(looked: readonly string[], open: ReadonlySet<string>): void {
    for (const name of looked) if (!open.has(name)) this.#waiting.delete(name);
  }

  async #listen(): Promise<void> {
    // Anybody who may connect may send anything.
    const isMessage = new RegExp(`^(?:[0-9a-f]{${this.#digits}})+$`);
    this.#session.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.#channel && isMessage.test(payload)) this.#note(payload);
    });
    this.#isListening = true;
    await this.#session.query(`LISTEN ${this.#channel}`);
  }

  #note(names: string): void {
    for (let at = 0; at < names.length && this.#waiting.size < MOST_WAITING; at += this.#digits)
      this.#waiting.add(names.slice(at, at + this.#digits));
  }
}

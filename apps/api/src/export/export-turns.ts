/** How many whole histories are sent at once. What is more is turned away at once: a download may take an hour. */
import pLimit from 'p-limit';
import { ProblemError } from '../http/problem.js';

/** Each has a page in memory, some megabytes. */
const MOST = 16;
/** So that one client cannot take all of them. */
const MOST_OF_CLIENT = 2;
/** Pages that are read at once. They take their time: most connections to the database (`open-databases.ts`) are for others. */
const MOST_READING = 4;
const RETRY_SECONDS = 30;

export class ExportTurns {
  readonly #byClient = new Map<string, number>();
  readonly #reading = pLimit(MOST_READING);
  #running = 0;

  /** @throws ProblemError overloaded where no further one may begin */
  requireRoom(client: string): void {
    if ((this.#byClient.get(client) ?? 0) >= MOST_OF_CLIENT)
      throw overloaded(`you have ${MOST_OF_CLIENT} whole histories under way, which is as many as one client may have`);
    if (this.#running >= MOST) throw overloaded('the server sends as many whole histories as it can at the moment');
  }

  /** @throws as {@link requireRoom} does */
  async run(client: string, send: () => Promise<void>): Promise<void> {
    this.requireRoom(client);
    this.#count(client, 1);
    try {
      await send();
    } finally {
      this.#count(client, -1);
    }
  }

  read<T>(look: () => Promise<T>): Promise<T> {
    return this.#reading(look);
  }

  #count(client: string, change: number): void {
    this.#running += change;
    const running = (this.#byClient.get(client) ?? 0) + change;
    if (running === 0) this.#byClient.delete(client);
    else this.#byClient.set(client, running);
  }
}

function overloaded(detail: string): ProblemError {
  return new ProblemError('overloaded', `${detail}; pages by \`cursor\` are answered`, { retryAfter: RETRY_SECONDS });
}

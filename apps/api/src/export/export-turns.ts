/** How many whole histories are sent at once. What is more is turned away at once: a download may take an hour. */
import { Turns } from '@chaintrail/db';
import { siteOf } from '../access/client-address.js';
import type { Lack, Room } from '../access/room.js';
import { ProblemError } from '../problem.js';
import { type Siblings, shareOf } from '../shares/siblings.js';

/** Each has a page in memory, some megabytes. */
const MOST = 16;
/** So that one client cannot take all of them. */
const MOST_OF_CLIENT = 2;
/** Pages that are read at once, by clients in turn: most connections (`open-databases.ts`) are for others. */
const MOST_READING = 4;
/** Sixteen others, four at a time, with statements as long as any may be (10 s). */
const MOST_WAIT_MS = 40_000;
const RETRY_SECONDS = 30;

export class ExportTurns {
  readonly #room: Room;
  readonly #reading: Turns;

  constructor(siblings: Siblings) {
    const all = { count: MOST, weight: MOST };
    const ofClient = { count: MOST_OF_CLIENT, weight: MOST_OF_CLIENT };
    this.#room = siblings.room('exports', { all, ofClient });
    const places = shareOf(MOST_READING, siblings);
    this.#reading = new Turns({ places, waiting: 2 * MOST, waitMs: MOST_WAIT_MS, siteOf });
  }

  /** @throws ProblemError overloaded where no further one may begin */
  async requireRoom(client: string): Promise<void> {
    const leave = await this.#enter(client);
    leave();
  }

  /** @throws as {@link requireRoom} does */
  async run(client: string, send: () => Promise<void>): Promise<void> {
    const leave = await this.#enter(client);
    try {
      await send();
    } finally {
      leave();
    }
  }

  /** @throws NoTurnError */
  read<T>(client: string, look: () => Promise<T>): Promise<T> {
    return this.#reading.run(client, look);
  }

  async #enter(client: string): Promise<() => void> {
    const entered = await this.#room.enter(client, 1);
    if (typeof entered === 'string') throw overloaded(entered);
    return entered;
  }
}

function overloaded(lack: Lack): ProblemError {
  const detail =
    lack === 'all'
      ? 'the server sends as many whole histories as it can at the moment'
      : `you have ${MOST_OF_CLIENT} whole histories under way, which is as many as one client may have`;
  return new ProblemError('overloaded', `${detail}; pages by \`cursor\` are answered`, { retryAfter: RETRY_SECONDS });
}

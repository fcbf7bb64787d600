/**
 * Defines what is heavy, and how many heavy answers are made at once. Cheap and heavy questions have connections of
 * their own to each database (`Lane` of packages/db). A heavy answer is rows in memory and work for the event loop,
 * too: so it takes a turn from before it is read until it is compressed.
 */
import { availableParallelism } from 'node:os';
import { type Asking, type Lane, type ReadDatabase, type ReadDatabases, Turns } from '@chaintrail/db';
import type { Response } from 'express';
import { callerOf } from '../access/access.js';
import { siteOf } from '../access/client-address.js';
import type { Cost } from '../access/limits.js';
import { type Siblings, shareOf } from '../shares/siblings.js';
import { MOST_UNSENT_BYTES, Unsent } from './unsent.js';

/** Some 12 ms of PostgreSQL, and as many of Node (docs/performance.md). */
const MOST_CHEAP_ROWS = 100;
/**
 * A heavy answer keeps about one processor busy: PostgreSQL's, then the event loop's, then that of the thread which
 * compresses it. More at once than there are processors make everybody wait (docs/performance.md, "Fairness"). A client
 * has all places but one.
 */
const LEAST_PLACES = 2;
/** Beside as many as there are connections for, these are shaped and compressed. */
const SHAPED_BESIDE = 2;
/** Beyond, and after so long, a request is turned away. */
const MOST_WAITING = 200;
const MOST_WAIT_MS = 10_000;

/** A request of a client, until it has the scarce thing. */
export interface Turn extends Asking {
  /** Calling it again does nothing. */
  end(): void;
  /** Ends it, too: the answer is made, and what is left of it is up to the client. */
  made(bytes: number): void;
}

/** Rows that a request may turn out to weigh before it is charged for that, and made in the lane of it. */
export function mostWeightOf({ rows = 0 }: Cost): number {
  return Math.max(MOST_CHEAP_ROWS, rows);
}

export class Lanes {
  readonly unsent: Unsent;
  readonly #heavy: ReadonlyMap<ReadDatabase, Turns>;

  constructor({ all }: ReadDatabases, siblings: Siblings) {
    this.unsent = new Unsent(shareOf(MOST_UNSENT_BYTES, siblings));
    this.#heavy = new Map(
      all.map((database) => {
        const most = Math.min(database.heavyConnections + SHAPED_BESIDE, shareOf(availableParallelism(), siblings));
        const places = Math.max(LEAST_PLACES, most);
        return [database, new Turns({ places, waiting: MOST_WAITING, waitMs: MOST_WAIT_MS, siteOf })];
      }),
    );
  }

  /**
   * Waits for a turn, where the request is heavy.
   * @param database that it asks; null where it asks none in particular
   * @throws NoTurnError, to be blamed on the database
   */
  async begin(cost: Cost, database: ReadDatabase | null, response: Response): Promise<Turn> {
    const { client } = callerOf(response);
    const lane = laneOf(cost);
    const end = database && lane === 'heavy' ? await this.#beginHeavy(database, client, response) : () => undefined;
    const made = (bytes: number): void => {
      end();
      this.unsent.hold(client, bytes, response);
    };
    return { lane, client, end, made };
  }

  /** Heavy answers in making, those that wait for it, and those that were turned away. */
  get heavy(): Pick<Turns, 'running' | 'waiting' | 'refused'> {
    const sum = { running: 0, waiting: 0, refused: 0 };
    for (const { running, waiting, refused } of this.#heavy.values()) {
      sum.running += running;
      sum.waiting += waiting;
      sum.refused += refused;
    }
    return sum;
  }

  async #beginHeavy(database: ReadDatabase, client: string, response: Response): Promise<() => void> {
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    response.once('close', leave);
    try {
      return await this.#heavy.get(database)!.begin(client, gone.signal);
    } catch (error) {
      throw error instanceof Error ? database.blame(error) : error;
    } finally {
      response.off('close', leave);
    }
  }
}

function laneOf({ rows = 0, work = rows }: Cost): Lane {
  return work > MOST_CHEAP_ROWS ? 'heavy' : 'cheap';
}

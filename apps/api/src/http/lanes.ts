/**
 * Turns of requests: when each is begun, when a heavy one is answered, and when one is answered along with others.
 *
 * Cheap and heavy questions have connections of their own to each database (`Lane` of packages/db). A heavy answer is
 * rows in memory and work for the event loop, too: so it takes a turn from before it is read until it is compressed.
 */
import { availableParallelism } from 'node:os';
import {
  type Asking,
  databaseOfFailure,
  isMissingTable,
  type Lane,
  type ReadDatabase,
  type ReadDatabases,
  TooHeavyError,
  Turns,
  Waiting,
} from '@chaintrail/db';
import type { RequestHandler, Response } from 'express';
import type { Cost } from '../access/access.js';
import { callerOf } from '../access/access.js';
import { siteOf } from '../access/client-address.js';
import type { ChainDirectory } from '../read/chain-directory.js';
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
export interface Slot extends Asking {
  /** Calling it again does nothing. */
  end(): void;
  /** Ends it, too: the answer is made, and what is left of it is up to the client. */
  made(bytes: number): void;
}

/** Rows that a request may turn out to weigh before it is charged for that, and made in the lane of it. */
function mostWeightOf({ rows = 0 }: Cost): number {
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

  /** Waits for a turn, where the request is heavy. @param database null: none in particular @throws NoTurnError */
  async begin(cost: Cost, database: ReadDatabase | null, response: Response): Promise<Slot> {
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
    // It may have closed already: while a cheap read found out that the answer is heavy.
    if (response.destroyed) leave();
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

interface InTurn {
  readonly chains: ChainDirectory;
  readonly lanes: Lanes;
  readonly cost: Cost;
  /** Database to ask; null for none in particular. */
  readonly database: ReadDatabase | null;
  /** Response that it belongs to; its close ends the turn. */
  readonly response: Response;
  /** Charges for more than the request was charged for. */
  readonly charge: (more: Cost) => Promise<void>;
}

/** @param answer may be called again, with another turn and no bound @param use of the answer, before the turn ends */
export async function answerInTurn<Result, Used>(
  { chains, lanes, cost, database, response, charge }: InTurn,
  answer: (asking: Slot, mostWeight: number | null) => Promise<Result> | Result,
  use: (found: Result, turn: Slot) => Promise<Used>,
): Promise<Used> {
  const answerIn = (asking: Slot, mostWeight: number | null) => answerFrom(chains, () => answer(asking, mostWeight));
  let turn = await lanes.begin(cost, database, response);
  try {
    const found = await answerIn(turn, mostWeightOf(cost)).catch(async (error: unknown) => {
      if (!(error instanceof TooHeavyError)) throw error;
      const { weight } = error;
      turn.end();
      await charge({ rows: weight, isFurther: true });
      const { rows = 0, work = rows } = cost;
      turn = await lanes.begin({ work: work + weight }, database, response);
      return answerIn(turn, null);
    });
    return await use(found, turn);
  } finally {
    turn.end();
  }
}

export async function answerFrom<T>(chains: ChainDirectory, answer: () => Promise<T> | T): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    // The next request looks which chains there are now.
    const database = databaseOfFailure(error);
    if (database && isMissingTable(error)) chains.forget(database);
    throw error;
  }
}

/**
 * Requests to begin. They are read from all connections at once, and each takes some of the event loop's time before it
 * waits for anything. So a client with a hundred connections would have a hundred turns to one of another's.
 */
const toBegin = new Waiting<() => void>(siteOf);
let isBeginning = false;

/** Each turn of the loop begins one request, clients one after the other. Where nobody else begins, nobody waits. */
export const beginInTurn: RequestHandler = (_request, response, next) => {
  if (!isBeginning) {
    isBeginning = true;
    setImmediate(beginNext);
    next();
    return;
  }
  const { client } = callerOf(response);
  toBegin.add(client, () => {
    // Nobody waits for the answer any more.
    if (!response.destroyed) next();
  });
};

function beginNext(): void {
  const begin = toBegin.next();
  if (!begin) {
    isBeginning = false;
    return;
  }
  setImmediate(beginNext);
  begin();
}

/** Turns that a client waits for at the same time. */
const TURNS_OF_CLIENT = 2;

interface SharedQuestion<Item, Result> {
  readonly item: Item;
  readonly resolve: (found: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Questions of a client. */
class Line<Item, Result> {
  readonly waiting: SharedQuestion<Item, Result>[] = [];
  turns = 0;
}

/**
 * Reads what items ask for, all of it at once.
 * @param take to be called in the turn: the items, none where others took them along. Called again, it gives the same
 * @returns what was found of each, in their order
 */
export type ReadShared<Item, Result> = (asking: Asking, take: () => readonly Item[]) => Promise<readonly Result[]>;

/** A question waits for its own client's turn, or goes along with an earlier one: many clients cost one statement. */
export class SharedTurns<Item, Result> {
  readonly #most: number;
  readonly #lines = new Map<string, Line<Item, Result>>();

  /** @param most items that are read at once */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param read asks as the client; of the questions that go along, that of the client whose turn it is counts */
  ask(asking: Asking, item: Item, read: ReadShared<Item, Result>): Promise<Result> {
    const line = this.#lines.get(asking.client) ?? new Line<Item, Result>();
    this.#lines.set(asking.client, line);
    return new Promise((resolve, reject) => {
      line.waiting.push({ item, resolve, reject });
      if (line.turns < TURNS_OF_CLIENT) void this.#serve(asking, line, read);
    });
  }

  async #serve(asking: Asking, line: Line<Item, Result>, read: ReadShared<Item, Result>): Promise<void> {
    line.turns++;
    while (line.waiting.length > 0) {
      let batch: readonly SharedQuestion<Item, Result>[] | undefined;
      const take = () => {
        batch ??= this.#take(line);
        return batch.map(({ item }) => item);
      };
      try {
        const found = await read(asking, take);
        for (const [at, { resolve }] of (batch ?? []).entries()) resolve(found[at]!);
      } catch (error) {
        // Those behind them do not wait as long again for a database that does not answer.
        for (const { reject } of [...(batch ?? []), ...line.waiting.splice(0)]) reject(error);
      }
    }
    line.turns--;
    if (line.turns === 0 && this.#lines.get(asking.client) === line) this.#lines.delete(asking.client);
  }

  /** The client's first, then one of each in turn. */
  #take(own: Line<Item, Result>): SharedQuestion<Item, Result>[] {
    const batch: SharedQuestion<Item, Result>[] = [];
    let lines = [own, ...[...this.#lines.values()].filter((line) => line !== own)];
    while (lines.length > 0 && batch.length < this.#most) {
      lines = lines.filter(({ waiting }) => waiting.length > 0);
      for (const { waiting } of lines.slice(0, this.#most - batch.length)) batch.push(waiting.shift()!);
    }
    return batch;
  }
}

/** Questions of many clients that one statement answers together: whoever has a turn takes others along. */
import type { Asking } from '@chaintrail/db';

/** Turns that a client waits for at the same time. */
const TURNS_OF_CLIENT = 2;

interface Waiting<Item, Found> {
  readonly item: Item;
  readonly resolve: (found: Found) => void;
  readonly reject: (error: unknown) => void;
}

/** Questions of a client. */
class Line<Item, Found> {
  readonly waiting: Waiting<Item, Found>[] = [];
  turns = 0;
}

/**
 * Reads what items ask for, all of it at once.
 * @param take to be called in the turn: the items, none where others took them along. Called again, it gives the same
 * @returns what was found of each, in their order
 */
export type ReadShared<Item, Found> = (asking: Asking, take: () => readonly Item[]) => Promise<readonly Found[]>;

/**
 * A question waits for its own client's turn, or goes along with an earlier one of another client. So nobody waits
 * behind what another client asks for, and many clients cost as few statements as one.
 */
export class SharedTurns<Item, Found> {
  readonly #most: number;
  readonly #lines = new Map<string, Line<Item, Found>>();

  /** @param most items that are read at once */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param read asks as the client; of the questions that go along, that of the client whose turn it is counts */
  ask(asking: Asking, item: Item, read: ReadShared<Item, Found>): Promise<Found> {
    const line = this.#lines.get(asking.client) ?? new Line<Item, Found>();
    this.#lines.set(asking.client, line);
    return new Promise((resolve, reject) => {
      line.waiting.push({ item, resolve, reject });
      if (line.turns < TURNS_OF_CLIENT) void this.#serve(asking, line, read);
    });
  }

  async #serve(asking: Asking, line: Line<Item, Found>, read: ReadShared<Item, Found>): Promise<void> {
    line.turns++;
    while (line.waiting.length > 0) {
      let batch: readonly Waiting<Item, Found>[] | undefined;
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
  #take(own: Line<Item, Found>): Waiting<Item, Found>[] {
    const batch: Waiting<Item, Found>[] = [];
    let lines = [own, ...[...this.#lines.values()].filter((line) => line !== own)];
    while (lines.length > 0 && batch.length < this.#most) {
      lines = lines.filter(({ waiting }) => waiting.length > 0);
      for (const { waiting } of lines.slice(0, this.#most - batch.length)) batch.push(waiting.shift()!);
    }
    return batch;
  }
}

/** An answer in the lane of its cost: what turns out to be heavy is charged for, and made again in its turn. */
import { databaseOfFailure, isMissingTable, type ReadDatabase, TooHeavyError } from '@chaintrail/db';
import type { Response } from 'express';
import type { Cost } from '../access/limits.js';
import type { ChainDirectory } from '../read/chain-directory.js';
import { type Lanes, mostWeightOf, type Turn } from './lanes.js';

interface InTurn {
  readonly chains: ChainDirectory;
  readonly lanes: Lanes;
  readonly cost: Cost;
  /** That is asked; null where none in particular is. */
  readonly database: ReadDatabase | null;
  /** Response that it belongs to; its close ends the turn. */
  readonly response: Response;
  /** Charges for more than the request was charged for. */
  readonly charge: (more: Cost) => Promise<void>;
}

/**
 * @param answer may be called again, with another turn and without a bound
 * @param use what is done with the answer before the turn ends
 */
export async function answerInTurn<Found, Used>(
  { chains, lanes, cost, database, response, charge }: InTurn,
  answer: (asking: Turn, mostWeight: number | null) => Promise<Found> | Found,
  use: (found: Found, turn: Turn) => Promise<Used>,
): Promise<Used> {
  const answerIn = (asking: Turn, mostWeight: number | null) => answerFrom(chains, () => answer(asking, mostWeight));
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

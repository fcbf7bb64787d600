import type { ChainState } from '@chaintrail/db';
import type { Answer } from '../http/answer.js';
import { versionOfRows } from '../http/kept-answers.js';
import { VERSION } from '../version.js';

/** Meaning of problems' statuses on the routes about one chain. */
export const UNKNOWN_CURRENCY_OR_NAME =
  'This server does not follow the currency (`currencies` lists those it does), or nobody has registered the name that was given in place of an address.';
export const SYNCING =
  'The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again.';
/** On the routes about all chains. */
export const NO_DATABASE =
  'No database answers, or not the one that says which chains there are. Where only some do not, `unavailable` names their currencies.';

/** Seconds. A new block can change any answer about a chain, and callers can afford to be this late. */
export const NEAR_TIP_SECONDS = 5;

/**
 * An answer about a chain. On a UTXO chain it changes with its rows, and with this program.
 * @param rates that are part of it
 */
export function answerAtTip<Body>(state: ChainState, body: () => Body, rates: readonly unknown[] = []): Answer<Body> {
  const rows = versionOfRows(state);
  return { body, version: rows === null ? null : answerVersion(rows, rates), maxAge: NEAR_TIP_SECONDS };
}

/** A value in dollars changes with its rate. */
export function answerVersion(rows: string, rates: readonly unknown[]): string {
  return `${VERSION} ${rows}${rates.length === 0 ? '' : ` ${JSON.stringify(rates)}`}`;
}

/** An answer that is told apart by its bytes. */
export function answerNow<Body>(body: Body, maxAge = 0): Answer<Body> {
  return { body: () => body, version: null, maxAge };
}

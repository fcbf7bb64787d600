import { ProblemError } from '../http/problem.js';

/** What the statuses of problems mean on the routes about one chain. */
export const UNKNOWN_CURRENCY = 'This server does not follow the currency; `currencies` lists those it does.';
export const SYNCING =
  'The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), or the database does not answer. `Retry-After` says when to ask again.';

/** @throws ProblemError when the text was no cursor of this list, or comes with an offset */
export function requireCursor<Cursor>(decoded: Cursor | null, offset: number): Cursor {
  if (decoded === null)
    throw new ProblemError(
      'invalid-cursor',
      'cursor: expected the `next` of an earlier page of this address, unchanged',
    );
  if (offset !== 0)
    throw new ProblemError('invalid-parameter', 'offset: a cursor says where the page starts; give one of the two');
  return decoded;
}

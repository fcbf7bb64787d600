import { ProblemError } from './problem.js';

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

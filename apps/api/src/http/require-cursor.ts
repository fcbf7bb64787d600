import { ProblemError } from './problem.js';

/** @param of whose list. @throws ProblemError when the text was no cursor of this list, or comes with an offset */
export function requireCursor<Cursor>(decoded: Cursor | null, offset: number, of = 'address'): Cursor {
  if (decoded === null)
    throw new ProblemError(
      'invalid-cursor',
      `cursor: expected the \`next\` of an earlier page of this ${of}, unchanged`,
    );
  if (offset !== 0)
    throw new ProblemError('invalid-parameter', 'offset: a cursor says where the page starts; give one of the two');
  return decoded;
}

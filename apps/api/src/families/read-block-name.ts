import type { BlockName } from '@chaintrail/db';
import { ProblemError } from '../http/problem.js';

const HASH = /^(?:0x)?([0-9a-f]{64})$/i;
const HEIGHT = /^(?:0|[1-9]\d{0,9})$/;
/** What the database's integer holds. */
const MAX_HEIGHT = 2 ** 31 - 1;

/** @throws ProblemError saying what names of blocks look like */
export function readBlockName(text: string): BlockName {
  if (text === 'latest') return text;
  const digits = HASH.exec(text)?.[1];
  if (digits !== undefined) return { hash: Buffer.from(digits, 'hex') };
  const height = HEIGHT.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  if (height <= MAX_HEIGHT) return { height };
  throw new ProblemError(
    'invalid-parameter',
    `block: expected a height from 0 to ${MAX_HEIGHT} in plain digits, a hash of 64 hexadecimal digits, or latest`,
  );
}

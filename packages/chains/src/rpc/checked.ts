/** The border check of every answer. */
import { z } from 'zod';
import { NodeLieError } from '../errors.js';
import { type Asked, quoteForeign } from './rpc-errors.js';

/**
 * Runs the check of an answer.
 * @throws NodeLieError naming chain, method and what is wrong with the answer.
 */
export function checked<T>(asked: Asked, value: unknown, check: (value: unknown) => T): T {
  try {
    return check(value);
  } catch (error) {
    if (error instanceof NodeLieError) throw error;
    const why = error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : '';
    throw new NodeLieError(`the answer has the wrong shape: ${quoteForeign(why, 300)}`, { ...asked, cause: error });
  }
}

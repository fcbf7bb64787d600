/** Answers of a node to JSON-RPC calls, read without the codec that indexed them. */
import { z } from 'zod';
import { NotComparableError } from './audit.js';

/** @param what the answer is about, for the message. @throws NotComparableError */
export function resultOf<T>(schema: z.ZodType<T>, body: Buffer, what: string): T {
  return parsedAnswer(z.object({ result: schema }), body, what).result;
}

/** The same of a batch of calls, or of whatever else is the whole answer. */
export function parsedAnswer<T>(schema: z.ZodType<T>, body: Buffer, what: string): T {
  let answer: unknown;
  try {
    answer = JSON.parse(body.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable(what, error.message);
    throw error;
  }
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw unreadable(what, `${issue?.path.join('.')}: ${issue?.message}`);
}

export function unreadable(what: string, why: string): NotComparableError {
  return new NotComparableError(
    `what the node says of ${what} cannot be read: ${why}; see whether this is the right node`,
  );
}

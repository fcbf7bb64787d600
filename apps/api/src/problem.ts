import type { Problem } from './schemas/problem-schema.js';
import { PROBLEM_TYPES, type ProblemCode } from './schemas/problem-types.js';

/** Facts of a problem besides its text. */
export type ProblemFacts = Pick<
  Problem,
  'errors' | 'currencies' | 'tip' | 'answers' | 'indexedHeight' | 'nodeHeight' | 'stage' | 'progress' | 'eta'
>;

/** A request that is answered with a problem. Everything in it is meant for the client. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly facts: ProblemFacts;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  constructor(
    code: ProblemCode,
    detail: string,
    options: { facts?: ProblemFacts; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.facts = options.facts ?? {};
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return PROBLEM_TYPES[this.code].status;
  }
}

interface ParameterProblem {
  readonly facts?: Omit<ProblemFacts, 'errors'>;
  readonly code?: ProblemCode;
  readonly cause?: unknown;
}

/** Makes the problem of one parameter: a sentence for people, name and message apart for programs. */
export function invalidParameter(
  parameter: string,
  message: string,
  { code = 'invalid-parameter', facts, cause }: ParameterProblem = {},
): ProblemError {
  return new ProblemError(code, `${parameter}: ${message}`, {
    facts: { errors: [{ parameter, message }], ...facts },
    cause,
  });
}

/** @param base what stands before the paths of this server's URLs; empty for relative ones */
export function problemBody(problem: ProblemError, requestId: string, base: string): Problem {
  const { status, title } = PROBLEM_TYPES[problem.code];
  return {
    type: `${base}/docs#${problem.code}`,
    title,
    status,
    detail: problem.message,
    code: problem.code,
    instance: `urn:request:${requestId}`,
    ...problem.facts,
  };
}

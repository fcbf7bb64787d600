import type { Problem } from './schema.js';

/** The kinds of problems that the API tells of. A newer server may know more. */
export type ProblemCode = Problem['code'];

/**
 * Failures that the API did not tell itself. `network`: no answer came, or not all of it. `timeout`: not in time.
 * `unexpected-answer`: what came is none of this API, such as a proxy's page; `status` is its status.
 */
export type FailureCode = 'network' | 'timeout' | 'unexpected-answer';

interface Facts {
  readonly status?: number;
  /** Seconds. */
  readonly retryAfter?: number | null;
  readonly requestId?: string | null;
  readonly problem?: Problem;
  readonly cause?: unknown;
}

/** Why there is no answer. What the caller's own signal ends fails with the reason of that signal instead. */
export class ChaintrailError extends Error {
  override readonly name = 'ChaintrailError';
  readonly code: ProblemCode | FailureCode;
  /** In words: what was wrong, and what is expected. */
  readonly detail: string;
  /** The HTTP status; null where no answer came. */
  readonly status: number | null;
  /** Identifies the request in the log of the server; null where it is not known. */
  readonly requestId: string | null;
  /** Seconds that the server asks to wait for; null where it does not. */
  readonly retryAfter: number | null;
  /** All that the API said (RFC 9457); null where it did not say it. */
  readonly problem: Problem | null;

  constructor(code: ProblemCode | FailureCode, detail: string, facts: Facts = {}) {
    super(`${code}: ${detail}`, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.code = code;
    this.detail = detail;
    this.status = facts.status ?? null;
    this.requestId = facts.requestId ?? null;
    this.retryAfter = facts.retryAfter ?? null;
    this.problem = facts.problem ?? null;
  }

  /** `urn:request:` and the id of the request; null where the API did not say it. */
  get instance(): string | null {
    return this.problem?.instance ?? null;
  }
}

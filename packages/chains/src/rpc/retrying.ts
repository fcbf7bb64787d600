/** A few quick repetitions of one call, for connections that break and queues that are full for a moment. */
import pRetry from 'p-retry';
import { NodeError } from '../errors.js';

export interface RetryPolicy {
  /** Attempts in all. */
  readonly attempts: number;
  /** Wait before the second attempt; doubles each time, times a random factor between 1 and 2. */
  readonly firstDelayMs: number;
  /** Upper bound of one wait. */
  readonly maxDelayMs: number;
  /** No further attempt once this long has passed since the first began, however slowly the attempts failed. */
  readonly maxTotalMs: number;
}

/** At most 2.4 s of waiting. Longer outages are for the caller, who knows what else there is to do meanwhile. */
export const DEFAULT_RETRY: RetryPolicy = { attempts: 5, firstDelayMs: 100, maxDelayMs: 1000, maxTotalMs: 10_000 };

/** What a caller may log about a call that will be repeated. */
export interface RetryInfo {
  readonly method: string;
  /** Of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly error: NodeError;
}

/**
 * @param signal ends the waiting, with its reason as the error
 * @throws what the last attempt threw; what is not a retryable NodeError at once.
 */
export function retrying<T>(
  attempt: () => Promise<T>,
  method: string,
  policy: RetryPolicy,
  signal: AbortSignal,
  onRetry: ((info: RetryInfo) => void) | undefined,
): Promise<T> {
  return pRetry(attempt, {
    retries: policy.attempts - 1,
    factor: 2,
    minTimeout: policy.firstDelayMs,
    maxTimeout: policy.maxDelayMs,
    maxRetryTime: policy.maxTotalMs,
    randomize: true,
    signal,
    shouldRetry: ({ error, attemptNumber }) => {
      if (!(error instanceof NodeError && error.retryable)) return false;
      onRetry?.({ method, attempt: attemptNumber, error });
      return true;
    },
  });
}

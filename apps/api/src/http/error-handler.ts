import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { ProblemError, problemBody } from './problem.js';
import { requestIdOf } from './request-id.js';
import { isStoreError } from './store-error.js';

const STORE_RETRY_SECONDS = 5;

/** The one place that turns a failure into an answer. What is not a {@link ProblemError} is logged, and told to no one. */
export function errorHandler(log: Logger, publicUrl: string | undefined): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const problem = problemOf(error, log, requestIdOf(response));
    if (response.headersSent) {
      // Half an answer cannot become another one; Express cuts the connection.
      next(error);
      return;
    }
    response.removeHeader('ETag');
    response.set('Cache-Control', 'no-store');
    if (problem.retryAfter !== undefined) response.set('Retry-After', String(problem.retryAfter));
    response.status(problem.status).type('application/problem+json');
    const body = JSON.stringify(problemBody(problem, requestIdOf(response), publicUrl ?? ''));
    if (request.method === 'HEAD') response.set('Content-Length', String(Buffer.byteLength(body))).end();
    else response.end(body);
  };
}

function problemOf(error: unknown, log: Logger, requestId: string): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isStoreError(error)) {
    log.warn({ requestId, reason: error.message }, 'The database did not answer');
    return new ProblemError('store-unavailable', 'the database does not answer at the moment', {
      retryAfter: STORE_RETRY_SECONDS,
      cause: error,
    });
  }
  log.error({ requestId, err: error }, 'A request ran into a mistake of this program');
  return new ProblemError(
    'internal',
    'something went wrong in the server; its log has the details under this request',
    { cause: error },
  );
}

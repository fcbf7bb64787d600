import { databaseOfFailure, explainConnectionError, isQueueTimeout, isStoreError } from '@chaintrail/db';
import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { ProblemError, problemBody } from '../problem.js';
import type { StoreHealth } from '../read/store-health.js';
import { type ErrorForm, errorFormOf, noteCut, noteProblem, requestIdOf } from './access-log.js';
import { CutOffError } from './send-chunks.js';

const STORE_RETRY_SECONDS = 5;
/** Codes that `send` and streams give of a socket whose client has closed it. */
const LEFT: ReadonlySet<unknown> = new Set(['ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** By the form of the error. */
const MEDIA_TYPES: Readonly<Record<ErrorForm, string>> = {
  problem: 'application/problem+json',
  sentence: 'text/plain',
  error: 'application/json',
};

export interface ErrorHandlerOptions {
  readonly log: Logger;
  readonly publicUrl: string | undefined;
  readonly store: StoreHealth;
}

/** The one place that turns failures into answers. What is not a {@link ProblemError} is logged, and told to no one. */
export function errorHandler(options: ErrorHandlerOptions): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    // The access log says that the client left.
    if (hasLeft(error, response)) {
      response.destroy();
      return;
    }
    if (response.headersSent) {
      // Half an answer cannot become another one, and nobody may take it for a whole one.
      noteCut(response, reasonOf(error, options, requestIdOf(response)));
      response.destroy();
      return;
    }
    const problem = problemOf(error, options, requestIdOf(response));
    noteProblem(response, problem);
    for (const name of ['ETag', 'Content-Disposition']) response.removeHeader(name);
    response.set('Cache-Control', 'no-store');
    if (problem.retryAfter !== undefined) response.set('Retry-After', String(problem.retryAfter));
    const form = errorFormOf(response);
    response.status(problem.status).type(MEDIA_TYPES[form]);
    const told = problemBody(problem, requestIdOf(response), options.publicUrl ?? '');
    const body = form === 'sentence' ? told.detail : JSON.stringify(form === 'error' ? { error: told.detail } : told);
    if (request.method === 'HEAD') response.set('Content-Length', String(Buffer.byteLength(body))).end();
    else response.end(body);
  };
}

function reasonOf(error: unknown, options: ErrorHandlerOptions, requestId: string): string {
  return error instanceof CutOffError ? error.message : problemOf(error, options, requestId).message;
}

/** Nobody waits for the answer, and the failure is that. Sockets of databases fail with the same codes. */
function hasLeft(error: unknown, { destroyed, socket }: Response): boolean {
  if (!destroyed && socket?.destroyed !== true) return false;
  // A turn is given up then.
  if (isQueueTimeout(error)) return true;
  return !databaseOfFailure(error) && error instanceof Error && 'code' in error && LEFT.has(error.code);
}

/** Why a database did not answer, for the operator; null of a failure that came from none. */
function storeReason(error: unknown): string | null {
  const database = databaseOfFailure(error);
  if (!database) return null;
  return explainConnectionError(error, database.variable) ?? (isStoreError(error) ? error.message : null);
}

/** Problem of a failure. */
export function problemOf(
  error: unknown,
  options: Pick<ErrorHandlerOptions, 'log' | 'store'>,
  requestId: string,
): ProblemError {
  const { log, store } = options;
  if (error instanceof ProblemError) return error;
  const reason = storeReason(error);
  if (reason !== null && store.isLoad(error)) {
    log.warn({ requestId, reason }, 'The database has too much to do');
    return new ProblemError('overloaded', 'the server has more to do than it can at the moment', {
      retryAfter: STORE_RETRY_SECONDS,
      cause: error,
    });
  }
  if (reason !== null) {
    log.warn({ requestId, reason }, 'The database did not answer');
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

/** What is refused before any route is looked up. */
import type { RequestHandler } from 'express';
import { METHODS } from './headers.js';
import { ProblemError } from './problem.js';

/** The longest address and all parameters take a fraction of it. */
const MAX_URL_BYTES = 2_048;

export const refuseLongUrls: RequestHandler = (request, _response, next) => {
  const { length } = request.originalUrl;
  if (length > MAX_URL_BYTES)
    throw new ProblemError('url-too-long', `the URL has ${length} bytes, expected at most ${MAX_URL_BYTES}`);
  next();
};

/** Before any route is looked up, so that such a path is malformed everywhere and not unknown in some places. */
export const refuseBadEncoding: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
  } catch (error) {
    throw new ProblemError('malformed-url', 'the path is not percent-encoded UTF-8', { cause: error });
  }
  next();
};

export const refuseOtherMethods: RequestHandler = (request, response, next) => {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) {
    response.set('Allow', METHODS);
    throw new ProblemError('method-not-allowed', `expected one of ${METHODS}`);
  }
  next();
};

/** No route takes a body. One that is sent anyway is not read: the connection ends with the answer. */
export const ignoreBodies: RequestHandler = (request, response, next) => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding !== undefined || (length !== undefined && length !== '0')) response.set('Connection', 'close');
  next();
};

/** Refusals before any route is looked up. */
import type { Request, RequestHandler, Response } from 'express';
import { ProblemError } from '../problem.js';
import { METHODS } from './headers.js';

/** The longest address and all parameters take a fraction of it. */
export const MAX_URL_BYTES = 2_048;

/** @param most bytes */
export function refuseLongUrls(most: number): RequestHandler {
  return ({ originalUrl: { length } }, _response, next) => {
    if (length > most) throw new ProblemError('url-too-long', `the URL has ${length} bytes, expected at most ${most}`);
    next();
  };
}

/** A browser sends some kilobytes; URLs have bounds of their own. */
const MAX_HEADER_BYTES = 16_384;

export const refuseLargeHeaders: RequestHandler = ({ rawHeaders }, _response, next) => {
  const length = rawHeaders.reduce((sum, text) => sum + text.length, 0);
  if (length > MAX_HEADER_BYTES)
    throw new ProblemError('headers-too-large', `the headers have more than ${MAX_HEADER_BYTES} bytes`);
  next();
};

/** Clients send a few hundred; each is gone through anew for every answer. */
const MAX_NEGOTIATION_CHARACTERS = 1_024;

/** Drops longer lists of what a client can read: they count as none. */
export const boundNegotiation: RequestHandler = ({ headers }, _response, next) => {
  for (const name of ['accept', 'accept-encoding'])
    if ((headers[name]?.length ?? 0) > MAX_NEGOTIATION_CHARACTERS) delete headers[name];
  next();
};

/** Proxies in front may have read another Host than this server would (RFC 9112 §3.2). */
export const refuseBadHosts: RequestHandler = ({ httpVersion, rawHeaders }, _response, next) => {
  const count = rawHeaders.filter((text, at) => at % 2 === 0 && text.length === 4 && /^host$/i.test(text)).length;
  if (count > 1) throw new ProblemError('bad-request', `expected one Host header, found ${count}`);
  if (count === 0 && httpVersion !== '1.0')
    throw new ProblemError('bad-request', 'expected a Host header, which HTTP/1.1 requires');
  next();
};

export const refuseExpectations: RequestHandler = ({ headers }, _response, next) => {
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw new ProblemError('expectation-failed', 'Expect: expected 100-continue or no such header');
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

/** Decodes unreserved characters (RFC 3986 §6.2.2.2): Express compares a path's fixed parts as they come. */
export const decodeUnreserved: RequestHandler = (request, _response, next) => {
  const [path = '', ...query] = request.url.split('?');
  if (path.includes('%')) request.url = [path.replaceAll(UNRESERVED, decodeURIComponent), ...query].join('?');
  next();
};
const UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

/** @param isTaken whether a request that is neither read nor asked for its options has a route nevertheless */
export function refuseOtherMethods(isTaken: (request: Request) => boolean): RequestHandler {
  return (request, response, next) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && !isTaken(request))
      throw methodNotAllowed(response, METHODS);
    next();
  };
}

/** @param proposal what else may be meant */
export function methodNotAllowed(response: Response, allowed: string, proposal = ''): ProblemError {
  response.set('Allow', allowed);
  return new ProblemError('method-not-allowed', `expected one of ${allowed}${proposal}`);
}

/** A body that no route takes is not read: the connection ends with the answer. @param isTaken whether a route does */
export function ignoreBodies(isTaken: (request: Request) => boolean): RequestHandler {
  return (request, response, next) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const has = encoding !== undefined || (length !== undefined && length !== '0');
    if (has && !isTaken(request)) response.set('Connection', 'close');
    next();
  };
}

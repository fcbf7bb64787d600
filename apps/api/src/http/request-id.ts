import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

/** What a proxy in front may send: short, and harmless in a log line or a header. */
const SANE = /^[\w.-]{1,64}$/;

/** Gives every request an id, its own if it brought a sane one, and tells it in the answer. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SANE.test(given) ? given : randomUUID();
  response.locals['requestId'] = id;
  response.set('X-Request-Id', id);
  next();
};

export function requestIdOf(response: Response): string {
  return String(response.locals['requestId']);
}

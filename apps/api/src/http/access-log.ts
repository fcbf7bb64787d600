import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { type Access, type NamedCaller, unitsOf } from '../access/access.js';
import type { ProblemError } from '../problem.js';
import type { ProblemCode } from '../schemas/problem-types.js';

/** Counts what clients use. */
export interface ClientUse {
  note(caller: NamedCaller, use: { readonly units: number; readonly bytes: number }): void;
}

const MOST_AGENT_CHARACTERS = 100;

/** Ids that a proxy in front may send: short, and harmless in a log line or a header. */
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

/** Tells the log which route a request is for. */
export function nameRoute(response: Response, { path }: { readonly path: string }): void {
  response.locals['route'] = path;
}

/** The route that a request is for, as it is documented; undefined for none. */
export function routeOf(response: Response): string | undefined {
  return response.locals['route'];
}

/** Tells the log why an answer ends before its end. */
export function noteCut(response: ServerResponse & Partial<Pick<Response, 'locals'>>, reason: string): void {
  if (response.locals) response.locals['cut'] = reason;
}

/** Tells the metrics what a request is answered with. */
export function noteProblem(response: Response, { code }: ProblemError): void {
  response.locals['problem'] = code;
}

/** The problem that a request is answered with; undefined for none. */
export function notedProblem(response: Response): ProblemCode | undefined {
  return response.locals['problem'];
}

/** Form of errors: as a problem, with a sentence alone, or with `{"error":"…"}`. */
export type ErrorForm = 'problem' | 'sentence' | 'error';

/** Tells the error handler. */
export function noteErrorForm(response: Response, form: ErrorForm): void {
  response.locals['errorForm'] = form;
}

export function errorFormOf({ locals }: Response): ErrorForm {
  return (locals['errorForm'] as ErrorForm | undefined) ?? 'problem';
}

/**
 * One line per answered request. It names the route, never the URL: addresses are their owners' business, and people
 * paste private keys where addresses belong. It tells clients apart without telling who they are. Of headers it has
 * the beginning of `User-Agent` alone.
 */
export function accessLog(log: Logger, access: Access, clients: ClientUse): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    response.once('close', () => {
      const caller = access.named(response);
      // A connection has one request at a time.
      const use = { units: unitsOf(response), bytes: socket.bytesWritten - sentBefore };
      if (caller) clients.note(caller, use);
      const fields = {
        requestId: requestIdOf(response),
        method: request.method,
        route: routeOf(response) ?? null,
        status: response.statusCode,
        durationMs: Math.round((performance.now() - start) * 10) / 10,
        ...{ client: caller?.name ?? null, tier: caller?.tier ?? null, ...use },
        userAgent: request.headers['user-agent']?.slice(0, MOST_AGENT_CHARACTERS) ?? null,
      };
      const cut: unknown = response.locals['cut'];
      if (cut !== undefined) log.warn({ ...fields, reason: cut }, 'An answer was cut off');
      else if (!response.writableFinished) log.info(fields, 'The client left before the answer was sent');
      else if (response.statusCode >= 500) log.warn(fields, 'A request failed');
      else log.info(fields, 'A request was answered');
    });
    next();
  };
}

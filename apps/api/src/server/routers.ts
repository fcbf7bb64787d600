/** From the path of a request to its route. */
import { type RequestHandler, Router } from 'express';
import { type ErrorForm, noteErrorForm } from '../http/access-log.js';

/** The API of other software, below paths of its own, for clients that send no headers. */
interface Mount {
  /** Groups: what stays of the path, then a token, or nothing. What else it matches is left out. */
  readonly pattern: RegExp;
  /** Put behind what stays. */
  readonly suffix?: (rest: string) => string;
  readonly errors: ErrorForm;
}

const MOUNTS: readonly Mount[] = [
  /** `/esplora/<code>`, then a token, `/api`, both or neither. Errors are answered as Esplora does: with a sentence. */
  {
    pattern: /^((?:(?:\/api)?\/v0)?\/esplora\/[^/?]+)(?:\/t\/([^/?]+))?(?:\/api)?\/*(?=[/?]|$)/,
    errors: 'sentence',
  },
  /** `/blockbook/<code>[/t/<token>]`, then `/websocket`, or `/api` with or without version. Errors as Blockbook's. */
  {
    pattern: /^((?:(?:\/api)?\/v0)?\/blockbook\/[^/?]+)(?:\/t\/([^/?]+))?(?:\/api(?:\/v2)?)?\/*(?=[/?]|$)/,
    suffix: (rest) => (/^\/websocket\/?(?:\?|$)/.test(rest) ? '' : '/api/v2'),
    errors: 'error',
  },
];

/** A token in the path counts as `Authorization`, unless there is one. Neither logs nor keys of kept answers see it. */
export const mountOthers: RequestHandler = (request, response, next) => {
  for (const { pattern, suffix = () => '', errors } of MOUNTS) {
    const [whole, base = '', token] = pattern.exec(request.url) ?? [];
    if (whole === undefined) continue;
    const rest = request.url.slice(whole.length);
    request.url = request.originalUrl = base + suffix(rest) + rest;
    if (token !== undefined) request.headers.authorization ??= `Bearer ${token}`;
    noteErrorForm(response, errors);
  }
  next();
};

/** Beginnings of paths: a prefix of versions, and the first word. */
const START = /^(?:\/api)?(?:\/v0)?(?:\/[^/]+)?/;

/** Routes by how their paths begin: hundreds of patterns take longer than a short answer. */
export class Routers {
  readonly #byStart = new Map<string, Router>();

  /** @param path in Express's notation, whose first word is no parameter */
  of(path: string): Router {
    const start = startOf(path);
    const router = this.#byStart.get(start) ?? Router({ caseSensitive: true });
    this.#byStart.set(start, router);
    return router;
  }

  readonly handle: RequestHandler = (request, response, next) => {
    const router = this.#byStart.get(startOf(request.path));
    if (router) router(request, response, next);
    else next();
  };
}

function startOf(path: string): string {
  return START.exec(path)?.[0] ?? '';
}

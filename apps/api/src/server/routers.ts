import { type RequestHandler, Router } from 'express';

/** Beginnings of paths: a prefix of versions, and the first word. */
const START = /^(?:\/api)?(?:\/v0)?(?:\/[^/]+)?/;

/**
 * Routes by what their paths begin with. A request is compared with those that begin as it does, in their order, in
 * place of all: hundreds of patterns take longer than a short answer.
 */
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

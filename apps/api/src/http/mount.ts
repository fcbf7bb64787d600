/** Where the APIs of other software are: below paths of their own, for clients that send no headers. */
import type { Request, RequestHandler, Response } from 'express';

/** How errors are told: as a problem, with a sentence alone, or with `{"error":"…"}`. */
export type ErrorForm = 'problem' | 'sentence' | 'error';

export interface Mount {
  /** Groups: what stays of the path, then a token, or nothing. What else it matches is left out. */
  readonly pattern: RegExp;
  /** Put behind what stays. */
  readonly suffix?: (rest: string) => string;
  readonly errors: ErrorForm;
}

/**
 * A token in the path counts as one in `Authorization`, unless the request has that, too. Nothing behind this sees it:
 * neither logs nor the keys of kept answers.
 */
export function mountAt({ pattern, suffix = () => '', errors }: Mount): RequestHandler {
  return (request, response, next) => {
    const mount = pattern.exec(request.url);
    if (mount) {
      const [whole, base = '', token] = mount;
      const rest = request.url.slice(whole.length);
      request.url = request.originalUrl = base + suffix(rest) + rest;
      if (token !== undefined) addToken(request, token);
      response.locals['errorForm'] = errors;
    }
    next();
  };
}

function addToken({ headers }: Request, token: string): void {
  headers.authorization ??= `Bearer ${token}`;
}

export function errorFormOf({ locals }: Response): ErrorForm {
  return (locals['errorForm'] as ErrorForm | undefined) ?? 'problem';
}

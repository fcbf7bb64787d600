/** Where Esplora's routes are, for software that takes no headers and adds `/api` itself. */
import type { RequestHandler, Response } from 'express';

/** `/esplora/<code>`, then a token, `/api`, both or neither. */
const MOUNT = /^((?:(?:\/api)?\/v0)?\/esplora\/[^/?]+)(?:\/t\/([^/?]+))?(?:\/api)?(?=[/?]|$)/;

/**
 * A token in the path counts as one in `Authorization`, unless the request has that, too. Nothing behind this sees it:
 * neither logs nor the keys of kept answers.
 */
export const mountEsplora: RequestHandler = (request, response, next) => {
  const mount = MOUNT.exec(request.url);
  if (mount) {
    const [whole, base = '', token] = mount;
    request.url = request.originalUrl = base + request.url.slice(whole.length);
    if (token !== undefined) request.headers.authorization ??= `Bearer ${token}`;
    response.locals['plainErrors'] = true;
  }
  next();
};

/** Whether errors are answered as Esplora does: with a sentence. */
export function hasPlainErrors(response: Response): boolean {
  return response.locals['plainErrors'] === true;
}

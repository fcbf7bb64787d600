/** Where Esplora's routes are, for software that takes no headers and adds `/api` itself. */
import { mountAt } from '../http/mount.js';

/** `/esplora/<code>`, then a token, `/api`, both or neither. Errors are answered as Esplora does: with a sentence. */
export const mountEsplora = mountAt({
  pattern: /^((?:(?:\/api)?\/v0)?\/esplora\/[^/?]+)(?:\/t\/([^/?]+))?(?:\/api)?(?=[/?]|$)/,
  errors: 'sentence',
});

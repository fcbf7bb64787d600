/** Where Blockbook's routes are. */
import { mountAt } from '../http/mount.js';

/**
 * `/blockbook/<code>`, then a token or none, then `/websocket`, or `/api` with the version or without. Errors are
 * answered as Blockbook does: with `{"error":"…"}`.
 */
export const mountBlockbook = mountAt({
  pattern: /^((?:(?:\/api)?\/v0)?\/blockbook\/[^/?]+)(?:\/t\/([^/?]+))?(?:\/api(?:\/v2)?)?(?=[/?]|$)/,
  suffix: (rest) => (/^\/websocket\/?(?:\?|$)/.test(rest) ? '' : '/api/v2'),
  errors: 'error',
});

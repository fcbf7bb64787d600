import type { RequestHandler } from 'express';
import helmet from 'helmet';

const shared = {
  // Whoever ends TLS in front of this server decides about HSTS.
  strictTransportSecurity: false,
  // The data is public and meant for pages of other sites.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  referrerPolicy: { policy: 'no-referrer' },
} as const;

/** JSON is no page: nothing in it may be loaded or framed. */
export const dataHeaders: RequestHandler = helmet({
  ...shared,
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
});

/** Swagger UI sets styles from its scripts; everything it loads comes from this server. */
export const pageHeaders: RequestHandler = helmet({
  ...shared,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
});

export const METHODS = 'GET, HEAD, OPTIONS';

/** Any page may read every answer; there is nothing here that belongs to a browser's user. */
export const openToAllOrigins: RequestHandler = (request, response, next) => {
  response.set('Access-Control-Allow-Origin', '*');
  if (request.method === 'OPTIONS') {
    response.set({
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': 'Authorization, If-None-Match, X-Request-Id',
      'Access-Control-Max-Age': '86400',
    });
  } else {
    response.set('Access-Control-Expose-Headers', 'ETag, Retry-After, WWW-Authenticate, X-Request-Id');
  }
  next();
};

/**
 * Tokens are not checked, so none is valid; its owner is told so (RFC 6750 §3.1). Answers to requests with a token are
 * kept out of shared caches, which would give the notice to others.
 */
export const tokenNotice: RequestHandler = (request, response, next) => {
  response.vary('Authorization');
  if (/^bearer(\s|$)/i.test(request.headers.authorization ?? ''))
    response.set('WWW-Authenticate', 'Bearer error="invalid_token"');
  next();
};

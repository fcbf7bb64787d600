import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

const shared = {
  // Whoever ends TLS in front of this server decides about HSTS.
  strictTransportSecurity: false,
  // The data is public and meant for pages of other sites.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  referrerPolicy: { policy: 'no-referrer' },
} as const;

/** JSON is no page: nothing in it may be loaded or framed. */
const hardened = helmet({
  ...shared,
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
});
export const dataHeaders: RequestHandler = hardened;

/** Everything that a page loads comes from this server. */
const headersOfPage = (styleSrc: string[]): RequestHandler =>
  helmet({
    ...shared,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc,
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
  });

/** Swagger UI sets styles from its scripts. */
export const pageHeaders: RequestHandler = headersOfPage(["'self'", "'unsafe-inline'"]);
export const explorerHeaders: RequestHandler = headersOfPage(["'self'"]);

/** Methods of all routes but those that take a body. */
export const METHODS = 'GET, HEAD, OPTIONS';
/** Methods of those. */
export const POST_METHODS = 'POST, OPTIONS';
const EXPOSED = 'ETag, Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';
const VARY = 'Authorization, Accept-Encoding';

/** Any page may read every answer; there is nothing here that belongs to a browser's user. */
export const openToAllOrigins: RequestHandler = (request, response, next) => {
  response.set('Access-Control-Allow-Origin', '*');
  if (request.method === 'OPTIONS') {
    response.set({
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': 'Authorization, If-None-Match, Last-Event-ID, X-Request-Id',
      'Access-Control-Max-Age': '86400',
    });
  } else {
    response.set('Access-Control-Expose-Headers', EXPOSED);
  }
  next();
};

/** For a preflight of a route that takes a body. */
export function openToPosts(response: Response): void {
  response.set({
    'Access-Control-Allow-Methods': POST_METHODS,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID, X-Request-Id',
  });
}

/** The same without them. */
export function closeToOrigins(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) if (name.startsWith('access-control-')) response.removeHeader(name);
}

/** On every answer, 304 included: it names what the 200 would (RFC 9110 §15.4.5). */
export const variants: RequestHandler = (_request, response, next) => {
  response.vary(VARY);
  next();
};

/** Headers that are about one request, or one client. */
const OF_ONE = ['RateLimit', 'X-Request-Id'];

/** An answer that a cache may hand to others says nothing that is about the first who asked. */
export const forgetCallers: RequestHandler = (_request, response, next) => {
  const { writeHead } = response;
  response.writeHead = (...head: unknown[]) => {
    const isShared = /\bpublic\b/.test(String(response.getHeader('Cache-Control')));
    if (isShared) for (const name of OF_ONE) response.removeHeader(name);
    return Reflect.apply(writeHead, response, head);
  };
  next();
};

/** The headers that all answers have, for those that are written past the application. */
export function fixedHeaders(): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  hardened(response.req, response, () => undefined);
  return {
    ...response.getHeaders(),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED,
    Vary: VARY,
  };
}

/** A page of a list, by what the request for it differs in. */
type Changes = Readonly<Record<string, string | number>>;

/** Links to the pages beside a page (RFC 8288), for clients that walk lists without knowing their fields. */
interface PageLinks {
  /** Null where there is none. */
  readonly next: Changes | null;
  readonly prev: Changes | null;
  /** The last segment of the path, where it names the list better than the request did. */
  readonly segment?: string;
}

/** Parameters that place a page in its list. */
const PLACES = ['cursor', 'offset', 'limit'];
/** Characters that a URI may have (RFC 3986 §2), without those of a quoted header. */
const NOT_OF_URIS = /[^!#$%&'()*+,./0-9:;=?@A-Z[\]_a-z~-]+/g;

/** @param publicUrl before the paths; paths alone without @returns the header `Link`; null: no page beside this one */
export function linkHeader(publicUrl: string | undefined, request: Request, links: PageLinks): string | null {
  const [path = '', query = ''] = request.originalUrl.split('?', 2);
  const { segment } = links;
  const list = segment === undefined ? path : path.replace(/[^/]+\/?$/, segment);
  const kept = query.split('&').filter((pair) => pair !== '' && !PLACES.includes(pair.split('=', 1)[0]!));
  const texts = (['prev', 'next'] as const).flatMap((rel) => {
    const changes = links[rel];
    if (changes === null) return [];
    const pairs = Object.entries(changes).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const target = `${list}?${[...pairs, ...kept].join('&')}`.replaceAll(NOT_OF_URIS, encodeURIComponent);
    return [`<${publicUrl ?? ''}${target}>; rel="${rel}"`];
  });
  return texts.length === 0 ? null : texts.join(', ');
}

/** The page before one at an offset; null for the first, and for one that a cursor leads to. */
export function pageBefore(limit: number, offset: number | null, cursor?: string): Changes | null {
  if (!offset || cursor !== undefined) return null;
  return { limit: Math.min(limit, offset), offset: Math.max(0, offset - limit) };
}

/** The pages beside one of a list that goes on by a cursor. */
export function cursorLinks(
  { limit, offset, cursor }: { readonly limit: number; readonly offset: number; readonly cursor?: string | undefined },
  next: string | null,
): PageLinks {
  return { next: next === null ? null : { limit, cursor: next }, prev: pageBefore(limit, offset, cursor) };
}

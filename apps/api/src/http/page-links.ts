/** Links to the pages beside a page (RFC 8288), for clients that walk lists without knowing their fields. */
import type { Request } from 'express';

/** A page of a list, by what the request for it differs in. */
type Changes = Readonly<Record<string, string | number>>;

export interface PageLinks {
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

import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Answer, Route, StreamedAnswer } from './route.js';

/** Sends what a handler answered, or 304 when the client has it. */
export function sendAnswer(route: Route, request: Request, response: Response, answer: Answer<unknown>): void {
  response.set('Cache-Control', cacheControl(answer.maxAge, request.headers.authorization !== undefined));
  const { version } = answer;
  const body = version === null ? bodyText(route, answer) : null;
  const tag = weakTag(body ?? `${version}\n${request.originalUrl}`);
  response.set('ETag', tag);
  if (hasTag(request, tag)) {
    response.status(304).end();
    return;
  }
  const mediaType = route.response instanceof z.ZodType ? 'application/json' : route.response.mediaType;
  response.type(mediaType).send(body ?? bodyText(route, answer));
}

function bodyText(route: Route, answer: Answer<unknown>): string {
  const body = answer.body();
  return route.response instanceof z.ZodType ? JSON.stringify(body) : String(body);
}

function cacheControl(maxAge: number, hasToken: boolean): string {
  if (maxAge === 0) return 'no-cache';
  return `${hasToken ? 'private' : 'public'}, max-age=${maxAge}`;
}

function weakTag(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/**
 * Weak comparison with If-None-Match (RFC 9110 §13.1.2). Express's own looks at Cache-Control too and never answers 304 to
 * `fetch`, which adds no-cache to every request that brings a tag.
 */
function hasTag(request: Request, tag: string): boolean {
  const given = request.headers['if-none-match'];
  if (given === undefined) return false;
  const opaque = tag.replace(/^W\//, '');
  return given.split(',').some((entry) => ['*', opaque].includes(entry.trim().replace(/^W\//, '')));
}

/** The rest of an answer is not sent, for a reason that is the operator's to know. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError';
}

/** Sends an answer piece by piece. Its end is the end of the connection where the rest cannot be read, so that nobody takes a part for the whole. */
export async function streamAnswer(request: Request, response: Response, answer: StreamedAnswer): Promise<void> {
  const { fileName, mediaType } = answer;
  if (fileName !== undefined) response.attachment(fileName);
  response.set('Cache-Control', 'no-store').type(mediaType);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await answer.send(response);
}

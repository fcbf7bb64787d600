import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { longJson } from './long-json.js';
import type { Answer, Route, StreamedAnswer } from './route.js';
import { sendChunks } from './send-chunks.js';

/**
 * Sends what a handler answered, or 304 when the client has it.
 * @param onMade told how long the body is, when it is made and the rest is up to the client
 */
export async function sendAnswer(
  route: Route,
  request: Request,
  response: Response,
  answer: Answer<unknown>,
  onMade: (bytes: number) => void,
): Promise<void> {
  response.set('Cache-Control', cacheControl(answer.maxAge, request.headers.authorization !== undefined));
  const { version } = answer;
  const body = version === null ? await bodyText(route, answer) : null;
  const tag = weakTag(body ?? `${version}\n${request.originalUrl}`);
  response.set('ETag', tag);
  if (hasTag(request, tag)) {
    response.status(304).end();
    return;
  }
  const made = body ?? (await bodyText(route, answer));
  onMade(lengthOf(made));
  response.type(route.response instanceof z.ZodType ? 'application/json' : route.response.mediaType);
  if (typeof made === 'string') response.send(made);
  else await sendPieces(request, response, made);
}

/** Pieces where it is long. */
async function bodyText(route: Route, answer: Answer<unknown>): Promise<string | Buffer[]> {
  const body = answer.body();
  if (!(route.response instanceof z.ZodType)) return String(body);
  return (await longJson(body)) ?? JSON.stringify(body);
}

/** Bytes of pieces; of a text, at least that, and a third of it at worst. */
function lengthOf(made: string | readonly Buffer[]): number {
  return typeof made === 'string' ? made.length : made.reduce((sum, { length }) => sum + length, 0);
}

/** What `response.send` does, a piece at a time: the next one when the client has taken the one before. */
async function sendPieces(request: Request, response: Response, pieces: Buffer[]): Promise<void> {
  response.set('Content-Length', String(lengthOf(pieces)));
  if (request.method === 'HEAD') response.end();
  else await sendChunks(response, () => pieces);
}

function cacheControl(maxAge: number, hasToken: boolean): string {
  if (maxAge === 0) return 'no-cache';
  return `${hasToken ? 'private' : 'public'}, max-age=${maxAge}`;
}

function weakTag(text: string | readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const piece of typeof text === 'string' ? [text] : text) hash.update(piece);
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
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

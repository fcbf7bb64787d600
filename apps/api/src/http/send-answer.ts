import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Answer, SharedAnswer, StreamedAnswer } from './answer.js';
import { encodeBody, encodingFor, encodingOf, sendBody, sendHead, tagFrom } from './encode-body.js';
import type { ResponseForm } from './input.js';
import type { KeptAnswers } from './kept-answers.js';
import { JsonText, longJson, Rows } from './rows.js';
import { madeInSlices } from './slices.js';

/** Version of an answer, and how long it may be reused without. */
type Validity = Pick<Answer<unknown>, 'maxAge'> & { readonly version: string };

/** Where answers are kept, with those that change together. */
export interface KeptScope {
  readonly answers: KeptAnswers;
  readonly scope: string;
}

interface Sending {
  /** Where it is kept, for {@link sendKept}; null for nowhere. */
  readonly kept: KeptScope | null;
  /** Called with the length of the body, when it is made and the rest is up to the client; 0 for none. */
  readonly onMade: (bytes: number) => void;
}

/**
 * Sends what a handler answered, or 304 when the client has it. An answer to a POST is for whoever asked, this once: what
 * it is about may be in the body of the request, and a URL tells it from no other.
 */
export async function sendAnswer(
  route: { readonly response: ResponseForm },
  request: Request,
  response: Response,
  answer: Answer<unknown>,
  { kept, onMade }: Sending,
): Promise<void> {
  const isJson = route.response instanceof z.ZodType;
  const version = request.method === 'POST' ? null : answer.version;
  const compared = version === null ? await bodyOf(isJson, answer) : null;
  if (request.method === 'POST') response.setHeader('Cache-Control', 'no-store');
  else {
    const tag = compared === null ? weakTag(versionedUrl(request, version!)) : await weakTagOf(compared);
    if (sendNotModified(request, response, answer.maxAge, tag)) return;
  }
  if (answer.link) response.setHeader('Link', answer.link);
  const body = compared ?? (await bodyOf(isJson, answer));
  response.type(mediaTypeOf(route));
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.concat(body);
  const accepted = encodingFor(request);
  if (request.method === 'HEAD') {
    onMade(0);
    sendHead(response, bytes.length, encodingOf(bytes.length, accepted));
    return;
  }
  const encoded = await encodeBody(bytes, accepted);
  onMade(encoded.bytes.length);
  if (version !== null && typeof body === 'string')
    kept?.answers.keep(keyOf(request), kept.scope, version, { ...encoded, link: answer.link ?? null });
  await sendBody(request, response, encoded);
}

/** Whether it may be worth the question whether something that was sent before holds. */
function mayBeKept(request: Request, { answers, scope }: KeptScope): boolean {
  const tags = request.headers['if-none-match'];
  // Whatever there is may be meant: whether there is something, only a look tells.
  if (tags?.split(',').some((entry) => entry.trim() === '*')) return false;
  return tags !== undefined || answers.mayHold(keyOf(request), scope);
}

/**
 * Sends the JSON that was sent before, or 304. @returns whether it was: not where it was of another version
 * @param validityNow looks it up, where that may be worth it; null where it cannot be told
 */
export async function sendKept(
  request: Request,
  response: Response,
  kept: KeptScope,
  validityNow: () => Promise<Validity | null>,
  onMade: Sending['onMade'],
): Promise<boolean> {
  if (!mayBeKept(request, kept)) return false;
  const now = await validityNow();
  if (now === null) return false;
  const { answers, scope } = kept;
  const { version, maxAge } = now;
  if (sendNotModified(request, response, maxAge, weakTag(versionedUrl(request, version)))) return true;
  const encoded = answers.find(keyOf(request), scope, version);
  if (!encoded) return false;
  response.setHeader('Content-Type', JSON_TYPE);
  if (encoded.link) response.setHeader('Link', encoded.link);
  onMade(encoded.bytes.length);
  await sendBody(request, response, encoded);
  return true;
}

/** Sends what is the same for everybody, or 304 when the client has it. Its bytes are in memory once. */
export async function sendShared(request: Request, response: Response, { shared, maxAge }: SharedAnswer) {
  if (sendNotModified(request, response, maxAge, shared.tag)) return;
  response.setHeader('Content-Type', shared.mediaType);
  const accepted = encodingFor(request);
  const { length } = shared.bytes;
  if (request.method === 'HEAD') sendHead(response, length, encodingOf(length, accepted));
  else await sendBody(request, response, await shared.encoded(accepted));
}

const JSON_TYPE = 'application/json; charset=utf-8';

function keyOf(request: Request): string {
  return `${encodingFor(request)} ${request.originalUrl}`;
}

function versionedUrl({ originalUrl }: Request, version: string): string {
  return `${version}\n${originalUrl}`;
}

/** @returns whether the client has it */
function sendNotModified(request: Request, response: Response, maxAge: number, tag: string): boolean {
  response.setHeader('Cache-Control', cacheControl(maxAge, request.headers.authorization !== undefined));
  response.setHeader('ETag', tag);
  if (!hasTag(request, tag)) return false;
  response.status(304).end();
  return true;
}

/** Pieces where it is long. */
async function bodyOf(isJson: boolean, answer: Answer<unknown>): Promise<string | Buffer[]> {
  const body = answer.body();
  if (Buffer.isBuffer(body)) return [body];
  if (body instanceof JsonText) return body.text;
  if (!isJson) return String(body);
  return (await longJson(body)) ?? JSON.stringify(body);
}

function mediaTypeOf({ response }: { readonly response: ResponseForm }): string {
  return response instanceof z.ZodType ? JSON_TYPE : response.mediaType;
}

function cacheControl(maxAge: number, hasToken: boolean): string {
  if (maxAge === 0) return 'no-cache';
  return `${hasToken ? 'private' : 'public'}, max-age=${maxAge}`;
}

/** @param identity what the answer is told apart by */
function weakTag(identity: string): string {
  return tagFrom(createHash('sha256').update(identity));
}

/** Hashes pieces in slices: hashing six megabytes takes 4 ms or, without the processor's help, three times as long. */
async function weakTagOf(body: string | readonly Buffer[]): Promise<string> {
  if (typeof body === 'string') return weakTag(body);
  const hash = createHash('sha256');
  await madeInSlices(Rows.of(body, (piece) => void hash.update(piece)));
  return tagFrom(hash);
}

/** Weak comparison (RFC 9110 §13.1.2). Express's own never answers 304 to `fetch`, which adds Cache-Control. */
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

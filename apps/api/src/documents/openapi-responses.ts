/** Responses of routes in the OpenAPI document. */
import { z } from 'zod';
import { components } from '../schemas/component.js';
import { Problem } from '../schemas/problem-schema.js';
import type { Route } from '../services/route.js';
import { problemExamples } from './problem-examples.js';

export type Json = Record<string, unknown>;

export const COMPONENTS = '#/components/schemas/';

export const HEADERS = {
  RequestId: {
    description: 'Identifies the request in the logs of the server. Not where `Cache-Control` is `public`.',
    schema: { type: 'string' },
  },
  ETag: { description: 'Weak; send it back as `If-None-Match`.', schema: { type: 'string' } },
  CacheControl: { description: 'For how many seconds the answer may be reused.', schema: { type: 'string' } },
  RateLimit: {
    description:
      'Where the caller has a limit: units that are left (`r`) and seconds until all of them are there again (`t`), by tier. Not where `Cache-Control` is `public`.',
    schema: { type: 'string', examples: ['"free";r=573;t=42'] },
  },
  RateLimitPolicy: {
    description: 'Where the caller has a limit: units (`q`) in each window of so many seconds (`w`), by tier.',
    schema: { type: 'string', examples: ['"free";q=600;w=60'] },
  },
  RetryAfter: { description: 'Seconds to wait before asking again.', schema: { type: 'integer', minimum: 0 } },
};

const headerRef = (name: keyof typeof HEADERS): Json => ({ $ref: `#/components/headers/${name}` });
const ANY_HEADERS = { 'X-Request-Id': headerRef('RequestId') };
const RATE_HEADERS = { RateLimit: headerRef('RateLimit'), 'RateLimit-Policy': headerRef('RateLimitPolicy') };
const CACHED_HEADERS = { ...ANY_HEADERS, ETag: headerRef('ETag'), 'Cache-Control': headerRef('CacheControl') };
const UNCOMPARED_HEADERS = { ...ANY_HEADERS, 'Cache-Control': headerRef('CacheControl') };
const RETRY_HEADERS = { ...ANY_HEADERS, 'Retry-After': headerRef('RetryAfter') };

export function responsesOf(route: Route): Json {
  const examples = problemExamples(route);
  const problemResponse = RESPONSES[route.errors ?? 'problem'];
  const problems = Object.entries(route.problems).map(([status, description]) => [
    status,
    problemResponse(description, examples(status), status === '503'),
  ]);
  const headers = isCompared(route) ? CACHED_HEADERS : UNCOMPARED_HEADERS;
  return {
    200: {
      description: successText(route),
      headers: route.isForOperators ? headers : { ...headers, ...RATE_HEADERS },
      content: successContent(route),
    },
    ...(isCompared(route) ? { 304: { description: 'The `ETag` of `If-None-Match` still holds.' } } : {}),
    400: problemResponse(
      'A parameter is missing, malformed, unknown or repeated; `detail` says what is expected, `errors` by parameter.',
      examples('400'),
    ),
    ...Object.fromEntries(problems),
    ...(route.isForOperators ? {} : { 429: limitedResponse(problemResponse, examples('429')) }),
    default: problemResponse('Any other error: 405, 408, 414, 417, 431, 500 or 503.', examples('default')),
  };
}

/** Not where it is sent piece by piece, without an end, nor where it answers a POST. */
function isCompared({ response, takes }: Route): boolean {
  const isStream = !(response instanceof z.ZodType) && response.mediaType === 'text/event-stream';
  return !isStream && takes === undefined;
}

function successText({ response }: Route): string {
  return response instanceof z.ZodType
    ? (z.globalRegistry.get(response)?.description ?? 'Answered.')
    : response.description;
}

function successContent({ response, alternatives = {} }: Route): Json {
  // A media type's parameters are no part of its name here.
  if (!(response instanceof z.ZodType))
    return { [response.mediaType.replace(/;.*/, '')]: { schema: { type: 'string' } } };
  const others = Object.entries(alternatives).map(([mediaType, { description }]) => [
    mediaType,
    { schema: { type: 'string', description } },
  ]);
  return { 'application/json': { schema: schemaOf(response) }, ...Object.fromEntries(others) };
}

function schemaOf(schema: z.ZodType): Json {
  const id = components.get(schema)?.id;
  return id === undefined ? withoutIdentity(z.toJSONSchema(schema)) : { $ref: COMPONENTS + id };
}

/** The sentence alone. */
function plainResponse(description: string, _examples: Json, retry = false): Json {
  const headers = retry ? RETRY_HEADERS : ANY_HEADERS;
  return { description, headers, content: { 'text/plain': { schema: { type: 'string' } } } };
}

/** In an object. */
function errorResponse(description: string, _examples: Json, retry = false): Json {
  const headers = retry ? RETRY_HEADERS : ANY_HEADERS;
  const schema = { type: 'object', required: ['error'], properties: { error: { type: 'string' } } };
  return { description, headers, content: { 'application/json': { schema } } };
}

function typedResponse(description: string, examples: Json, retry = false): Json {
  const headers = retry ? RETRY_HEADERS : ANY_HEADERS;
  return { description, headers, content: { 'application/problem+json': { schema: schemaOf(Problem), examples } } };
}

/** By the form of errors. */
const RESPONSES = { problem: typedResponse, sentence: plainResponse, error: errorResponse } as const;

function limitedResponse(problemResponse: typeof typedResponse, examples: Json): Json {
  const what = 'The caller has used what its tier may use for now (`rate-limited`).';
  const response = problemResponse(what, examples, true);
  return { ...response, headers: { ...RETRY_HEADERS, ...RATE_HEADERS } };
}

/** Without `$schema` and `$id`: the place in the document is the identity here. */
export function withoutIdentity(schema: Json): Json {
  const { $schema: _schema, $id: _id, ...rest } = schema;
  return rest;
}

/**
 * The OpenAPI 3.1 document, made from the table of routes. Its schemas are JSON Schema 2020-12, which zod writes. A
 * library between the two would have nothing to do, and zod-openapi 6 needs a newer Node than this project does.
 */
import { z } from 'zod';
import { PREFIXES, ROUTES } from '../handlers/routes.js';
import type { Route } from '../http/route.js';
import { components } from '../schemas/component.js';
import { EXAMPLES } from '../schemas/examples.js';
import { Problem } from '../schemas/problem-schema.js';
import { VERSION } from '../version.js';

type Json = Record<string, unknown>;

const COMPONENTS = '#/components/schemas/';

const descriptionOf = (
  base: string,
): string => `Balances and histories of cryptocurrency addresses, from the operator's own nodes. Read-only.

* **Amounts** are decimal strings in base units (satoshi, wei); \`decimals\` travels with them. **Times** are unix seconds.
  **Unknown** is \`null\`.
* Every route answers below \`/v0\` and, identically, below \`/api/v0\`. Paths are case-sensitive; a slash at the end is ignored.
* **GET** is all there is. HEAD answers like it without a body, OPTIONS with 204 and \`Allow\`, anything else with 405.
* **Query parameters** are read strictly: unknown, repeated and malformed ones are refused with 400.
* **Errors** are \`application/problem+json\` (RFC 9457) with a \`code\`, listed at the end of [the documentation](${base}/docs#problems).
* **Ethereum and its layer 2s** (\`family\` \`evm\`): hashes have \`0x\` before them, addresses come in the mixed case of EIP-55, and
  transactions have sender, recipient and transfers instead of inputs and outputs. Balances are what the node says, pinned to the
  indexed block. Transfers that contracts make show once the block is traced: \`internalTransfers\` says whether they do.
* **THORChain and MAYAChain** (\`family\` \`cosmos\`): hashes are in upper case. What blocks themselves move is listed beside transactions, with ids
  such as \`block:5:begin\`. \`payouts\` and \`answers\` of a transaction tell what was paid for it, \`inTxid\` leads back. Balances come from the history,
  of every denomination. A registered name is taken in the place of an address where the server can ask whose it is.
* **Unconfirmed transactions** come first in lists and are counted, where they are followed (\`features\` of \`/currencies\`).
* **Caching:** answers carry a weak \`ETag\` that changes when they do; \`If-None-Match\` is answered with 304.
* \`X-Request-Id\` is on every answer that no cache may share; a request may bring its own (1 to 64 letters, digits, \`.\`, \`_\`, \`-\`).
* \`Accept\` and \`Accept-Encoding\` of more than 1,024 characters count as absent.
* **Tokens** are not needed. A valid one (\`Authorization: Bearer\`) gives the tier that it names. With one that is not valid a request is
  answered as without, and with \`WWW-Authenticate: Bearer error="invalid_token"\`.
* **Limits** are the operator's: the index document tells of them. Where there are some, answers carry \`RateLimit-Policy\`, and \`RateLimit\` where no cache may share them,
  and 429 (\`rate-limited\`) comes with \`Retry-After\`. Requests cost units: more for each page of many rows, and where a node has to be asked.`;

const HEADERS = {
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
const STREAM_HEADERS = { ...ANY_HEADERS, 'Cache-Control': headerRef('CacheControl') };
const RETRY_HEADERS = { ...ANY_HEADERS, 'Retry-After': headerRef('RetryAfter') };

/** @param base what stands before the paths of the server's URLs; empty for relative ones */
export function openApiDocument(base = '', routes: readonly Route[] = ROUTES): Json {
  const { schemas } = z.toJSONSchema(components, {
    uri: (id) => COMPONENTS + id,
    // What zod says of every integer is no property of ours, and viewers show it as an example.
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chaintrail',
      version: VERSION,
      description: descriptionOf(base),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: serversOf(base, false),
    tags: ['Addresses', 'Transactions', 'Chains', 'Server'].map((name) => ({ name })),
    paths: Object.fromEntries(routes.map((route) => [route.path, pathItem(route, base)])),
    // An empty requirement: a token is never needed.
    security: [{}, { bearer: [] }],
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Optional. Gives the tier that it names.',
        },
      },
      headers: HEADERS,
      schemas: Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withExample(id, schema)])),
    },
  };
}

function withExample(id: string, schema: Json): Json {
  const example = EXAMPLES[id];
  return { ...withoutIdentity(schema), ...(example === undefined ? {} : { examples: [example] }) };
}

function serversOf(base: string, atRoot: boolean): Json[] {
  const prefixed = PREFIXES.map((prefix) => ({ url: `${base}${prefix}` }));
  return atRoot ? [...prefixed, { url: base === '' ? '/' : base }] : prefixed;
}

function pathItem(route: Route, base: string): Json {
  return {
    ...(route.atRoot ? { servers: serversOf(base, true) } : {}),
    get: {
      operationId: route.operationId,
      tags: [route.tag],
      summary: route.summary,
      ...(route.description === undefined ? {} : { description: route.description }),
      parameters: [...parametersOf('path', route.pathParameters), ...parametersOf('query', route.query)],
      responses: responsesOf(route),
    },
  };
}

function parametersOf(place: 'path' | 'query', { shape }: Route['query']): Json[] {
  return Object.entries(shape).map(([name, schema]) => {
    const { description, examples, ...json } = withoutIdentity(z.toJSONSchema(schema as z.ZodType));
    const required = place === 'path' || !z.safeParse(schema as z.ZodType, undefined).success;
    const example = Array.isArray(examples) ? { example: examples[0] } : {};
    return { name, in: place, required, description, ...example, schema: json };
  });
}

function responsesOf(route: Route): Json {
  const problems = Object.entries(route.problems).map(([status, description]) => [
    status,
    problemResponse(description, status === '503'),
  ]);
  const headers = isStream(route) ? STREAM_HEADERS : CACHED_HEADERS;
  return {
    200: {
      description: successText(route),
      headers: route.isForOperators ? headers : { ...headers, ...RATE_HEADERS },
      content: successContent(route),
    },
    ...(isStream(route) ? {} : { 304: { description: 'The `ETag` of `If-None-Match` still holds.' } }),
    400: problemResponse(
      'A parameter is missing, malformed, unknown or repeated; `detail` says what is expected.',
      false,
    ),
    ...Object.fromEntries(problems),
    ...(route.isForOperators ? {} : { 429: limitedResponse() }),
    default: problemResponse('Any other error: 405, 408, 414, 417, 431, 500 or 503.', false),
  };
}

/** Sent piece by piece, without an end. */
function isStream({ response }: Route): boolean {
  return !(response instanceof z.ZodType) && response.mediaType === 'text/event-stream';
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
  const others = Object.entries(alternatives).map(([mediaType, description]) => [
    mediaType,
    { schema: { type: 'string', description } },
  ]);
  return { 'application/json': { schema: schemaOf(response) }, ...Object.fromEntries(others) };
}

function schemaOf(schema: z.ZodType): Json {
  const id = components.get(schema)?.id;
  return id === undefined ? withoutIdentity(z.toJSONSchema(schema)) : { $ref: COMPONENTS + id };
}

function problemResponse(description: string, retry: boolean): Json {
  const headers = retry ? RETRY_HEADERS : ANY_HEADERS;
  return { description, headers, content: { 'application/problem+json': { schema: schemaOf(Problem) } } };
}

function limitedResponse(): Json {
  const response = problemResponse('The caller has used what its tier may use for now (`rate-limited`).', true);
  return { ...response, headers: { ...RETRY_HEADERS, ...RATE_HEADERS } };
}

/** Without `$schema` and `$id`: the place in the document is the identity here. */
function withoutIdentity(schema: Json): Json {
  const { $schema: _schema, $id: _id, ...rest } = schema;
  return rest;
}

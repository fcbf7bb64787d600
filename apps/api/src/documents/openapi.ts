/**
 * The OpenAPI 3.1 document, made from the table of routes. Its schemas are JSON Schema 2020-12, which zod writes. A
 * library between the two would have nothing to do, and zod-openapi 6 needs a newer Node than this project does.
 */
import { z } from 'zod';
import { PREFIXES, ROUTES } from '../routes.js';
import { components } from '../schemas/component.js';
import { EXAMPLES } from '../schemas/examples.js';
import { methodOf, type RequestBody, type Route } from '../services/route.js';
import { VERSION } from '../version.js';
import { COMPONENTS, HEADERS, type Json, responsesOf, withoutIdentity } from './openapi-responses.js';
import { PROBLEM_EXAMPLES } from './problem-examples.js';

const descriptionOf = (
  base: string,
): string => `Balances and histories of cryptocurrency addresses, from the operator's own nodes.

* **Amounts** are decimal strings in base units (satoshi, wei); \`decimals\` travels with them. **Times** are unix seconds.
  **Unknown** is \`null\`.
* Every route answers below \`/v0\` and, identically, below \`/api/v0\`. Paths are case-sensitive; a slash at the end is ignored.
* **GET** is all there is, but for the POST that sends a transaction. HEAD answers like GET without a body, OPTIONS with 204 and \`Allow\`, anything else with 405.
* **Query parameters** are read strictly: unknown, repeated and malformed ones are refused with 400.
* **Answers grow**: be ready for properties that are not listed here, and for other values than those of an \`x-extensible-enum\`.
* **Lists** have \`next\`, the \`cursor\` of the page after them. The header \`Link\` has the whole URL (\`rel="next"\`), and at an offset that of the
  page before (\`rel="prev"\`).
* **Names of times**: \`timestamp\` is the header time of a transaction's block, \`time\` of a block itself, \`tipTime\` and \`tip.time\` of the last one.
  \`asOf\` is when a figure held. \`firstSeen\` of a transaction is when it came to the node, of an address the time of its first block.
* **Counts**: \`total\` of a history counts unconfirmed transactions, \`transactionCount\` of a balance does not.
* **Amounts of transactions**: \`value\` is what a transaction of an account chain moves by itself. \`netAmount\` of a history is what it did to the
  address's balance. \`txid\` is what the chain calls a transaction's hash or id.
* **Errors** are \`application/problem+json\` (RFC 9457) with a \`code\`, and \`errors\` by parameter. The codes are listed at the end of [the documentation](${base}/docs#problems).
* **Ethereum and its layer 2s** (\`family\` \`evm\`): hashes have \`0x\` before them, addresses come in the mixed case of EIP-55, and
  transactions have sender, recipient and transfers instead of inputs and outputs. Balances are what the node says, pinned to the
  indexed block. Transfers that contracts make come with the block where it is traced: \`internalTransfers\` says whether it is.
  \`incomplete\` lists blocks that are not.
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

/** @param base what stands before the paths of the server's URLs; empty for relative ones */
export function openApiDocument(base = '', routes: readonly Route[] = ROUTES): Json {
  const { schemas } = z.toJSONSchema(components, {
    uri: (id) => COMPONENTS + id,
    override: ({ jsonSchema }) => {
      // Bounds that zod gives every integer are no property of ours, and viewers show them as examples.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      open(jsonSchema);
    },
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chaintrail',
      version: VERSION,
      description: descriptionOf(base),
      contact: { name: 'The operator of this server', url: `${base}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: serversOf(base, false),
    tags: ['Addresses', 'Accounts', 'Transactions', 'Chains', 'Server', 'Esplora', 'Blockbook'].map((name) => ({
      name,
    })),
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
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([id, schema]) => [id, withExample(id, withDiscriminator(schema, schemas))]),
      ),
      examples: PROBLEM_EXAMPLES,
    },
  };
}

/** Answers grow: a later version may say more. Requests are read strictly, so their schemas are closed. */
function open(schema: Json): void {
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  if (Array.isArray(schema['enum'])) {
    schema['x-extensible-enum'] = schema['enum'];
    delete schema['enum'];
  }
}

/** One of the families of chains, by their schemas. */
function withDiscriminator(schema: Json, schemas: Readonly<Record<string, Json>>): Json {
  const { oneOf } = schema as { oneOf?: readonly { readonly $ref: string }[] };
  if (!oneOf) return schema;
  const mapping = oneOf.map(({ $ref }) => {
    const { properties } = schemas[$ref.replace(COMPONENTS, '')] as { properties: { family: { const: string } } };
    return [properties.family.const, $ref];
  });
  return { ...schema, discriminator: { propertyName: 'family', mapping: Object.fromEntries(mapping) } };
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
    [methodOf(route).toLowerCase()]: {
      operationId: route.operationId,
      tags: [route.tag],
      summary: route.summary,
      ...(route.description === undefined ? {} : { description: route.description }),
      parameters: [...parametersOf('path', route.pathParameters), ...parametersOf('query', route.query)],
      ...(route.takes === undefined ? {} : { requestBody: requestBodyOf(route.takes) }),
      responses: responsesOf(route),
    },
  };
}

function requestBodyOf({ description, content }: RequestBody): Json {
  return { description, required: true, content };
}

function parametersOf(place: 'path' | 'query', { shape }: Route['query']): Json[] {
  return Object.entries(shape).map(([name, schema]) => {
    const { description, examples, ...json } = withoutIdentity(z.toJSONSchema(schema as z.ZodType));
    const required = place === 'path' || !z.safeParse(schema as z.ZodType, undefined).success;
    if (!Array.isArray(examples)) return { name, in: place, required, description, schema: json };
    // Viewers fill in what is an example of the parameter. Not all that may be left out go together.
    if (required) return { name, in: place, required, description, example: examples[0], schema: json };
    return { name, in: place, required, description, schema: { ...json, examples } };
  });
}

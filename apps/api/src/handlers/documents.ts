/** The documents about the API itself. They are made once per process, by `openapi.ts` and `docs-page.ts`. */
import { z } from 'zod';
import type { ExampleFinder } from '../documents/example-finder.js';
import { route } from '../http/route.js';
import { answerNow } from './respond.js';

const DOCUMENT_MAX_AGE = 300;

type Json = Readonly<Record<string, unknown>>;

export const swagger = route({
  path: '/swagger',
  atRoot: true,
  operationId: 'getOpenApi',
  tag: 'Server',
  summary: 'The OpenAPI 3.1 document of this API',
  description: 'Made from the schemas that check requests. Its examples are addresses and transactions of this server.',
  response: z.looseObject({ openapi: z.literal('3.1.0') }).describe('OpenAPI 3.1.'),
  async handle({ openApi, examples }) {
    const values = await parameterExamples(examples);
    const document = values ? withParameterExamples(openApi, values) : openApi;
    return answerNow(document as { openapi: '3.1.0' }, values ? DOCUMENT_MAX_AGE : 0);
  },
});

export const docs = route({
  path: '/docs',
  atRoot: true,
  operationId: 'getDocumentation',
  tag: 'Server',
  summary: 'This documentation as a page',
  description: 'For people: each route can be tried out there. It ends with a list of all errors by their `code`.',
  response: { mediaType: 'text/html', description: 'A page that needs nothing from other hosts.' },
  handle: ({ docsPage }) => answerNow(docsPage, DOCUMENT_MAX_AGE),
});

/** What routes answer here; of a chain of which all of them do, if there is one. */
async function parameterExamples(examples: ExampleFinder): Promise<Record<string, string | number> | null> {
  const found = ((await examples.find()) ?? []).filter(({ address }) => address !== null);
  const example = found.find(({ features }) => features.includes('utxos')) ?? found[0];
  if (!example?.address) return null;
  const { code: currency, address, txid, height } = example;
  return { currency, address, txid, height, fromHeight: height, toHeight: height };
}

/**
 * The document with other values to try routes out with.
 * @param values by name of a parameter
 */
function withParameterExamples(document: Json, values: Readonly<Record<string, string | number>>): Json {
  const paths = document['paths'] as Readonly<
    Record<string, { readonly get: { readonly parameters: readonly Json[] } }>
  >;
  const exampleOf = (parameter: Json): Json => {
    const example = values[String(parameter['name'])];
    if (example === undefined) return parameter;
    if (parameter['in'] === 'path') return { ...parameter, example };
    const schema = parameter['schema'] as Json;
    const value = schema['type'] === 'array' ? [example] : example;
    if (parameter['required'] === true) return { ...parameter, example: value };
    return { ...parameter, schema: { ...schema, examples: [value] } };
  };
  return {
    ...document,
    paths: Object.fromEntries(
      // Which tokens there are here is not looked for.
      Object.entries(paths).map(([path, item]) => [
        path,
        path.includes('{asset}')
          ? item
          : { ...item, get: { ...item.get, parameters: item.get.parameters.map(exampleOf) } },
      ]),
    ),
  };
}

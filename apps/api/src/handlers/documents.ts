/** The documents about the API itself. They are made once, in `documents/`. */
import { z } from 'zod';
import { route } from '../services/route.js';

const DOCUMENT_MAX_AGE = 300;

export const swagger = route({
  path: '/swagger',
  atRoot: true,
  operationId: 'getOpenApi',
  tag: 'Server',
  summary: 'The OpenAPI 3.1 document of this API',
  description: 'Made from the schemas that check requests. Its examples are addresses and transactions of this server.',
  response: z.looseObject({ openapi: z.literal('3.1.0') }).describe('OpenAPI 3.1.'),
  async handle({ openApi, examples }) {
    const { shared, hasExamples } = await openApi.with(examples);
    return { shared, maxAge: hasExamples ? DOCUMENT_MAX_AGE : 0 };
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
  handle: ({ docsPage }) => ({ shared: docsPage, maxAge: DOCUMENT_MAX_AGE }),
});

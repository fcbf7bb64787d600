/** The documents about the API itself. Their answers are made once per process, by `openapi.ts` and `docs-page.ts`. */
import { z } from 'zod';
import { route } from '../http/route.js';
import { answerNow } from './respond.js';

const DOCUMENT_MAX_AGE = 300;

export const swagger = route({
  path: '/swagger',
  atRoot: true,
  operationId: 'getOpenApi',
  tag: 'Server',
  summary: 'The OpenAPI 3.1 document of this API',
  pathParameters: z.strictObject({}),
  query: z.strictObject({}),
  response: z.looseObject({ openapi: z.literal('3.1.0') }).describe('OpenAPI 3.1.'),
  problems: {},
  handle: ({ openApi }) => answerNow(openApi as { openapi: '3.1.0' }, DOCUMENT_MAX_AGE),
});

export const docs = route({
  path: '/docs',
  atRoot: true,
  operationId: 'getDocumentation',
  tag: 'Server',
  summary: 'This documentation as a page',
  pathParameters: z.strictObject({}),
  query: z.strictObject({}),
  response: { mediaType: 'text/html', description: 'A page that needs nothing from other hosts.' },
  problems: {},
  handle: ({ docsPage }) => answerNow(docsPage, DOCUMENT_MAX_AGE),
});

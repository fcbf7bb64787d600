import { z } from 'zod';
import { component } from './component.js';

const url = z.string().meta({ format: 'uri' });

export const IndexDocument = component('IndexDocument', 'What this server is and what can be asked of it.', {
  name: z.string(),
  description: z.string(),
  version: z.string(),
  swagger: url.describe('URL of the OpenAPI document.'),
  authentication: component('Authentication', 'Who the caller is to this server.', {
    isAuthenticated: z.boolean().describe('Whether the request carried a valid token.'),
    rateLimitTier: z.string().describe("The caller's tier, which its limits depend on; `free` without a valid token."),
    info: z.string().describe('What to know about tokens and limits here.'),
  }),
  endpoints: z.record(z.string(), z.string()).describe('"METHOD path" → what it answers.'),
  examples: z.record(z.string(), url).describe('Name → URL that works on this server now.'),
});
export type IndexDocument = z.infer<typeof IndexDocument>;

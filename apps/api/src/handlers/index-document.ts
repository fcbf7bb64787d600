import { z } from 'zod';
import type { Example } from '../example-finder.js';
import { baseUrl } from '../http/base-url.js';
import { route } from '../http/route.js';
import { isStoreError } from '../http/store-error.js';
import { IndexDocument } from '../schemas/index-document.js';
import type { Services } from '../services.js';
import { VERSION } from '../version.js';
import { answerNow } from './respond.js';

const DESCRIPTION =
  'Self-hosted index of cryptocurrency addresses: exact balances and history at any offset. Read-only.';
const AUTHENTICATION =
  'No token is needed. This server does not check tokens: every caller is in tier "free", and no rate limit applies.';

export const indexDocument = route({
  path: '/',
  atRoot: true,
  operationId: 'getIndex',
  tag: 'Server',
  summary: 'What this server is and what can be asked of it',
  pathParameters: z.strictObject({}),
  query: z.strictObject({}),
  response: IndexDocument,
  problems: {},
  async handle(services, { request }) {
    const base = baseUrl(services.publicUrl, request);
    return answerNow({
      name: 'Chaintrail',
      description: DESCRIPTION,
      version: VERSION,
      swagger: `${base}/swagger`,
      authentication: { isAuthenticated: false, rateLimitTier: 'free', info: AUTHENTICATION },
      endpoints: { ...services.endpoints },
      examples: await exampleUrls(services, base),
    });
  },
});

/** Only URLs that answer 200 now; without a database those that need none. */
async function exampleUrls({ examples }: Services, base: string): Promise<Record<string, string>> {
  const always = { openapi: `${base}/swagger`, documentation: `${base}/docs`, health: `${base}/health` };
  try {
    const perChain = (await examples.find()).flatMap((example) => Object.entries(chainUrls(example, `${base}/v0`)));
    const stored = { currencies: `${base}/v0/currencies`, rates: `${base}/v0/rates`, status: `${base}/v0/status` };
    return { ...Object.fromEntries(perChain), ...stored, ...always };
  } catch (error) {
    if (isStoreError(error)) return always;
    throw error;
  }
}

function chainUrls({ chain: { code }, txid, height, address }: Example, base: string): Record<string, string> {
  const transaction = { [`${code} transaction`]: `${base}/transactions/${code}/${txid}` };
  if (address === null) return transaction;
  const of = `${base}/addresses/${code}/${address}`;
  return {
    [`${code} history`]: `${of}/transactions`,
    [`${code} history, second page of 10`]: `${of}/transactions?limit=10&offset=10`,
    [`${code} history, oldest first`]: `${of}/transactions?order=asc`,
    [`${code} balance`]: `${of}/balance`,
    [`${code} unspent outputs`]: `${of}/utxos`,
    [`${code} balance at block ${height}`]: `${of}/balance?height=${height}`,
    ...transaction,
  };
}

import type { Request } from 'express';
import { answerNow } from '../http/answer.js';
import type { Feature } from '../schemas/currencies-schema.js';
import { IndexDocument } from '../schemas/index-document-schema.js';
import type { Example } from '../services/example-finder.js';
import type { Services } from '../services/open-services.js';
import { route } from '../services/route.js';
import { VERSION } from '../version.js';

const DESCRIPTION =
  'Self-hosted index of cryptocurrency addresses: exact balances and history at any offset. Read-only.';

export const indexDocument = route({
  path: '/',
  atRoot: true,
  operationId: 'getIndex',
  tag: 'Server',
  summary: 'What this server is and what can be asked of it',
  description:
    'Name and version, who the caller is to the server (`authentication`), every route in a line, and URLs that work on this server.',
  response: IndexDocument,
  alternatives: {
    'text/html': {
      format: null,
      description: 'The explorer as a page, at the root alone, for browsers that ask for one.',
    },
  },
  async handle(services, { request, caller }) {
    const base = baseUrl(services.publicUrl, request);
    return answerNow({
      name: 'Chaintrail',
      description: DESCRIPTION,
      version: VERSION,
      swagger: `${base}/swagger`,
      authentication: {
        isAuthenticated: caller.isAuthenticated,
        rateLimitTier: caller.tier,
        info: services.access.info,
      },
      endpoints: { ...services.endpoints },
      examples: await exampleUrls(services, base),
    });
  },
});

/** Only URLs that answer 200 now; without a database those that need none. */
async function exampleUrls({ examples, endpoints }: Services, base: string): Promise<Record<string, string>> {
  // On a port of its own clients do not see it.
  const health = 'GET /health' in endpoints ? { health: `${base}/health` } : {};
  const always = { openapi: `${base}/swagger`, documentation: `${base}/docs`, ...health };
  const found = await examples.find();
  if (!found) return always;
  const perChain = found.flatMap((example) => Object.entries(chainUrls(example, `${base}/v0`)));
  const stored = { currencies: `${base}/v0/currencies`, rates: `${base}/v0/rates`, status: `${base}/v0/status` };
  return { ...Object.fromEntries(perChain), ...stored, ...always };
}

/** A URL, and the feature without which it makes no sense. */
type ExampleUrl = readonly [name: string, url: string, needs: Feature];

/** The second page is an example where there is one. */
const PAGE = 10;

function chainUrls(example: Example, base: string): Record<string, string> {
  const { code, features, txid, height, address, transactions } = example;
  const of = `${base}/addresses/${code}/${address}`;
  const secondPage: ExampleUrl = [
    `history, second page of ${PAGE}`,
    `${of}/transactions?limit=${PAGE}&offset=${PAGE}`,
    'history',
  ];
  const ofAddress: ExampleUrl[] = [
    ['history', `${of}/transactions`, 'history'],
    ...(transactions > PAGE ? [secondPage] : []),
    ['history, oldest first', `${of}/transactions?order=asc`, 'history'],
    [`history up to block ${height}`, `${of}/transactions?toHeight=${height}`, 'history'],
    ['balance', `${of}/balance`, 'balance'],
    ['unspent outputs', `${of}/utxos`, 'utxos'],
    [`balance at block ${height}`, `${of}/balance?height=${height}`, 'balance-at-height'],
  ];
  const transaction: ExampleUrl = ['transaction', `${base}/transactions/${code}/${txid}`, 'transaction'];
  const urls = [...(address === null ? [] : ofAddress), transaction].filter(([, , needs]) => features.includes(needs));
  return Object.fromEntries(urls.map(([name, url]) => [`${code} ${name}`, url]));
}

/** Host and port as browsers write them. Anything else in a Host header is not repeated to anyone. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** @returns what stands before paths, without a slash at the end. A trusted proxy says whether clients speak TLS. */
function baseUrl(publicUrl: string | undefined, request: Request): string {
  if (publicUrl !== undefined) return publicUrl;
  const { host } = request.headers;
  if (host !== undefined && host.length <= 255 && HOST.test(host))
    return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`;
  return `http://127.0.0.1:${request.socket.localPort ?? 80}`;
}

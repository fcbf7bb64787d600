/** Every documented route is called, and every answer checked against the document that the server itself serves. */
import { chainOnNetwork, formatAddress, parseAddress, requireChain } from '@chaintrail/chains';
import type { Session } from '@chaintrail/db';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../src/documents/openapi.js';
import { encodePosition, endOfBlock } from '../src/stream/position.js';
import {
  ASGARD,
  AT as COSMOS_AT,
  COSMOS_BLOCKS,
  CONTRACT as COSMOS_CONTRACT,
  OWNER as COSMOS_OWNER,
  FIRST,
  FRIEND,
  textOf,
} from './support/cosmos-demo.js';
import { BUSY, demoChain } from './support/demo-chain.js';
import { AT, CONTRACT, EVM_BLOCKS, MINER, OWNER } from './support/evm-demo.js';
import { type SeedOptions, seedChain } from './support/seed-chain.js';
import { seedCosmosChain } from './support/seed-cosmos-chain.js';
import { accountOf, blockHash, insert, seedEvmChain, txidOf } from './support/seed-evm-chain.js';
import { PENDING_EVM_TXID, seedEvmMempool } from './support/seed-evm-mempool.js';
import { pendingTxid, seedMempool } from './support/seed-mempool.js';
import { serve, serveDemo } from './support/served.js';
import { HOLDER, P2SH32, SPECIAL_CHAINS, addressOf as specialAddressOf, TOKEN } from './support/special-chains.js';
import type { TestApi } from './support/start-api.js';
import { type Reply, startApi } from './support/start-api.js';

const addressOf = (code: 'btc' | 'ltc') =>
  formatAddress(requireChain(code).networks.find(({ name }) => name === 'regtest')!, BUSY);

/** The id of an event of a chain that was synced at another time. */
const GONE = encodePosition(
  { key: Buffer.alloc(32), chain: 'btc', network: 'regtest' },
  {
    ...{ liveSince: 1, reorgId: 0, hash: 'ab'.repeat(32) },
    ...{ told: endOfBlock(1), pending: { at: 0, key: null } },
  },
);

interface Content {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { $ref: string }>>;
}

interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly example?: unknown;
    readonly schema: { readonly default?: unknown; readonly examples?: readonly unknown[] };
  }[];
  readonly responses: Record<string, { content?: Record<string, Content>; headers?: object }>;
}

interface Document {
  readonly openapi: string;
  readonly servers: readonly { url: string }[];
  readonly paths: Record<string, { get?: Operation; post?: Operation; servers?: readonly { url: string }[] }>;
}

// Every header that is documented is there where there are limits.
const LIMITED = { env: { RATE_LIMITS: 'free=100000000/1h' } };

const api = serveDemo(async ({ databaseUrl }) => {
  const { blocks } = demoChain();
  await seedChain(databaseUrl, { chain: 'ltc', network: 'regtest', blocks, live: false, nodeHeight: 100 });
}, LIMITED);

let document: Document;
let ajv: Ajv2020;
beforeAll(async () => {
  document = (await api.get('/swagger')).json;
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(closed(document), 'api');
  // Routes in the form of other software need a node, and are called in tests/e2e-esplora.test.ts and e2e-blockbook.test.ts.
  document = ownOf(document);
});

/** How a path is asked: none is asked in two ways. */
const methodOf = (path: string): 'get' | 'post' => ('post' in document.paths[path]! ? 'post' : 'get');
const operationOf = (path: string): Operation => document.paths[path]![methodOf(path)]!;
/** The descriptor of an account of one address, on the chain that a URL names. */
const descriptorOf = (url: string): string => `addr(${addressOf(url.includes('/ltc/') ? 'ltc' : 'btc')})`;
/** A POST brings a descriptor, or what is no transaction. */
const ask = (path: string, url: string, from: TestApi = api): Promise<Reply> => {
  const body = path.startsWith('/accounts/') ? descriptorOf(url) : 'x';
  return from.get(url, methodOf(path) === 'post' ? { method: 'POST', body } : {});
};

/** Requests per documented path: what follows the path's own address, and the status it must have. */
function requests(path: string): readonly (readonly [string, number])[] {
  const btc = path.replace('{currency}', 'btc').replace('{address}', addressOf('btc'));
  const ltc = path.replace('{currency}', 'ltc').replace('{address}', addressOf('ltc'));
  const unknown = path.replace('{currency}', 'xyz').replace('{address}', 'x');
  const malformed = path.replace('{currency}', 'btc').replace('{address}', 'x');
  if (path.startsWith('/accounts/')) {
    const named = (url: string) => url.replace('{descriptor}', descriptorOf(url));
    return [
      [named(btc), 200],
      [named(ltc), 503],
      [named(unknown), 404],
      [`${named(btc)}?x=1`, 400],
      ...(path.includes('{descriptor}') ? [[btc.replace('{descriptor}', 'x'), 400] as const] : []),
    ];
  }
  switch (path) {
    case '/addresses/{currency}/{address}/transactions':
      return [
        [`${btc}?limit=1000`, 200],
        [`${btc}?limit=3&offset=2&order=asc`, 200],
        [ltc, 503],
        [unknown, 404],
        [malformed, 400],
      ];
    case '/mempool/{currency}':
    case '/fees/{currency}':
      return [
        [btc, 404],
        [ltc, 503],
        [unknown, 404],
      ];
    case '/addresses/{currency}/{address}/utxos':
      return [
        [`${btc}?limit=1000`, 200],
        [`${btc}?limit=3&offset=2`, 200],
        [ltc, 503],
        [unknown, 404],
        [malformed, 400],
      ];
    case '/addresses/{currency}/{address}':
    case '/addresses/{currency}/{address}/balance':
      return [
        [btc, 200],
        [`${btc}?height=3`, 200],
        [ltc, 503],
        [unknown, 404],
        [malformed, 400],
      ];
    case '/stream':
      return [
        [`${path}?currency=btc&address=${addressOf('btc')}`, 200],
        [`${path}?currency=ltc`, 503],
        [`${path}?currency=xyz`, 404],
        [`${path}?currency=btc&address=x`, 400],
        [`${path}?currency=btc&lastEventId=x`, 400],
        [`${path}?currency=btc&lastEventId=${GONE}`, 410],
      ];
    case '/addresses/{currency}/balances':
      return [
        [`${btc}?address=${addressOf('btc')}`, 200],
        [`${btc}?address=${addressOf('btc')}&address=${addressOf('btc')}&height=3`, 200],
        [`${ltc}?address=${addressOf('ltc')}`, 503],
        [`${unknown}?address=x`, 404],
        [`${btc}?address=x`, 400],
      ];
    case '/transactions/{currency}/{txid}': {
      const known = api.seeded.txids.map((txid) => [btc.replace('{txid}', txid), 200] as const);
      const missing = 'ab'.repeat(32);
      return [
        ...known,
        [btc.replace('{txid}', missing), 404],
        [ltc.replace('{txid}', missing), 503],
        [btc.replace('{txid}', 'x'), 400],
      ];
    }
    case '/transactions/{currency}/{txid}/raw':
      return [
        [btc.replace('{txid}', api.seeded.txids[0]!), 404],
        [unknown.replace('{txid}', 'x'), 404],
        [`${btc.replace('{txid}', 'x')}?x=1`, 400],
      ];
    case '/transactions/{currency}':
      return [
        [btc, 403],
        [`${btc}?x=1`, 400],
      ];
    case '/blocks/{currency}/{block}':
      return [
        [btc.replace('{block}', 'latest'), 200],
        [`${btc.replace('{block}', api.seeded.tipHash)}?limit=2&offset=1`, 200],
        [btc.replace('{block}', '1000'), 404],
        [ltc.replace('{block}', '1'), 503],
        [unknown.replace('{block}', '1'), 404],
        [btc.replace('{block}', 'x'), 400],
      ];
    case '/tokens/{currency}/{asset}/holders':
      return [
        [btc.replace('{asset}', 'x'), 404],
        [unknown.replace('{asset}', 'x'), 404],
        [`${btc.replace('{asset}', 'x')}?limit=0`, 400],
      ];
    case '/tokens/{currency}/holders':
      return [
        [`${btc}?asset=x`, 404],
        [`${unknown}?asset=x`, 404],
        [btc, 400],
      ];
    default:
      return [
        [path, 200],
        [`${path}?x=1`, 400],
      ];
  }
}

function pointer(path: string, status: string, mediaType: string): string {
  const steps = ['paths', path, methodOf(path), 'responses', status, 'content', mediaType, 'schema'];
  return `api#/${steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
}

function check(path: string, reply: Reply): void {
  const { responses } = operationOf(path);
  const status = String(reply.status) in responses ? String(reply.status) : 'default';
  const mediaType = (reply.headers.get('content-type') ?? '').split(';')[0]!;
  expect(Object.keys(responses[status]!.content ?? {}), `${path} ${status}`).toContain(mediaType);
  // Headers about one request are not for those whom a cache hands the answer to.
  const isShared = /public/.test(reply.headers.get('cache-control') ?? '');
  for (const header of Object.keys(responses[status]!.headers ?? {})) {
    if (isShared && ['RateLimit', 'X-Request-Id'].includes(header))
      expect(reply.headers.get(header), `${path} ${status} ${header}`).toBeNull();
    else expect(reply.headers.get(header), `${path} ${status} ${header}`).not.toBeNull();
  }
  const validate = ajv.getSchema(pointer(path, status, mediaType));
  expect(validate, pointer(path, status, mediaType)).toBeDefined();
  const value = reply.json ?? reply.text;
  expect(validate!(value) ? [] : validate!.errors, `${path} ${reply.status}`).toEqual([]);
}

it('answers that are refused by a limit are the documented ones', async () => {
  const limited = await startApi(api.databaseUrl, { env: { RATE_LIMITS: 'free=1/1h' } });
  const paths = Object.keys(document.paths).filter((path) => '429' in operationOf(path).responses);
  expect(paths.length).toBeGreaterThan(8);
  await limited.get('/v0');
  for (const path of paths) {
    const reply = await ask(path, `/v0${path.replace('{currency}', 'btc')}`, limited);
    expect(reply.status, path).toBe(429);
    check(path, reply);
  }
  for (const path of ['/health', '/ready', '/metrics']) expect((await limited.get(path)).status, path).toBe(200);
  await limited.stop();
});

const urlsOf = (path: string): string[] =>
  (document.paths[path]!.servers ?? document.servers).map(({ url }) => url.replace(/\/$/, ''));

describe('the served OpenAPI document', () => {
  it('is the committed one for a server without PUBLIC_URL, with examples of this server', () => {
    const committed: Document = ownOf(JSON.parse(JSON.stringify(openApiDocument())));
    expect(withoutExamples(document)).toEqual(withoutExamples(committed));
    expect(document).not.toEqual(committed);
    expect(document.openapi).toBe('3.1.0');
  });

  it('can be tried out as it is: what a viewer fills in is answered', async () => {
    for (const [path, operation] of Object.keys(document.paths).map((path) => [path, operationOf(path)] as const)) {
      // The operator of this server lets nobody send transactions.
      if (methodOf(path) === 'post') continue;
      const filled = operation.parameters.map(({ name, in: place, example, schema }) => ({
        name,
        place,
        value: example ?? schema.default,
      }));
      const inPath = filled.reduce((url, { name, value }) => url.replace(`{${name}}`, String(value)), path);
      const query = filled.filter(({ place, value }) => place === 'query' && value !== undefined);
      const url = `/v0${inPath}?${query.map(({ name, value }) => `${name}=${value}`).join('&')}`;
      // The only chain of this server that is live has no tokens, its mempool is not followed, and its node not asked.
      expect((await api.get(url)).status, url).toBe(/^\/(tokens|mempool|fees)\/|\/raw$/.test(path) ? 404 : 200);
    }
  });

  it('has heights of this server for what may be left out', async () => {
    for (const path of ['/addresses/{currency}/{address}/balance', '/addresses/{currency}/{address}/transactions']) {
      const [of] = requests(path)[0]!;
      const heights = operationOf(path).parameters.filter(({ name }) => /height$/i.test(name));
      expect(heights.length).toBeGreaterThan(0);
      for (const { name, schema } of heights) {
        const url = `/v0${of.replace(/\?.*/, '')}?${name}=${schema.examples![0]}`;
        expect((await api.get(url)).status, url).toBe(200);
      }
    }
  });

  it('has examples that are what they are examples of', () => {
    const { schemas } = (document as unknown as { components: { schemas: Record<string, { examples?: unknown[] }> } })
      .components;
    const shown = Object.entries(schemas).flatMap(([id, { examples = [] }]) =>
      examples.map((example) => [id, example] as const),
    );
    expect(shown.length).toBeGreaterThan(15);
    for (const [id, example] of shown) {
      const validate = ajv.getSchema(`api#/components/schemas/${id}`)!;
      expect(validate(example) ? [] : validate.errors, id).toEqual([]);
    }
    const bitcoin = chainOnNetwork(requireChain('btc'), 'mainnet')!;
    const ethereum = chainOnNetwork(requireChain('eth'), 'mainnet')!;
    const thorchain = chainOnNetwork(requireChain('rune'), 'mainnet')!;
    const text = JSON.stringify(shown);
    for (const [followed, pattern] of [
      [bitcoin, /(?<=")1[a-zA-Z0-9]{25,33}(?=")/g],
      [ethereum, /(?<=")0x[a-zA-Z0-9]{40}(?=")/g],
      [thorchain, /(?<=")thor1[a-z0-9]{38,58}(?=")/g],
    ] as const) {
      const addresses = new Set(text.match(pattern));
      expect(addresses.size).toBeGreaterThan(1);
      for (const address of addresses)
        expect(formatAddress(followed.network, parseAddress(followed, address))).toBe(address);
    }
    // On chains of accounts an address is one of an account, and nothing is the largest number of JavaScript.
    for (const id of ['Transfer', 'TokenBalance', 'AccountTransaction', 'EvmHistoryTransaction'])
      expect(JSON.stringify(schemas[id]), id).not.toMatch(/bc1|"1[a-zA-Z0-9]{25,33}"/);
    expect(JSON.stringify(schemas)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it('takes the txids that the server takes', async () => {
    const { parameters } = operationOf('/transactions/{currency}/{txid}');
    const { schema } = parameters.find(({ name }) => name === 'txid')!;
    const txid = api.seeded.txids[0]!;
    for (const [text, status] of [
      [txid, 200],
      [txid.toUpperCase(), 200],
      [`0x${txid}`, 200],
      [`0X${txid.toUpperCase()}`, 200],
      [`${txid}0`, 400],
      [`x${txid.slice(1)}`, 400],
    ] as const) {
      expect((await api.get(`/v0/transactions/btc/${text}`)).status, text).toBe(status);
      expect(ajv.validate(schema, text), text).toBe(status === 200);
    }
  });

  it('describes every answer of every route, errors included', async () => {
    const paths = Object.keys(document.paths);
    expect(paths).toHaveLength(33);
    for (const path of paths) {
      for (const [suffix, status] of requests(path)) {
        const reply = await ask(path, `/v0${suffix}`);
        expect(reply.status, suffix).toBe(status);
        check(path, reply);
      }
      const refused = await api.get(`/v0${requests(path)[0]![0]}`, { method: 'DELETE' });
      expect(refused.status).toBe(405);
      check(path, refused);
    }
  });

  it('describes the media types of a whole history, which are what the server sends', async () => {
    const get = operationOf('/addresses/{currency}/{address}/transactions');
    const types = Object.keys(get.responses['200']!.content!);
    expect(types).toEqual(['application/json', 'text/csv', 'application/x-ndjson']);
    const url = `/v0/addresses/btc/${addressOf('btc')}/transactions`;
    for (const accept of types) {
      const { headers, text } = await api.get(url, { headers: { accept } });
      expect(headers.get('content-type')!.split(';')[0]).toBe(accept);
      if (accept !== 'application/x-ndjson') continue;
      const validate = ajv.getSchema('api#/components/schemas/HistoryTransaction')!;
      for (const line of text.trimEnd().split('\n')) expect(validate(JSON.parse(line))).toBe(true);
    }
  });

  it('is answered identically below every documented prefix, and nowhere else', async () => {
    for (const path of Object.keys(document.paths)) {
      const prefixes = urlsOf(path);
      const replies = await Promise.all(
        requests(path).map(([suffix]) => Promise.all(prefixes.map((prefix) => api.get(prefix + suffix)))),
      );
      for (const [first, ...others] of replies) {
        for (const other of others) {
          expect(other.status).toBe(first!.status);
          expect(withoutInstance(other)).toEqual(withoutInstance(first!));
        }
      }
      if (prefixes.includes('')) continue;
      expect((await api.get(requests(path)[0]![0])).status, path).toBe(404);
    }
  });

  it('leaves answers open, and tells families apart', () => {
    const { schemas } = (
      document as unknown as {
        components: { schemas: Record<string, { oneOf?: { $ref: string }[]; discriminator?: unknown }> };
      }
    ).components;
    expect(Object.keys(schemas).length).toBeGreaterThan(15);
    const text = JSON.stringify(schemas);
    expect(text).not.toMatch(/"additionalProperties":false|"enum":/);
    expect(text.match(/"x-extensible-enum":\["/g)!.length).toBeGreaterThan(30);
    const families = Object.entries(schemas).flatMap(([id, { oneOf, discriminator }]) =>
      oneOf ? [[id, oneOf.map(({ $ref }) => $ref), discriminator] as const] : [],
    );
    expect(families.map(([id]) => id).sort()).toEqual(['BlockTransaction', 'HistoryTransaction', 'Transaction']);
    for (const [id, [utxo, evm, cosmos], discriminator] of families)
      expect(discriminator, id).toEqual({ propertyName: 'family', mapping: { utxo, evm, cosmos } });
  });

  it('says of every operation what it does', () => {
    const { info } = document as unknown as { info: Record<string, unknown> };
    expect(info['contact']).toEqual({ name: expect.any(String), url: expect.any(String) });
    const forOperators = ['/health', '/ready', '/metrics'];
    for (const path of Object.keys(document.paths)) {
      const get = operationOf(path);
      expect(get.description?.length, path).toBeGreaterThan(60);
      expect('429' in get.responses, path).toBe(!forOperators.includes(path));
    }
  });

  it('shows queries that are what they are examples of', () => {
    const parameters = Object.keys(document.paths).flatMap((path) =>
      operationOf(path).parameters.map((parameter) => ({ path, ...parameter })),
    );
    expect(parameters.length).toBeGreaterThan(40);
    for (const { path, name, in: place, schema, example } of parameters) {
      const shown = example === undefined ? (schema.examples ?? []) : [example];
      if (place === 'query') expect(shown.length, `${path} ${name}`).toBeGreaterThan(0);
      for (const each of shown) expect(ajv.validate(schema, each), `${path} ${name} ${each}`).toBe(true);
    }
  });

  it('shows errors that are what they are examples of, with every status', () => {
    const { examples } = (
      document as unknown as {
        components: { examples: Record<string, { summary: string; value: Record<string, unknown> }> };
      }
    ).components;
    const responses = Object.keys(document.paths).flatMap((path) =>
      Object.entries(operationOf(path).responses).flatMap(([status, { content = {} }]) => {
        const problem = content['application/problem+json'];
        return problem ? [[path, status, Object.values(problem.examples ?? {})] as const] : [];
      }),
    );
    for (const [path, status, shown] of responses) {
      expect(shown.length, `${path} ${status}`).toBeGreaterThan(0);
      for (const { $ref } of shown) {
        const { value } = examples[$ref.replace('#/components/examples/', '')]!;
        expect([String(value['status']), 'default'], `${path} ${$ref}`).toContain(status);
      }
    }
    const validate = ajv.getSchema('api#/components/schemas/Problem')!;
    for (const [code, { value, summary }] of Object.entries(examples)) {
      expect(validate(value) ? [] : validate.errors, code).toEqual([]);
      expect(value).toMatchObject({ code, title: summary, type: `/docs#${code}` });
    }
  });

  it('lists what the index document lists, and its examples work', async () => {
    const { json } = await api.get('/');
    const documented = Object.keys(document.paths);
    expect(Object.keys(json.endpoints)).toHaveLength(documented.length);
    for (const endpoint of Object.keys(json.endpoints)) {
      expect(documented, endpoint).toContain(endpoint.replace(/^(GET|POST) (\/v0)?(?=\/)/, ''));
    }
    const examples = Object.values<string>(json.examples);
    expect(examples.filter((url) => url.includes('/btc/'))).toHaveLength(8);
    expect(examples.some((url) => url.includes('/ltc/'))).toBe(false);
    for (const url of examples) expect((await api.get(url)).status, url).toBe(200);
    expect(json).toMatchObject({ version: '0.4.1', swagger: `${api.url}/swagger` });
  });
});

describe('what only one chain has', () => {
  const chains = Object.keys(SPECIAL_CHAINS) as (keyof typeof SPECIAL_CHAINS)[];
  const known = new Map<string, string[]>();
  const specialApi = serve(async ({ databaseUrl: url }) => {
    for (const chain of chains) {
      const { txids } = await seedChain(url, { chain, network: 'regtest', blocks: SPECIAL_CHAINS[chain] });
      await seedPending(url, chain, txids[1]!);
      known.set(chain, [...txids, pendingTxid(1)]);
    }
  }, LIMITED);

  it.each(chains)('is described, and so are unconfirmed transactions: %s', async (chain) => {
    for (const txid of known.get(chain)!)
      check('/transactions/{currency}/{txid}', await answered(`/v0/transactions/${chain}/${txid}`));
    for (const key of chain === 'bch' ? [HOLDER, P2SH32] : [HOLDER]) {
      for (const what of ['transactions', 'transactions?limit=1', 'balance', 'utxos', 'utxos?limit=1']) {
        const url = `/v0/addresses/${chain}/${specialAddressOf(chain, key)}/${what}`;
        check(`/addresses/{currency}/{address}/${what.replace(/\?.*/, '')}`, await answered(url));
      }
    }
    for (const height of SPECIAL_CHAINS[chain].keys())
      check('/blocks/{currency}/{block}', await answered(`/v0/blocks/${chain}/${height}`));
    for (const path of ['/currencies', '/status']) check(path, await answered(`/v0${path}`));
  });

  async function answered(url: string): Promise<Reply> {
    const reply = await specialApi.get(url);
    expect(reply.status, url).toBe(200);
    return reply;
  }
});

describe('EVM chains', () => {
  const evmApi = serve(async ({ databaseUrl: url, session }) => {
    await seedEvmChain(url, { chain: 'eth', blocks: EVM_BLOCKS, tracedTo: AT.internal });
    await seedEvmChain(url, { chain: 'op', blocks: EVM_BLOCKS });
    await seedEvmMempool(url, 'op', OWNER, MINER);
    for (const chain of ['eth', 'op'] as const) await seedHeldToken(session, chain, HELD, OWNER);
  }, LIMITED);

  it.each(['eth', 'op'] as const)('are described: %s', async (chain) => {
    const reply = async (path: string, suffix: string, status: number): Promise<void> => {
      const answered = await evmApi.get(`/v0${suffix}`);
      expect(answered.status, suffix).toBe(status);
      check(path, answered);
    };
    for (const [height, { transactions, own }] of EVM_BLOCKS.entries()) {
      const txids = transactions.map((_, index) => txidOf(chain, height, index));
      for (const txid of own ? [...txids, blockHash(chain, height)] : txids)
        await reply('/transactions/{currency}/{txid}', `/transactions/${chain}/${txid}`, 200);
    }
    for (const height of EVM_BLOCKS.keys())
      await reply('/blocks/{currency}/{block}', `/blocks/${chain}/${height}`, 200);
    await reply('/fees/{currency}', `/fees/${chain}`, 200);
    const pending = `/transactions/${chain}/0x${PENDING_EVM_TXID}`;
    await reply('/transactions/{currency}/{txid}', pending, chain === 'op' ? 200 : 404);
    const network = requireChain(chain).networks.find(({ name }) => name === 'local')!;
    for (const key of [OWNER, MINER, CONTRACT]) {
      const of = `/addresses/${chain}/${formatAddress(network, key)}`;
      const route = '/addresses/{currency}/{address}';
      for (const query of ['', '?limit=2', '?order=asc&offset=1'])
        await reply(`${route}/transactions`, `${of}/transactions${query}`, 200);
      for (const query of ['', '?height=4']) await reply(`${route}/balance`, `${of}/balance${query}`, 200);
      await reply(`${route}/utxos`, `${of}/utxos`, 404);
    }
    const holders = '/tokens/{currency}/{asset}/holders';
    for (const [asset, status] of [
      [HELD, 200],
      [CONTRACT, 404],
    ] as const)
      await reply(holders, `/tokens/${chain}/${formatAddress(network, asset)}/holders`, status);
    for (const path of ['/currencies', '/status']) await reply(path, path, 200);
  });
});

describe('Cosmos chains', () => {
  const chains = ['rune', 'cacao'] as const;
  const cosmosApi = serve(async ({ databaseUrl: url }) => {
    await seedCosmosChain(url, { chain: 'rune', firstHeight: FIRST, blocks: COSMOS_BLOCKS });
    await seedCosmosChain(url, { chain: 'cacao', firstHeight: FIRST + 1, blocks: COSMOS_BLOCKS.slice(1) });
  }, LIMITED);

  it.each(chains)('are described: %s', async (chain) => {
    const reply = async (path: string, suffix: string, status: number): Promise<void> => {
      const answered = await cosmosApi.get(`/v0${suffix}`);
      expect(answered.status, suffix).toBe(status);
      check(path, answered);
    };
    const entries = (chain === 'rune' ? COSMOS_BLOCKS : COSMOS_BLOCKS.slice(1)).flat();
    const { parameters } = operationOf('/transactions/{currency}/{txid}');
    const { schema } = parameters.find(({ name }) => name === 'txid')!;
    for (const { kind, txid } of entries) {
      const text = txid.toString(kind === 'transaction' ? 'hex' : 'latin1');
      expect(ajv.validate(schema, text), text).toBe(true);
      await reply('/transactions/{currency}/{txid}', `/transactions/${chain}/${text}`, 200);
    }
    await reply('/transactions/{currency}/{txid}', `/transactions/${chain}/block:1:begin`, 404);
    for (let height = chain === 'rune' ? FIRST : FIRST + 1; height <= COSMOS_AT.tip; height++)
      await reply('/blocks/{currency}/{block}', `/blocks/${chain}/${height}`, 200);
    for (const query of ['', '?limit=1', '?offset=1'])
      await reply('/tokens/{currency}/{asset}/holders', `/tokens/${chain}/tcy/holders${query}`, 200);
    await reply('/tokens/{currency}/holders', `/tokens/${chain}/holders?asset=tcy`, 200);
    await reply('/transactions/{currency}/{txid}', `/transactions/${chain}/block:1:middle`, 400);
    for (const key of [COSMOS_OWNER, FRIEND, COSMOS_CONTRACT, ASGARD]) {
      const of = `/addresses/${chain}/${textOf(key, chain)}`;
      const route = '/addresses/{currency}/{address}';
      for (const query of ['', '?limit=2', '?order=asc&offset=1'])
        await reply(`${route}/transactions`, `${of}/transactions${query}`, 200);
      for (const query of ['', `?height=${COSMOS_AT.pays}`])
        await reply(`${route}/balance`, `${of}/balance${query}`, 200);
      await reply(`${route}/utxos`, `${of}/utxos`, 404);
    }
    for (const path of ['/currencies', '/status', '/']) await reply(path, path, 200);
  });
});

const HELD = accountOf('held token');

async function seedHeldToken(session: Session, chain: 'eth' | 'op', asset: Buffer, holder: Buffer): Promise<void> {
  await insert(session, `${chain}.tokens`, { asset, first_height: 1, standard: 'erc20', address: '' });
  const row = { address_key: holder, asset, first_touched: 1, touched: 1, height: 2, balance: 5 };
  await insert(session, `${chain}.token_balances`, row);
}

async function seedPending(url: string, chain: SeedOptions['chain'], txid: string): Promise<void> {
  const outputs = [{ key: HOLDER, value: 90n, ...(chain === 'bch' ? { token: TOKEN } : {}) }];
  const pools = chain === 'zec' ? { pools: [null, 5n, null, null] } : {};
  await seedMempool(url, chain, [{ id: 1, inputs: [{ txid, vout: 0, value: 100n, key: HOLDER }], outputs, ...pools }]);
}

/**
 * The same document, for a server that says what it says and no more: answers are open for those who read them, and closed
 * for whoever gives them.
 */
function closed(shown: unknown): object {
  return JSON.parse(JSON.stringify(shown), (_key, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { 'x-extensible-enum': words, ...schema } = value;
    const isObject = schema.type === 'object' && schema.properties && !('additionalProperties' in schema);
    return { ...schema, ...(words ? { enum: words } : {}), ...(isObject ? { additionalProperties: false } : {}) };
  });
}

function ownOf(shown: Document): Document {
  const own = Object.entries(shown.paths).filter(([path]) => !/^\/(?:esplora|blockbook)\//.test(path));
  return { ...shown, paths: Object.fromEntries(own) };
}

/** Without what is tried out on this server. */
function withoutExamples(shown: Document): unknown {
  return JSON.parse(
    JSON.stringify(shown, (key, value) => {
      if (key === 'example') return undefined;
      const isOptional = value?.in === 'query' && !value.required;
      return isOptional ? { ...value, schema: { ...value.schema, examples: undefined } } : value;
    }),
  );
}

/** Without what is another one each time: numbers of metrics, ids of requests. */
function withoutInstance({ json, text }: Reply): unknown {
  if (json !== undefined) return { ...json, instance: null, uptime: null };
  if (text.startsWith('retry: ')) return text.replace(/^retry: .*/, '');
  return text.startsWith('# HELP') ? text.replaceAll(/^[^#].*$/gm, '') : text;
}

import { beforeEach, describe, expect, it } from 'vitest';
import { BlockNotFoundError, type EvmNode, NodeError, NodeLieError, StateUnavailableError } from '../src/index.js';
import { FakeEvmNode, hashAt, RefusalWithData } from './evm-node-fake.js';
import { failureOf, Refusal } from './node-fake.js';

let fake: FakeEvmNode;
let node: EvmNode;
const block = { height: 1, hash: hashAt(1) };
const key = Buffer.alloc(20, 1);

beforeEach(async () => {
  fake = await new FakeEvmNode().start();
  node = fake.client();
});

/** Failure of a balance when the node refuses it. */
async function refused(code: number, message: string, data?: unknown): Promise<unknown> {
  fake.methods['eth_getBalance'] = () => {
    throw new RefusalWithData(code, message, data);
  };
  return failureOf(node.balances([key], block));
}

describe('state that is gone is told apart', () => {
  it.each([
    ['geth', -32000, 'missing trie node 4ffbde5a (path ) state 0x8d1a is not available, not found'],
    ['geth', -32000, 'required historical state unavailable (reexec=128)'],
    ['geth', -32000, 'historical state not available in path scheme yet'],
    ['geth', -32000, 'historical state 0x8d1a is not available'],
    ['geth', -32000, "state histories haven't been fully indexed yet"],
    ['reth', -32603, 'state at block #11052984 is pruned'],
    ['reth', -32603, 'no state found for block 0xab'],
    ['reth', -32602, 'distance to target block exceeds maximum proof window'],
    ['reth', 4444, 'pruned history unavailable'],
    ['erigon', -32000, 'history has been pruned for this block'],
    ['erigon', -32000, 'old data not available due to pruning'],
    ['nethermind', -32002, 'No state available for block 0xab'],
    ['besu', -32000, 'World state unavailable'],
    // By the source of Nitro 3.9.8; its recorded answers are those of an archive node.
    ['nitro', -32000, 'missing trie node 4ffbde5a (path 02) state 0x8d1a is not available'],
    ['a provider', -32000, 'Archive requests require a personal token.'],
  ])('by %s (%i, %s)', async (_client, code, message) => {
    expect(await refused(code, message)).toBeInstanceOf(StateUnavailableError);
    expect(fake.calls).toHaveLength(1);
  });

  it('by nethermind in the stack trace of an internal error', async () => {
    const trace =
      'Nethermind.Trie.MissingTrieNodeException: Node A: P:2 H:0x99 is missing from the DB\n   at Nethermind';
    expect(await refused(-32603, 'Internal error', trace)).toBeInstanceOf(StateUnavailableError);
  });
});

describe('a block that is not there is told apart', () => {
  it.each([
    ['geth', -32000, 'header for hash not found'],
    ['geth', -32000, 'header not found'],
    ['geth', -32000, 'block 0xab not found'],
    ['reth', -32001, 'block not found: hash 0xab'],
    ['nethermind', -39001, 'Unknown block'],
    ['besu', -32000, 'Block not found'],
    ['anvil', -32001, 'Resource not found'],
    ['erigon', -32000, 'block not found 11185311'],
  ])('by %s (%i, %s)', async (_client, code, message) => {
    expect(await refused(code, message)).toBeInstanceOf(BlockNotFoundError);
  });
});

describe('what may pass is asked for again', () => {
  it.each([
    ['a rate limit', -32005, 'rate limit exceeded'],
    ['an overloaded erigon', -32005, 'server overloaded, retry later'],
    ['a busy reth', -32009, 'server is busy, try again later'],
    ['a slow nethermind', -32016, 'Request was canceled due to enabled timeout.'],
    ['a provider', 429, 'Your app has exceeded its compute units per second capacity'],
    ['a besu at its first sync', -32008, 'Initial sync is still in progress'],
    ['an internal error', -32603, 'Internal error'],
    ['geth out of time', -32002, 'request timed out'],
  ])('%s (%i, %s)', async (_what, code, message) => {
    const failure = await refused(code, message);
    expect(failure).toBeInstanceOf(NodeError);
    expect(failure).toMatchObject({ retryable: true, facts: { code } });
    expect(fake.calls).toHaveLength(3);
  });
});

describe('a method that is missing is told apart', () => {
  it.each([
    ['geth', -32601, 'the method eth_getBalance does not exist/is not available'],
    ['nethermind', -32600, "eth_getBalance found but the containing module is disabled for the url 'http://x'"],
    ['nethermind', -32601, 'Method eth_getBalance is not supported'],
    ['besu', -32604, 'Method not enabled'],
    ['anvil', -32601, 'Method not found'],
  ])('by %s (%i, %s)', async (_client, code, message) => {
    expect(await refused(code, message)).toMatchObject({ retryable: false, facts: { code: -32601 } });
  });
});

it('retries nothing that the node refuses for good', async () => {
  expect(await refused(-32000, 'no')).toMatchObject({ retryable: false });
  expect(fake.calls).toHaveLength(1);
});

describe('HTTP', () => {
  it('bad credentials name the setting and are not shown', async () => {
    await node.close();
    const tried: (string | undefined)[] = [];
    fake.misbehave = ({ request, response }) => {
      tried.push(request.headers.authorization);
      response.writeHead(401).end('no');
      return true;
    };
    node = fake.client({ endpoint: { url: fake.url, user: 'me', password: 'sesame-street' } });
    const failure = await failureOf(node.tip());
    expect(failure).toMatchObject({ retryable: false, facts: { code: 401 } });
    expect(String(failure)).toContain('ETH_RPC_URL');
    expect(String(failure)).not.toContain('sesame');
    expect(tried[0]).toBe(`Basic ${Buffer.from('me:sesame-street').toString('base64')}`);
  });

  it.each([
    ['a page', 404, (url: string) => `<pre>Cannot POST ${url}</pre>`],
    ['a page that repeats it readably', 403, (url: string) => decodeURIComponent(url)],
    ['JSON', 400, (url: string) => `{"id":null,"error":{"code":-32000,"message":"no such key: ${url}"}}`],
  ])('a key in the path or the query is not shown where it is repeated by %s', async (_what, status, say) => {
    await node.close();
    fake.misbehave = ({ request, response }) => {
      response.writeHead(status).end(say(request.url ?? ''));
      return true;
    };
    node = fake.client({ endpoint: { url: `${fake.url}/v3/s3cr3t%2Bs3cr3t?apikey=t0ken-t0ken-t0ken` } });
    const message = String(await failureOf(node.rawBlock(hashAt(1))));
    expect(message).not.toMatch(/s3cr3t|t0ken/);
    expect(message).toContain('…');
  });

  it('a key in the path or the query is sent and never shown', async () => {
    await node.close();
    const paths: (string | undefined)[] = [];
    fake.misbehave = ({ request, response }) => {
      paths.push(request.url);
      response.writeHead(403).end('{"message":"forbidden"}');
      return true;
    };
    node = fake.client({ endpoint: { url: `${fake.url}/v3/s3cr3t?apikey=t0ken` } });
    const failure = await failureOf(node.preflight(0));
    expect(paths[0]).toBe('/v3/s3cr3t?apikey=t0ken');
    expect(String(failure)).toContain('403');
    expect(String(failure)).not.toMatch(/s3cr3t|t0ken/);
  });

  it('429 and 503 with or without a JSON body pass', async () => {
    const bodies = ['slow down', '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"rate limit"}}'];
    for (const body of bodies) {
      let asked = 0;
      fake.misbehave = ({ response }) => {
        asked += 1;
        if (asked > 2) return false;
        response.writeHead(asked === 1 ? 429 : 503).end(body);
        return true;
      };
      expect(await node.balances([key], block)).toHaveLength(1);
    }
  });

  it('a compressed answer is read, one that swells beyond its limit is not', async () => {
    const { gzipSync } = await import('node:zlib');
    const encoded = (text: string) => (exchange: { response: import('node:http').ServerResponse }) => {
      exchange.response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text));
      return true;
    };
    fake.misbehave = ({ response, calls }) =>
      encoded(`{"jsonrpc":"2.0","id":${calls[0]?.id},"result":"0x2"}`)({ response });
    expect(await node.balances([key], block)).toEqual([2n]);
    fake.misbehave = encoded(`{"jsonrpc":"2.0","id":1,"result":"${' '.repeat(80 * 2 ** 20)}"}`);
    expect(String(await failureOf(node.balances([key], block)))).toMatch(
      /larger than 33554432 bytes, the most that is read of this call: .*let ETH_RPC_URL lead to another/,
    );
  });

  it('an answer that never begins is retried, then reported', async () => {
    await node.close();
    node = fake.client({ timeoutMs: 150, retry: { attempts: 2, firstDelayMs: 1, maxDelayMs: 2, maxTotalMs: 5000 } });
    fake.misbehave = () => true;
    expect(await failureOf(node.tip())).toMatchObject({ retryable: true });
  });

  it('what is no JSON-RPC is a lie', async () => {
    for (const body of ['<html>', '[]', '{}', '{"jsonrpc":"2.0","id":999999,"result":"0x1"}', '"0x1"']) {
      fake.misbehave = ({ response }) => {
        response.end(body);
        return true;
      };
      expect(await failureOf(node.balances([key], block)), body).toBeInstanceOf(NodeLieError);
    }
  });
});

it('a node that refuses with words of its own is quoted on one line', async () => {
  fake.methods['eth_getBalance'] = () => {
    throw new Refusal(-32000, 'odd\n\u001b[31mwords');
  };
  expect((await failureOf(node.balances([key], block))) as Error).toHaveProperty(
    'message',
    'eth node, eth_getBalance: error -32000: odd [31mwords',
  );
});

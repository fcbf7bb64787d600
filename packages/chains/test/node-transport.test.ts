import { beforeEach, describe, expect, it } from 'vitest';
import { type EndedRequest, NodeError, type RetryInfo, type UtxoNode } from '../src/index.js';
import { eventually, FakeNode, failureOf, type Misbehaviour } from './node-fake.js';

let fake: FakeNode;
let node: UtxoNode;
let retries: RetryInfo[];
const RETRY_ONCE = { attempts: 2, firstDelayMs: 1, maxDelayMs: 1, maxTotalMs: 1_000 };

beforeEach(async () => {
  retries = [];
  fake = await new FakeNode().start();
  node = client(5000);
});

function client(timeoutMs: number): UtxoNode {
  return fake.client({ timeoutMs, maxBodyBytes: 100_000, onRetry: (info) => retries.push(info) });
}

/**
 * Faults, and the message of each. With a number: the time limit of a client that should not have to wait long for it.
 */
const passing: readonly [string, Misbehaviour, RegExp, number?][] = [
  [
    'a connection that is cut',
    ({ request }) => {
      request.socket.destroy();
      return true;
    },
    /connection closed|connection reset/,
  ],
  // The HTTP client's clock is coarse: with limits below a second, the limit of the whole exchange may strike first.
  ['no answer at all', () => true, /no answer in time|took longer than 400 ms/, 100],
  [
    'an answer that stalls in its body',
    ({ response }) => {
      response.writeHead(200, { 'content-length': 100 }).write('{');
      return true;
    },
    /stalled|took longer than 400 ms/,
    100,
  ],
  [
    'a body shorter than announced',
    ({ response, request }) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"id":', () => request.socket.end());
      return true;
    },
    /connection closed|shorter or longer/,
  ],
  [
    'a chunked body without its end',
    ({ response, request }) => {
      response.writeHead(200).write('{"id":', () => request.socket.end());
      return true;
    },
    /connection closed/,
  ],
  [
    'an answer that trickles without end',
    ({ response }) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
      return true;
    },
    /took longer than 400 ms/,
    100,
  ],
  [
    'a full work queue',
    ({ response }) => {
      response.writeHead(503).end('Work queue depth exceeded');
      return true;
    },
    /HTTP 503 \(Work queue depth exceeded\)/,
  ],
  [
    'a full work queue of an older node',
    ({ response }) => {
      response.writeHead(500).end('Work queue depth exceeded');
      return true;
    },
    /HTTP 500 \(Work queue depth exceeded\)/,
  ],
  [
    'a proxy without its node',
    ({ response }) => {
      response.writeHead(502).end('<html>Bad Gateway</html>');
      return true;
    },
    /HTTP 502/,
  ],
];

describe('failures that pass', () => {
  it.each(passing)('are retried, then reported as retryable: %s', async (_name, misbehave, message, timeoutMs) => {
    fake.misbehave = misbehave;
    const limited = client(timeoutMs ?? 5000);
    const error = await failureOf(limited.tip());
    expect(error).toBeInstanceOf(NodeError);
    expect(error).toMatchObject({ retryable: true, message: expect.stringMatching(message) });
    expect(fake.log).toHaveLength(3);
    expect(retries.map(({ method, attempt }) => ({ method, attempt }))).toEqual([
      { method: 'getblockchaininfo', attempt: 1 },
      { method: 'getblockchaininfo', attempt: 2 },
    ]);
  });

  it.each(passing)('are survived when they happen once: %s', async (_name, misbehave, _message, timeoutMs) => {
    fake.misbehave = (exchange) => exchange.number === 1 && misbehave(exchange);
    const limited = client(timeoutMs ?? 5000);
    expect(await limited.tip()).toEqual({ height: 0, hash: fake.hashes[0], networkHeight: 0, catchingUp: false });
  });

  it('a port where nobody listens', async () => {
    await fake.stop();
    await expect(node.tip()).rejects.toMatchObject({
      retryable: true,
      message: 'btc node, getblockchaininfo: connection refused',
    });
    await fake.start();
    expect((await node.tip()).height).toBe(0);
  });

  it('stop being retried once the policy’s total time is over', async () => {
    const hasty = fake.client({
      timeoutMs: 100,
      retry: { attempts: 10, firstDelayMs: 1, maxDelayMs: 5, maxTotalMs: 50 },
    });
    fake.misbehave = () => true;
    await expect(hasty.tip()).rejects.toMatchObject({ retryable: true });
    expect(fake.log).toHaveLength(1);
  });
});

describe('failures that stay', () => {
  const lasting: readonly [string, Misbehaviour, RegExp][] = [
    [
      'a body without end',
      ({ response }) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x20)));
        };
        response.on('drain', more);
        more();
        return true;
      },
      /larger than 265536 bytes/,
    ],
    [
      'something that is not HTTP',
      ({ request }) => {
        request.socket.end('SSH-2.0-OpenSSH_9.2\r\n');
        return true;
      },
      /not HTTP/,
    ],
    [
      'a refusal of the address',
      ({ response }) => {
        response.writeHead(403).end();
        return true;
      },
      /HTTP 403.*rpcallowip/,
    ],
    [
      'a path without RPC',
      ({ response }) => {
        response.writeHead(404).end('nothing here');
        return true;
      },
      /HTTP 404 \(nothing here\)/,
    ],
    [
      'a redirect, which is not followed',
      ({ response }) => {
        response.writeHead(302, { location: '/elsewhere' }).end();
        return true;
      },
      /HTTP 302/,
    ],
  ];
  it.each(lasting)('%s', async (_name, misbehave, message) => {
    fake.misbehave = misbehave;
    const error = await failureOf(node.tip());
    expect(error).toBeInstanceOf(NodeError);
    expect(error).toMatchObject({ retryable: false, message: expect.stringMatching(message) });
    expect(fake.log).toHaveLength(1);
  });
});

describe('close', () => {
  it('fails calls under way and later ones, not retryable', async () => {
    fake.misbehave = () => true;
    const patient = fake.client({ timeoutMs: 60_000 });
    const pending = failureOf(patient.tip());
    await eventually(() => fake.log.length).toBe(1);
    await patient.close();
    expect(await pending).toMatchObject({ name: 'NodeError', retryable: false });
    expect(await failureOf(patient.tip())).toMatchObject({ name: 'NodeError', retryable: false });
    expect(fake.log).toHaveLength(1);
  });

  it('ends the wait before a retry', async () => {
    let failed = () => {};
    const firstFailure = new Promise<void>((resolve) => {
      failed = resolve;
    });
    const retry = { attempts: 2, firstDelayMs: 60_000, maxDelayMs: 60_000, maxTotalMs: 600_000 };
    const patient = fake.client({ retry, onRetry: () => failed() });
    fake.misbehave = ({ response }) => {
      response.writeHead(503).end();
      return true;
    };
    const pending = failureOf(patient.tip());
    await firstFailure;
    await patient.close();
    expect(await pending).toMatchObject({ message: expect.stringMatching(/was closed/), retryable: false });
  });
});

it('tells of each request how long it took and whether it failed, long polls left out', async () => {
  const ended: EndedRequest[] = [];
  const watched = fake.client({ onRequest: (request) => ended.push(request), retry: { ...RETRY_ONCE } });
  fake.misbehave = ({ response, number }) => {
    if (number > 1) return false;
    response.writeHead(503).end();
    return true;
  };
  const tip = await watched.tip();
  expect(ended[0]?.hasFailed).toBe(true);
  expect(ended.slice(1).map(({ hasFailed }) => hasFailed)).toEqual(ended.slice(1).map(() => false));
  for (const { ms } of ended) expect(ms).toBeGreaterThan(0);
  expect(ended).toHaveLength(fake.log.length);
  const { hash } = tip;
  fake.methods['waitfornewblock'] = () => ({ hash: 'ff'.repeat(32), height: 1 });
  await watched.waitForNewBlock({ height: 0, hash }, 1_000, new AbortController().signal);
  expect(fake.log.filter(({ what }) => what === 'waitfornewblock').length).toBeGreaterThan(0);
  expect(ended).toHaveLength(fake.log.filter(({ what }) => what !== 'waitfornewblock').length);
});

it('sends calls and REST below the path of the endpoint', async () => {
  const prefixed = fake.client({ endpoint: { url: `${fake.url}/btc/` } });
  const paths: (string | undefined)[] = [];
  fake.misbehave = ({ request }) => {
    paths.push(request.url);
    return false;
  };
  await prefixed.rawBlock(fake.hashes[0] as string);
  expect(paths).toEqual(['/btc', '/btc/rest/chaininfo.json', '/btc']);
});

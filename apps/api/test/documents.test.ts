/** Documents, files and metrics: made and compressed once, the same bytes for everybody. */
import { createHook } from 'node:async_hooks';
import { get, type IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Recent } from '../src/read/recent.js';
import { serveDemo } from './support/served.js';
import { startApi } from './support/start-api.js';

const api = serveDemo(undefined, { scrapeMs: 1_000 });

interface Raw {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}
/** As it goes over the wire. */
function ask(path: string, headers: Record<string, string>, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    get({ port: api.port, host: '127.0.0.1', path, headers, method, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part)).once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    }).once('error', reject);
  });
}

/** @returns how often something was compressed meanwhile */
async function compressions(run: () => Promise<void>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ZLIB') count++;
    },
  }).enable();
  await run();
  hook.disable();
  return count;
}

const PATHS = ['/swagger', '/docs', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css', '/docs/docs.js'];

describe.each(PATHS)('%s', (path) => {
  it.each(['br', 'gzip', 'deflate'])('is compressed by %s once, and the same bytes each time', async (encoding) => {
    const headers = { 'accept-encoding': encoding };
    const first = await ask(path, headers);
    expect(first.status).toBe(200);
    const again = compressions(async () => {
      for (const { status, headers: sent, bytes } of await Promise.all(
        Array.from({ length: 20 }, () => ask(path, headers)),
      )) {
        expect(status).toBe(200);
        expect(bytes.equals(first.bytes)).toBe(true);
        for (const name of ['etag', 'content-type', 'content-encoding', 'content-length', 'cache-control', 'vary'])
          expect(sent[name], name).toBe(first.headers[name]);
      }
    });
    expect(await again).toBe(0);
  });

  it('has a tag, a length for HEAD, and 304', async () => {
    const plain = { 'accept-encoding': 'identity' };
    const { headers, bytes } = await ask(path, plain);
    const head = await ask(path, plain, 'HEAD');
    expect([head.headers['content-length'], head.bytes.length]).toEqual([String(bytes.length), 0]);
    const same = await ask(path, { ...plain, 'if-none-match': String(headers['etag']) });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
  });
});

it('scrapes within a second of each other are one', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const compressed = await compressions(async () => {
    const began = performance.now();
    let seen = new Set<string>();
    while (performance.now() - began < 500) {
      const texts = await Promise.all(Array.from({ length: 10 }, () => ask('/metrics', headers)));
      seen = new Set([...seen, ...texts.map(({ bytes }) => bytes.toString('base64'))]);
    }
    expect(seen.size).toBeLessThanOrEqual(2);
  });
  expect(compressed).toBeLessThanOrEqual(2);
});

it('what is made once in a while is made anew after it, and after a failure', async () => {
  let made = 0;
  const recent = new Recent(async () => {
    if (++made === 1) throw new Error('not yet');
    return made;
  }, 0);
  const both = () => Promise.allSettled([recent.get(), recent.get()]);
  expect(await both()).toMatchObject([{ reason: { message: 'not yet' } }, { reason: { message: 'not yet' } }]);
  expect(await both()).toMatchObject([{ value: 2 }, { value: 2 }]);
  expect(await both()).toMatchObject([{ value: 3 }, { value: 3 }]);
});

it('documentation is charged, files included', async () => {
  const limited = await startApi(api.databaseUrl, { env: { RATE_LIMITS: 'free=2/1h' } });
  const statuses: number[] = [];
  for (const path of ['/docs', '/docs/docs.css', '/docs/docs.js', '/swagger'])
    statuses.push((await limited.get(path)).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
  await limited.stop();
});

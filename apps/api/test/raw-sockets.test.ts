/** Sockets that send anything, and are reset at any moment: the process survives all of them. */
import { connect, type Socket } from 'node:net';
import { createTestDatabase, type SpawnedApi, spawnApi, type TestDatabase, waitFor } from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: SpawnedApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await spawnApi({ databaseUrl: database.url });
});
afterAll(async () => {
  await api?.process.stop();
  await database?.drop();
});

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n';

const ATTACKS: readonly (readonly [name: string, bytes: string])[] = [
  ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['CONNECT, and more behind it', `CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n${'x'.repeat(100_000)}`],
  ['CONNECT behind an answer', `${get('/swagger')}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['Upgrade', get('/health', UPGRADE)],
  ['Upgrade to HTTP/2', get('/health', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n')],
  ['Upgrade of a document, and frames', get('/swagger', UPGRADE) + '\u0081\u0085'.repeat(1_000)],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
  ['zeros', '\u0000'.repeat(10_000)],
  ['half a head', 'GET /health HTTP/1.1\r\nHos'],
  ['a head without an end', `GET /health HTTP/1.1\r\nX: ${'x'.repeat(200_000)}`],
  ['chunks that are none', `${get('/health', 'Transfer-Encoding: chunked\r\n')}zz\r\n`],
  ['a body that does not come', get('/health', 'Content-Length: 5\r\n')],
  ['Expect', get('/health', 'Expect: 100-continue\r\nContent-Length: 5\r\n')],
  ['an expectation that nobody knows', get('/health', 'Expect: miracles\r\n')],
  ['a word that is no method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['TRACE', 'TRACE / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['no Host', 'GET /health HTTP/1.1\r\n\r\n'],
  ['three hundred ahead', get('/health').repeat(300)],
  ['documents ahead', get('/swagger', 'Accept-Encoding: br\r\n').repeat(20)],
  ['a file', get('/docs/swagger-ui-bundle.js', 'Accept-Encoding: br\r\n')],
  ['a stream', get('/v0/stream?currency=btc')],
  ['an export', get('/v0/addresses/btc/x/transactions?format=csv', 'Accept-Encoding: gzip\r\n')],
  ['metrics', get('/metrics')],
];

/** When the connection is reset, and how. */
const MOMENTS: Readonly<Record<string, (socket: Socket, reset: () => void) => void>> = {
  'once it is sent': (socket, reset) => socket.once('connect', () => setTimeout(reset, 1)),
  'a little later': (socket, reset) => socket.once('connect', () => setTimeout(reset, 30)),
  'with the first bytes of the answer': (socket, reset) => socket.once('data', reset),
  'in the second after the answer': (socket, reset) => socket.once('data', () => setTimeout(reset, 300)),
  'once the server ends': (socket, reset) => socket.once('end', reset),
  'after its own end': (socket, reset) => socket.end().once('data', reset),
};

/** Resolves when the connection is gone, after a while at the latest. */
function attack(bytes: string, moment: (socket: Socket, reset: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1', allowHalfOpen: true });
    const late = setTimeout(() => socket.destroy(), 600);
    socket.on('error', () => undefined).resume();
    socket.once('close', () => {
      clearTimeout(late);
      resolve();
    });
    socket.write(bytes, 'latin1');
    moment(socket, () => socket.resetAndDestroy());
  });
}

it.each(Object.entries(MOMENTS))(
  'the service is as it was after connections that are reset %s',
  async (_name, moment) => {
    await Promise.all(ATTACKS.map(([, bytes]) => attack(bytes, moment)));
    expect(api.process.exitStatus(), api.process.output().slice(-2_000)).toBeNull();
    expect((await fetch(`${api.url}/health`)).status).toBe(200);
  },
);

it('nothing of it was an error that nothing caught', async () => {
  const { status } = await fetch(`${api.url}/v0/nothing`);
  expect(status).toBe(404);
  await waitFor(() => api.process.output().includes('"status":404'), { what: 'the log to be written' });
  expect(api.process.output()).not.toMatch(/nothing caught|"level":[56]0/);
});

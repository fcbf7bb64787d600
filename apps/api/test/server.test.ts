import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort, runApi, spawnApi } from '@chaintrail/testkit';
import { describe, expect, it } from 'vitest';
import { serve } from './support/served.js';

const api = serve(async () => undefined);

/** Sends bytes as they are. @returns all that comes back until the server closes the connection */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(api.port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  // The server may close before it has read everything that is sent.
  socket.on('error', (error) => {
    answer += `\n(${error.message})`;
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

/** Headers of every answer, whoever writes it. */
const SHARED_HEADERS = [
  'vary',
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
];

describe('requests that are no proper HTTP', () => {
  it.each([
    ['headers of 200 kB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(200_000)}\r\n\r\n`, 431, 'headers-too-large'],
    [
      'headers of 20 kB',
      `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
    ['a URL of 200 kB', `GET /${'a'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers-too-large'],
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method-not-allowed'],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method-not-allowed'],
    ['no Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'bad-request'],
    ['two Hosts', 'GET /health HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n', 400, 'bad-request'],
    ['two Hosts in HTTP/1.0', 'GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'bad-request'],
    [
      'Expect',
      'GET /health HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nConnection: close\r\n\r\n',
      417,
      'expectation-failed',
    ],
    ['nonsense', '\u0016\u0003\u0001nonsense\r\n\r\n', 400, 'bad-request'],
  ])('%s', async (_name, bytes, status, code) => {
    const answer = await sendRaw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('Content-Type: application/problem+json');
    const lines = new Set(answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase().split('\r\n'));
    expect(answer).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r$/m);
    const { headers } = await api.get('/nothing');
    for (const name of SHARED_HEADERS) {
      expect(headers.get(name), name).not.toBeNull();
      expect([...lines]).toContain(`${name}: ${headers.get(name)}`.toLowerCase());
    }
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status, code });
  });

  it('a body is not waited for', async () => {
    const answer = await sendRaw('POST /v0/currencies HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nabc');
    expect(answer).toMatch(/^HTTP\/1.1 405 /);
    expect(answer).toMatch(/^Connection: close/m);
  });

  it('a body is not asked for', async () => {
    const answer = await sendRaw(
      'POST /v0/currencies HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-Continue\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1.1 405 /);
  });

  it('HTTP/1.0 needs no Host', async () => {
    expect(await sendRaw('GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  });

  it('OPTIONS * is answered with what is allowed', async () => {
    const answer = await sendRaw('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 204 /);
    expect(answer).toMatch(/^Allow: GET, HEAD, OPTIONS\r$/m);
  });

  it('a strange Host is not repeated', async () => {
    const answer = await sendRaw('GET / HTTP/1.1\r\nHost: evil"<script>\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).not.toContain('evil');
    expect(answer).toContain(`http://127.0.0.1:${api.port}/swagger`);
  });
});

describe('the process', () => {
  const ALONE = { HOST: '127.0.0.1', API_WORKERS: '1' };

  it('ends with 0 on SIGTERM', async () => {
    const spawned = await spawnApi({ databaseUrl: api.databaseUrl });
    expect((await fetch(`${spawned.url}/ready`)).status).toBe(200);
    await spawned.process.kill('SIGTERM');
    expect(spawned.process.exitStatus()).toBe('exit code 0');
  });

  it('starts without a database and waits for it', async () => {
    const spawned = await spawnApi({ databaseUrl: `postgres://u:s3cret@127.0.0.1:${await freePort()}/none` });
    expect((await fetch(`${spawned.url}/ready`)).status).toBe(503);
    expect((await fetch(`${spawned.url}/health`)).status).toBe(200);
    await spawned.process.stop();
    expect(spawned.process.output()).not.toContain('s3cret');
  });

  it('says in one sentence that its port is taken, and ends with 78', async () => {
    const { code, output } = await runApi({ ...ALONE, DATABASE_URL: api.databaseUrl, PORT: String(api.port) });
    expect(code).toBe(78);
    expect(output.trim()).toBe(
      `Port ${api.port} is taken by another program: stop that one, or set PORT to a free port.`,
    );
  });

  it('names every setting that is wrong, and ends with 78', async () => {
    const { code, output } = await runApi({ PORT: 'x' });
    expect(code).toBe(78);
    expect(output).toMatch(/DATABASE_URL/);
    expect(output).toMatch(/PORT/);
    expect(output).not.toMatch(/\bat .+:\d+/);
  });
});

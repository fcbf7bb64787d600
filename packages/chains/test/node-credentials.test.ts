import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PreflightError } from '../src/index.js';
import { UtxoNode } from '../src/node.js';
import { BTC, FakeNode, failureOf, REGTEST } from './node-fake.js';

let fake: FakeNode;
let folder: string;
let cookieFile: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chaintrail-cookie-'));
  cookieFile = join(folder, '.cookie');
  fake = await new FakeNode().start();
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const client = (credentials: { user?: string; password?: string; cookieFile?: string }): UtxoNode =>
  fake.client({ endpoint: { url: fake.url, ...credentials } });

/** Answers 401 to everything but this user and password. */
function demand(userAndPassword: string): void {
  const wanted = `Basic ${Buffer.from(userAndPassword).toString('base64')}`;
  fake.misbehave = ({ request, response }) => {
    if (request.headers.authorization === wanted) return false;
    response.writeHead(401).end();
    return true;
  };
}

describe('user and password', () => {
  it('are sent, of any characters', async () => {
    demand('üser:pass:wörd');
    expect((await client({ user: 'üser', password: 'pass:wörd' }).tip()).height).toBe(0);
  });

  it('that are refused end the call at once, with the remedy and without the secret', async () => {
    demand('u:right');
    const error = await failureOf(client({ user: 'u', password: 'wrong-secret' }).tip());
    expect(error).toMatchObject({
      retryable: false,
      message: expect.stringMatching(/bad credentials .* correct the user and password in BTC_RPC_URL/),
    });
    expect(JSON.stringify(error) + String(error)).not.toContain('wrong-secret');
    expect(fake.log).toHaveLength(1);
  });

  it('are not sent when there are none', async () => {
    let sent: string | undefined = 'unasked';
    fake.misbehave = ({ request }) => {
      sent = request.headers.authorization;
      return false;
    };
    await client({}).tip();
    expect(sent).toBeUndefined();
  });
});

describe('the cookie file', () => {
  it('is read again when the node wants another cookie', async () => {
    await writeFile(cookieFile, '__cookie__:first\n');
    demand('__cookie__:first');
    const node = client({ cookieFile });
    await node.tip();
    demand('__cookie__:second');
    await writeFile(cookieFile, '__cookie__:second');
    await node.tip();
    expect(fake.log).toHaveLength(3);
  });

  it('is read again after a connection that broke: some nodes drop it instead of answering 401', async () => {
    await writeFile(cookieFile, '__cookie__:first');
    const node = client({ cookieFile });
    await node.tip();
    const wanted = `Basic ${Buffer.from('__cookie__:second').toString('base64')}`;
    fake.misbehave = ({ request }) => {
      if (request.headers.authorization === wanted) return false;
      request.socket.destroy();
      return true;
    };
    await writeFile(cookieFile, '__cookie__:second');
    expect((await node.tip()).height).toBe(0);
  });

  it('that is refused twice ends the call, naming the file', async () => {
    await writeFile(cookieFile, '__cookie__:old');
    const node = client({ cookieFile });
    await node.tip();
    demand('__cookie__:other');
    await writeFile(cookieFile, '__cookie__:still-wrong');
    const error = await failureOf(node.tip());
    expect(error).toMatchObject({
      retryable: false,
      message: expect.stringContaining(`correct BTC_RPC_COOKIE_FILE (${cookieFile})`),
      facts: { code: 401 },
    });
    expect(String(error)).not.toContain('still-wrong');
    expect(fake.log).toHaveLength(3);
  });

  it('that is missing is waited for', async () => {
    const missing = await failureOf(client({ cookieFile }).tip());
    expect(missing).toMatchObject({
      retryable: true,
      message: expect.stringContaining('does not exist: start the node'),
    });
    expect(fake.log).toEqual([]);

    const node = fake.client({
      endpoint: { url: fake.url, cookieFile },
      onRetry: () => void writeFile(cookieFile, '__cookie__:new'),
      retry: { attempts: 1000, firstDelayMs: 1, maxDelayMs: 5, maxTotalMs: 60_000 },
    });
    demand('__cookie__:new');
    expect((await node.tip()).height).toBe(0);
  });

  it.each([
    ['a long file', `a:${'b'.repeat(2000)}`],
    ['several lines', 'a:b\nc:d'],
    ['no colon', 'secret'],
  ])('is refused when it is %s', async (_name, content) => {
    await writeFile(cookieFile, content);
    const error = await failureOf(client({ cookieFile }).tip());
    expect(error).toMatchObject({ retryable: false, message: expect.stringContaining('holds no cookie') });
    expect(String(error)).not.toContain(content);
    expect(fake.log).toEqual([]);
  });

  it('is refused when it is a folder', async () => {
    await expect(client({ cookieFile: folder }).tip()).rejects.toMatchObject({
      retryable: false,
      message: expect.stringMatching(/cannot be read \(EISDIR\)/),
    });
  });
});

describe('an endpoint that cannot be used', () => {
  it.each(['', 'localhost:8332', 'ftp://localhost', 'http://u:secret@localhost:8332'])('"%s"', (url) => {
    const create = () => new UtxoNode({ chain: BTC, network: REGTEST, endpoint: { url } });
    expect(create).toThrow(PreflightError);
    expect(create).toThrow(/^btc: BTC_RPC_URL/);
    expect(create).not.toThrow(/secret/);
  });
});

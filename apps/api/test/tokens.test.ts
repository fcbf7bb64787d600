import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadApiSettings } from '@chaintrail/config';
import { waitFor } from '@chaintrail/testkit';
import { type JWTPayload, SignJWT } from 'jose';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issuerKeys } from '../src/access/issuer-keys.js';
import { Tokens } from '../src/access/tokens.js';

const SECRET = 'a secret of more than thirty-two bytes, for tests';
const NOW = Math.floor(Date.now() / 1_000);
const silent = pino({ level: 'silent' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

const open = (env: Record<string, string>): Promise<Tokens> =>
  Tokens.open(loadApiSettings({ DATABASE_URL: 'postgres://u:p@db/chaintrail', ...env }).access.tokens, silent);

interface Signing {
  readonly alg?: string;
  readonly key?: KeyObject | Uint8Array;
  readonly kid?: string;
}
/** Undefined: the claim is left out. */
type Claims = { readonly [Name in keyof JWTPayload]: JWTPayload[Name] | undefined };
const sign = (claims: Claims = {}, { alg = 'HS256', key = Buffer.from(SECRET), kid }: Signing = {}) =>
  new SignJWT({ sub: 'ann', tier: 'pro', exp: NOW + 600, ...(claims as JWTPayload) })
    .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) })
    .sign(key);
const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('a token', () => {
  let tokens: Tokens;
  beforeAll(async () => {
    tokens = await open({ JWT_SECRET: SECRET, JWT_ISSUER: 'me', JWT_AUDIENCE: 'chaintrail' });
  });
  const claims = { iss: 'me', aud: ['other', 'chaintrail'] };

  test('names its subject and its tier', async () => {
    const owner = await tokens.read(await sign(claims));
    expect(owner).toEqual({
      ...{ id: expect.stringMatching(/^[\w-]{22}$/), tier: 'pro' },
      ...{ expiresAt: expect.any(Number), tokenId: null },
    });
    expect(Math.floor(owner.expiresAt / 1_000)).toBeGreaterThanOrEqual(NOW + 600);
    expect((await tokens.read(await sign({ ...claims, jti: 'another' }))).id).toBe(owner.id);
    expect((await tokens.read(await sign({ ...claims, sub: 'bob' }))).id).not.toBe(owner.id);
  });

  test.each([
    ['without a tier', { tier: undefined }],
    ['with a tier that is no text', { tier: 7 }],
  ])('%s has none', async (_, more) => {
    expect((await tokens.read(await sign({ ...claims, ...more }))).tier).toBeNull();
  });

  test('counts within the clock tolerance', async () => {
    await expect(tokens.read(await sign({ ...claims, exp: NOW - 2, nbf: NOW + 3 }))).resolves.toBeDefined();
  });

  test.each<[string, Claims, string]>([
    ['expired', { exp: NOW - 60 }, 'the token has expired'],
    ['not yet valid', { nbf: NOW + 60 }, 'the token is not valid yet'],
    ['of another issuer', { iss: 'you' }, 'the token is not valid here'],
    ['of no issuer', { iss: undefined }, 'the token is not valid here'],
    ['for another audience', { aud: 'other' }, 'the token is not valid here'],
    ['for ever', { exp: undefined }, 'the token is not valid here'],
    ['of nobody', { sub: undefined }, 'the token is not valid here'],
    ['of an empty subject', { sub: '' }, 'the token has no subject that could be used'],
    ['of an endless subject', { sub: 'x'.repeat(257) }, 'the token has no subject that could be used'],
  ])('%s is not valid', async (_, more, message) => {
    await expect(tokens.read(await sign({ ...claims, ...more }))).rejects.toThrow(message);
  });

  test('that is forged is not valid, and says no more', async () => {
    const [head, body, signature] = (await sign(claims)).split('.') as [string, string, string];
    const better = encode({ ...claims, sub: 'ann', tier: 'partner', exp: NOW + 600 });
    const hmacOver = (text: string, secret: string): string =>
      `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
    const none = encode({ alg: 'none' });
    const forged = [
      `${head}.${better}.${signature}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${none}.${better}.`,
      `${encode({ alg: 'None' })}.${better}.`,
      hmacOver(`${none}.${better}`, SECRET),
      hmacOver(`${head}.${better}`, 'another secret of more than thirty-two bytes'),
      hmacOver(`${encode({ alg: 'HS256', crit: ['exp'], exp: 1 })}.${better}`, SECRET),
      await sign(claims, { alg: 'HS512', key: Buffer.from(SECRET.repeat(2)) }),
      await sign(claims, { alg: 'RS256', key: rsa.privateKey }),
      // Nothing of an expired token is told to whoever did not sign it.
      hmacOver(`${head}.${encode({ ...claims, sub: 'ann', exp: 1 })}`, 'another secret of more than thirty-two bytes'),
      '',
      'x',
      '..',
      `${head}.${'A'.repeat(10_000)}.${signature}`,
    ];
    for (const token of forged) await expect(tokens.read(token), token).rejects.toThrow('the token is not valid here');
  });

  test('may be valid for so many days and no more', async () => {
    const bounded = await open({ JWT_SECRET: SECRET, JWT_MAX_DAYS: '30' });
    const days = (count: number): number => NOW + count * 86_400;
    await expect(bounded.read(await sign({ exp: days(29) }))).resolves.toBeDefined();
    for (const claims of [{ exp: days(31) }, { exp: 1e308 }, { exp: days(1), iat: days(-31) }])
      await expect(bounded.read(await sign(claims)), JSON.stringify(claims)).rejects.toThrow('valid for too long');
  });

  test('is not read where there are no keys', async () => {
    const unchecked = await open({});
    expect(unchecked.isChecked).toBe(false);
    await expect(unchecked.read(await sign())).rejects.toThrow('this server does not check tokens');
  });

  test('has its tier in the claim that the operator names', async () => {
    const named = await open({ JWT_SECRET: SECRET, JWT_TIER_CLAIM: 'https://example.com/tier' });
    expect((await named.read(await sign({ 'https://example.com/tier': 'gold' }))).tier).toBe('gold');
    const inherited = await open({ JWT_SECRET: SECRET, JWT_TIER_CLAIM: 'constructor' });
    expect((await inherited.read(await sign())).tier).toBeNull();
  });
});

describe('a public key', () => {
  test.each([
    ['RS256', rsa],
    ['ES256', ec],
    ['EdDSA', ed],
    ['Ed25519', ed],
  ])('checks tokens by %s', async (alg, { privateKey, publicKey }) => {
    const tokens = await open({ JWT_PUBLIC_KEY: pemOf(publicKey).replaceAll('\n', '\\n') });
    expect(await tokens.read(await sign({}, { alg, key: privateKey }))).toMatchObject({ tier: 'pro' });
  });

  test('checks no token of another kind of key, and is no secret', async () => {
    const pem = pemOf(rsa.publicKey);
    const tokens = await open({ JWT_PUBLIC_KEY: pem });
    const others = [
      // The classic confusion: the public key, which everybody has, as the secret of an HMAC.
      await sign({}, { key: Buffer.from(pem) }),
      await sign({}, { key: rsa.publicKey.export({ type: 'spki', format: 'der' }) }),
      await sign({}, { alg: 'PS256', key: rsa.privateKey }),
      await sign({}, { alg: 'ES256', key: ec.privateKey }),
      await sign({}, { alg: 'RS256', key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }),
    ];
    for (const token of others) await expect(tokens.read(token)).rejects.toThrow('the token is not valid here');
  });

  test('holds beside a secret, each for its own algorithm', async () => {
    const tokens = await open({ JWT_SECRET: SECRET, JWT_PUBLIC_KEY: pemOf(ed.publicKey) });
    await expect(tokens.read(await sign())).resolves.toBeDefined();
    await expect(tokens.read(await sign({}, { alg: 'EdDSA', key: ed.privateKey }))).resolves.toBeDefined();
  });
});

describe('published keys', () => {
  let server: Server;
  let url: string;
  /** Answer of the issuer. */
  let answer: { status: number; body: string };
  let asked = 0;

  const publish = (...keys: readonly (readonly [kid: string, key: KeyObject])[]): void => {
    const jwks = keys.map(([kid, key]) => ({ ...key.export({ format: 'jwk' }), kid }));
    answer = { status: 200, body: JSON.stringify({ keys: jwks }) };
  };
  beforeAll(async () => {
    server = createServer((_request, response) => {
      asked++;
      response.statusCode = answer.status;
      if (answer.status === 302) response.setHeader('Location', '/elsewhere');
      response.end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** Whether a token of the key is taken. */
  const accepts = async (find: ReturnType<typeof issuerKeys>, kid: string): Promise<boolean> => {
    try {
      await find({ alg: 'EdDSA', kid }, {} as never);
      return true;
    } catch {
      return false;
    }
  };

  test('check tokens of every kind', async () => {
    publish(['r', rsa.publicKey], ['e', ec.publicKey], ['d', ed.publicKey]);
    const tokens = await open({ JWT_JWKS_URL: url });
    for (const [alg, kid, key] of [
      ['RS256', 'r', rsa.privateKey],
      ['ES256', 'e', ec.privateKey],
      ['EdDSA', 'd', ed.privateKey],
    ] as const) {
      expect(await tokens.read(await sign({}, { alg, key, kid })), alg).toMatchObject({ tier: 'pro' });
    }
    // A set that has the secret of somebody's HMAC makes nobody take one.
    const secret = { kty: 'oct', kid: 's', k: Buffer.from(SECRET).toString('base64url') };
    answer = { status: 200, body: JSON.stringify({ keys: [secret] }) };
    const others = await open({ JWT_JWKS_URL: url });
    await expect(others.read(await sign({}, { kid: 's' }))).rejects.toThrow('the token is not valid here');
  });

  test('hold while the issuer is away, and change when it is back', async () => {
    publish(['one', ed.publicKey]);
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    const find = issuerKeys(url, { log, maxAgeMs: 1, cooldownMs: 1, retryMs: 1 });
    expect(await accepts(find, 'one')).toBe(true);
    const outages = [
      { status: 500, body: '' },
      { status: 302, body: '' },
      { status: 200, body: 'no JSON' },
      { status: 200, body: '{"keys":7}' },
      { status: 200, body: JSON.stringify({ keys: Array.from({ length: 101 }, () => ({})) }) },
      { status: 200, body: JSON.stringify({ keys: [{ x: 'x'.repeat(300_000) }] }) },
    ];
    for (answer of outages) {
      const before = asked;
      await waitFor(async () => (await accepts(find, 'one')) && asked > before);
      expect(await accepts(find, 'two')).toBe(false);
    }
    publish(['two', ed.publicKey]);
    await waitFor(() => accepts(find, 'two'));
    expect(await accepts(find, 'one')).toBe(false);
    expect(lines).toEqual([
      'The keys of JWT_JWKS_URL cannot be read; those from before hold',
      'The keys of JWT_JWKS_URL can be read again',
    ]);
  });

  test('are not asked for again by every token of an unknown key', async () => {
    publish(['one', ed.publicKey]);
    asked = 0;
    const find = issuerKeys(url, { log: silent });
    for (let at = 0; at < 20; at++) expect(await accepts(find, `unknown ${at}`)).toBe(false);
    expect(asked).toBe(1);
    answer = { status: 500, body: '' };
    const away = issuerKeys(url, { log: silent });
    asked = 0;
    for (let at = 0; at < 20; at++) expect(await accepts(away, 'one')).toBe(false);
    expect(asked).toBe(1);
  });

  test('that were never read are said to be away', async () => {
    answer = { status: 500, body: 'a stack trace' };
    const tokens = await open({ JWT_JWKS_URL: url });
    const token = await sign({}, { alg: 'EdDSA', key: ed.privateKey, kid: 'one' });
    await expect(tokens.read(token)).rejects.toThrow('tokens cannot be checked at the moment');
  });
});

describe('the denylist', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chaintrail-denylist-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('revokes by jti, and is read again when it changes', async () => {
    const file = join(folder, 'revoked');
    await writeFile(file, '# revoked tokens\none # of Ann\n\n');
    const tokens = await open({ JWT_SECRET: SECRET, JWT_DENYLIST_FILE: file });
    const [one, two, none] = [await sign({ jti: 'one' }), await sign({ jti: 'two' }), await sign()];
    await expect(tokens.read(one)).rejects.toThrow('the token was revoked');
    await expect(tokens.read(two)).resolves.toBeDefined();
    await expect(tokens.read(none)).resolves.toBeDefined();
    await appendFile(file, 'two\n');
    await waitFor(() =>
      tokens.read(two).then(
        () => false,
        () => true,
      ),
    );
    await rm(file);
    await expect(tokens.read(one)).rejects.toThrow('the token was revoked');
    await expect(tokens.read(none)).resolves.toBeDefined();
  });

  test('has to be there at the start', async () => {
    await expect(open({ JWT_SECRET: SECRET, JWT_DENYLIST_FILE: join(folder, 'missing') })).rejects.toThrow('ENOENT');
  });
});

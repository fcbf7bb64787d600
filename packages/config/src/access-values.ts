/** How the settings of tokens and limits are read. */
import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { path, type TextSchema } from './values.js';

/** A key with the algorithms that it may be used with. The kind of key decides, never the token (RFC 8725 §3.1). */
export interface TokenKey {
  readonly key: KeyObject;
  /** JWS names; the first is the one to sign with. */
  readonly algorithms: readonly string[];
}

/** Bounds of one tier. */
export interface RateTier {
  readonly name: string;
  /** Units in each window; null: without limit. */
  readonly quota: number | null;
  readonly windowSeconds: number;
}

/** Costs of requests, in units. */
export interface RateCosts {
  /** Every request. */
  readonly request: number;
  /** As many rows asked for cost one unit more. */
  readonly rowsPerUnit: number;
  /** Extra cost of a request that makes a node work. */
  readonly node: number;
}

export interface RateLimits {
  /** By name; `free` is among them, and none is below it. */
  readonly tiers: ReadonlyMap<string, RateTier>;
  /** Tier of a valid token that names none of them: the lowest one above `free`; `free` where there is none. */
  readonly tokenTier: string;
  readonly costs: RateCosts;
}

/** The output of SHA-256: a shorter secret is easier to find than a signature to forge (RFC 7518 §3.2). */
const LEAST_SECRET_BYTES = 32;
/** RFC 7518 §3.3. */
const LEAST_RSA_BITS = 2048;
const MOST_KEY_BYTES = 65_536;

/** Key of HS256. */
export const tokenSecret: TextSchema<TokenKey> = z
  .string()
  .refine(
    (text) => Buffer.byteLength(text) >= LEAST_SECRET_BYTES,
    `expected a secret of at least ${LEAST_SECRET_BYTES} bytes, such as \`openssl rand -base64 48\` prints`,
  )
  .transform((text) => ({ key: createSecretKey(text, 'utf8'), algorithms: ['HS256'] }));

const KEY_EXPECTED = `in PEM or the path of such a file: RSA of at least ${LEAST_RSA_BITS} bits, EC on P-256, or Ed25519`;

/** PEM text, with line ends or with `\n` for them, or a file of it. */
function pem(kind: string, read: (text: string) => KeyObject): TextSchema<TokenKey> {
  const expected = `expected a ${kind} key ${KEY_EXPECTED}`;
  return z.string().transform((text, context) => {
    try {
      const key = read(pemText(text));
      const algorithms = algorithmsOf(key);
      if (algorithms) return { key, algorithms };
    } catch {
      // A wrong key is not repeated: it may be the private one.
    }
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });
}

/** @returns undefined where the text is the key itself */
export const publicKeyFile = (text = ''): string | undefined =>
  text.startsWith('-----BEGIN ') ? undefined : path.parse(text);

function pemText(text: string): string {
  const file = publicKeyFile(text);
  if (file === undefined) return text.replaceAll('\\n', '\n');
  const content = readFileSync(file);
  if (content.length > MOST_KEY_BYTES) throw new RangeError('no key is that large');
  return content.toString('utf8');
}

function algorithmsOf(key: KeyObject): readonly string[] | undefined {
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return modulusLength >= LEAST_RSA_BITS ? ['RS256'] : undefined;
    case 'ec':
      return namedCurve === 'prime256v1' ? ['ES256'] : undefined;
    // Two names of one algorithm (RFC 9864).
    case 'ed25519':
      return ['EdDSA', 'Ed25519'];
    default:
      return undefined;
  }
}

export const publicKey: TextSchema<TokenKey> = pem('public', (text) => {
  // Node would take the public half of it; the private one does not belong where tokens are checked.
  if (text.includes('PRIVATE KEY')) throw new TypeError('a private key');
  return createPublicKey(text);
});

/** A name, a namespaced URL: any key of a claims set. */
export const claimName: TextSchema<string> = z
  .string()
  .regex(/^[\w.:/-]{1,128}$/, 'expected the name of a claim, such as tier or https://example.com/tier');

/** Compared with a claim, letter by letter. */
export const claimText: TextSchema<string> = z.string().max(512, 'expected at most 512 characters');

export const jwksUrl: TextSchema<string> = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  // Keys that came unprotected over a network could be anybody's.
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && username + password + hash === '';
}, 'expected an https URL without credentials, such as https://issuer.example/.well-known/jwks.json (http on this machine only)');

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const MOST_PROXIES = 100;

/** Addresses and networks, as Express's `trust proxy` takes them. */
export const proxies: TextSchema<readonly string[]> = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
  .refine(
    (parts) => parts.length > 0 && parts.length <= MOST_PROXIES && parts.every(isProxy),
    `expected addresses or networks such as 10.0.0.0/8,2001:db8::/32, or ${PROXY_NAMES.join(', ')}, with commas between them`,
  );

function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0) return PROXY_NAMES.includes(text);
  // Whoever trusts every address lets clients choose theirs.
  const isMask = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  return isMask && more.length === 0;
}

const RATE_EXPECTED =
  'expected off, or tiers such as free=600/1m,pro=6000/1m,partner=off, among them free, and after a semicolon what requests cost, such as request=1,rows=100,node=5';
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const LONGEST_WINDOW_SECONDS = 86_400;
const MOST_TIERS = 20;
/**
 * Default limits. A page of the explorer asks some twenty times, and a block a minute later again: an
 * office behind one address may read, and a script that walks histories should have a token.
 */
export const DEFAULT_RATE_LIMITS = 'free=600/1m,token=6000/1m';
const DEFAULT_COSTS: RateCosts = { request: 1, rowsPerUnit: 100, node: 5 };

/** `off` is null. */
export const rateLimits: TextSchema<RateLimits | null> = z.string().transform((text, context) => {
  if (text === 'off') return null;
  const [tierText = '', costText, ...more] = text.split(';');
  const tiers = entriesOf(tierText)?.map(readTier);
  const costs = costText === undefined ? DEFAULT_COSTS : readCosts(costText);
  const byName = new Map(tiers?.flatMap((tier) => (tier ? [[tier.name, tier]] : [])));
  const isWhole = byName.size === tiers?.length && byName.size <= MOST_TIERS && byName.has('free');
  if (!isWhole || !costs || more.length > 0) {
    context.addIssue({ code: 'custom', message: RATE_EXPECTED });
    return z.NEVER;
  }
  const all = [...byName.values()];
  const free = byName.get('free')!;
  const below = all.find((tier) => rateOf(tier) < rateOf(free));
  if (below) {
    const message = `tier ${below.name} (${textOf(below)}) is below free (${textOf(free)}); expected every tier to allow at least as much as free, since a token gives higher limits`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  const above = all.filter((tier) => rateOf(tier) > rateOf(free)).sort((a, b) => rateOf(a) - rateOf(b));
  return { tiers: byName, tokenTier: above[0]?.name ?? free.name, costs };
});

/** Units a second. */
const rateOf = ({ quota, windowSeconds }: RateTier): number =>
  quota === null ? Number.POSITIVE_INFINITY : quota / windowSeconds;

const textOf = ({ quota, windowSeconds }: RateTier): string =>
  quota === null ? 'off' : `${quota} in ${windowSeconds} s`;

/** @returns null when a part is no `name=value` */
function entriesOf(text: string): (readonly [string, string])[] | null {
  const entries = text.split(',').map((part) => /^\s*([a-z][a-z0-9_-]{0,31})\s*=\s*(\S+)\s*$/.exec(part));
  if (entries.some((entry) => entry === null)) return null;
  return entries.map((entry) => [entry![1]!, entry![2]!]);
}

function readTier([name, value]: readonly [string, string]): RateTier | null {
  if (value === 'off') return { name, quota: null, windowSeconds: 1 };
  const match = /^([1-9]\d{0,8})\/([1-9]\d{0,4})([smhd])$/.exec(value);
  if (!match) return null;
  const windowSeconds = Number(match[2]) * UNIT_SECONDS[match[3]!]!;
  return windowSeconds > LONGEST_WINDOW_SECONDS ? null : { name, quota: Number(match[1]), windowSeconds };
}

function readCosts(text: string): RateCosts | null {
  const entries = entriesOf(text);
  const given = new Map(entries);
  const names = [...given.keys()];
  if (!entries || given.size !== entries.length || names.some((name) => !['request', 'rows', 'node'].includes(name)))
    return null;
  const number = (name: string, fallback: number, least: number): number => {
    const value = given.get(name) ?? String(fallback);
    return /^\d{1,6}$/.test(value) && Number(value) >= least ? Number(value) : Number.NaN;
  };
  const costs = {
    request: number('request', DEFAULT_COSTS.request, 0),
    rowsPerUnit: number('rows', DEFAULT_COSTS.rowsPerUnit, 1),
    node: number('node', DEFAULT_COSTS.node, 0),
  };
  return Object.values(costs).some(Number.isNaN) ? null : costs;
}

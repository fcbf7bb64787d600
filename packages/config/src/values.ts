/**
 * How a setting's text becomes its value. Each schema's message says what is expected; the reader puts the variable's
 * name in front. Messages never repeat the text itself: it may hold a password.
 */
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { Secret } from './secret.js';

/** A schema that reads the text of an environment variable. */
export type TextSchema<T> = z.ZodType<T, string>;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where a node's RPC answers, with the credentials taken out of the URL. */
export interface RpcUrl {
  readonly url: string;
  readonly user?: string;
  readonly password?: Secret;
}

/** An integer in decimal digits, within the bounds (both included). */
export function integer(minimum: number, maximum: number): TextSchema<number> {
  const expected = `expected a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, expected)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, expected);
}

/** Null: `off`. */
export const portOrOff: TextSchema<number | null> = z
  .string()
  .regex(/^(?:off|\d{1,5})$/i, 'expected a port from 1 to 65535, or off')
  .transform((text) => (/^off$/i.test(text) ? null : Number(text)))
  .refine((port) => port === null || (port >= 1 && port <= 65_535), 'expected a port from 1 to 65535, or off');

export function oneOf<const T extends readonly [string, ...string[]]>(values: T): TextSchema<T[number]> {
  return z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(values, `expected one of ${values.join(', ')}`)) as TextSchema<T[number]>;
}

export const onOrOff: TextSchema<boolean> = oneOf(['on', 'off']).transform((text) => text === 'on');

/** A path; `~/` is the home directory (no shell reads an env file), relative ones start at the working directory. */
export const path: TextSchema<string> = z
  .string()
  .refine((text) => !text.includes('\0'), 'expected a path')
  .transform((text) => resolve(text.startsWith('~/') ? `${homedir()}${text.slice(1)}` : text));

/** The data folder where settings are not loaded; that of `npm start` where none is set. @returns an absolute path */
export function dataDirOf(env: NodeJS.ProcessEnv): string {
  return path.parse(env['DATA_DIR']?.trim() || './data');
}

export const host: TextSchema<string> = z
  .string()
  .regex(/^[\w.:-]{1,253}$/, 'expected a host name or address to listen on, such as 127.0.0.1 or 0.0.0.0');

const POSTGRES_EXPECTED = 'expected postgres://USER:PASSWORD@HOST:PORT/DATABASE';

/** A PostgreSQL connection URL, kept unprintable because it holds the password. */
export const postgresUrl: TextSchema<Secret> = z
  .string()
  .refine(isPostgresUrl, POSTGRES_EXPECTED)
  .transform((text) => new Secret(text));

/** Each has a pool of connections, and is looked at every second. */
const MOST_REPLICAS = 16;

/** Several of them, with commas or white space between. A comma inside one, as in a password, parts nothing. */
export const postgresUrls: TextSchema<readonly Secret[]> = z
  .string()
  .transform((text) => text.split(/[\s,]+(?=postgres(?:ql)?:\/\/)|[\s,]+$/).filter((part) => part !== ''))
  .refine(
    (urls) => urls.length > 0 && urls.every(isPostgresUrl),
    `${POSTGRES_EXPECTED}, or several with commas between them`,
  )
  .refine((urls) => new Set(urls).size === urls.length, 'expected each server once')
  .refine((urls) => urls.length <= MOST_REPLICAS, `expected ${MOST_REPLICAS} servers at most`)
  .transform((urls) => urls.map((url) => new Secret(url)));

/** The address that clients see, without a trailing slash. */
export const publicUrl: TextSchema<string> = z
  .string()
  .refine((text) => {
    const url = parseUrl(text);
    return isHttp(url) && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  }, 'expected an http or https URL without credentials or query, such as https://chaintrail.example')
  .transform((text) => text.replace(/\/+$/, ''));

/** A page for people, which answers tell everybody. */
export const httpUrl: TextSchema<string> = z.string().refine((text) => {
  const url = parseUrl(text);
  return isHttp(url) && url.username === '' && url.password === '';
}, 'expected an http or https URL without credentials, such as https://chaintrail.example');

const RPC_EXPECTED = 'expected an http or https URL such as http://USER:PASSWORD@127.0.0.1:8332';

export const rpcUrl: TextSchema<RpcUrl> = z.string().transform((text, context) => {
  const url = parseUrl(text);
  const credentials = isHttp(url) && url.hash === '' ? decodeCredentials(url) : undefined;
  if (!url || !credentials) {
    context.addIssue({ code: 'custom', message: RPC_EXPECTED });
    return z.NEVER;
  }
  if ((credentials.user === '') !== (credentials.password === '')) {
    context.addIssue({ code: 'custom', message: `${RPC_EXPECTED}, with both a user and a password or with neither` });
    return z.NEVER;
  }
  url.username = '';
  url.password = '';
  if (credentials.user === '') return { url: url.href };
  return { url: url.href, user: credentials.user, password: new Secret(credentials.password) };
});

/** A Redis server, kept unprintable because it may hold a password. */
export const redisUrl: TextSchema<Secret> = z
  .string()
  .refine((text) => {
    const url = parseUrl(text);
    return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '';
  }, 'expected redis://HOST:PORT or redis://USER:PASSWORD@HOST:PORT/NUMBER (rediss:// with TLS)')
  .transform((text) => new Secret(text));

const ZMQ_ENDPOINT = String.raw`tcp:\/\/(\[[\da-fA-F:]+\]|[\w.-]{1,253}):\d{1,5}`;

/** Where a node publishes by ZeroMQ: one endpoint, or several with commas between. */
export const zmqUrl: TextSchema<string> = z
  .string()
  .regex(
    new RegExp(`^${ZMQ_ENDPOINT}(,${ZMQ_ENDPOINT}){0,7}$`),
    'expected tcp://HOST:PORT such as tcp://127.0.0.1:28332, or several with commas between them',
  );

/** A WebSocket endpoint of a node. The credentials are those of its RPC URL. */
export const wsUrl: TextSchema<string> = z.string().refine((text) => {
  const url = parseUrl(text);
  const isWs = url !== null && /^wss?:$/.test(url.protocol) && url.hostname !== '' && url.hash === '';
  return isWs && url.username === '' && url.password === '';
}, 'expected a ws or wss URL such as ws://127.0.0.1:8546, without user and password');

/** Exchanges that can be asked without a key. */
const EXCHANGE_NAMES = ['kraken', 'coinbase', 'bitfinex', 'gemini', 'bitstamp'] as const;
export type ExchangeName = (typeof EXCHANGE_NAMES)[number];

/** Names with commas or white space between, or `all`. */
export const exchanges: TextSchema<readonly ExchangeName[]> = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((name) => name !== ''),
  )
  .transform((names) => (names.join() === 'all' ? [...EXCHANGE_NAMES] : [...new Set(names)]))
  .pipe(
    z.array(z.enum(EXCHANGE_NAMES, `expected all, or some of ${EXCHANGE_NAMES.join(', ')} with commas between them`)),
  );

/** Contracts that say prices, and the one that says whether a layer 2's sequencer is up. */
export interface RateFeeds {
  /** Address with 0x, by the symbol of the coin in capitals. */
  readonly prices: Readonly<Record<string, string>>;
  readonly sequencer: string | undefined;
}

const FEED = /^([A-Za-z0-9]{2,10})=(0x[0-9a-fA-F]{40})$/;

/** `BTC=0x…,ETH=0x…,sequencer=0x…` */
export const rateFeeds: TextSchema<RateFeeds> = z.string().transform((text, context) => {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const feeds = parts.map((part) => FEED.exec(part));
  const named = new Map(feeds.map((feed) => [feed?.[1]?.toUpperCase() ?? '', feed?.[2] ?? '']));
  if (parts.length === 0 || parts.length > 50 || named.size !== parts.length || feeds.includes(null)) {
    context.addIssue({ code: 'custom', message: 'expected SYMBOL=0xADDRESS, or several with commas between them' });
    return z.NEVER;
  }
  const sequencer = named.get('SEQUENCER');
  named.delete('SEQUENCER');
  return { prices: Object.fromEntries(named), sequencer };
});

function isPostgresUrl(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && /^\/[^,]+$/.test(url.pathname) && !/\s/.test(text);
}

/** URL.parse is younger than the oldest supported Node. */
function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function isHttp(url: URL | null): url is URL {
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
}

/** User and password with their percent-escapes resolved; undefined when an escape is not valid UTF-8. */
function decodeCredentials(url: URL): { user: string; password: string } | undefined {
  try {
    return { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

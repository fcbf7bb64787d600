#!/usr/bin/env node
/** `npx chaintrail token`: issues, checks and revokes the tokens of API clients. */
import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { readCommandLine, TOKEN } from '@chaintrail/commands';
import {
  EXIT_CONFIGURATION,
  loadTokenSettings,
  settingsOrExit,
  type TokenSettings,
  withTokenFiles,
} from '@chaintrail/config';
import { decodeJwt, SignJWT } from 'jose';
import pino from 'pino';
import { InvalidTokenError, Tokens } from './access/tokens.js';

const DAY_SECONDS = 86_400;

/** Refusal with the right usage, for the operator. */
class UsageError extends Error {}

interface TokenOptions {
  readonly subject: string;
  readonly days: number;
  readonly tier?: string;
}

async function issue(settings: TokenSettings, _: string, { subject, days, tier }: TokenOptions): Promise<void> {
  if (subject === '' || subject.length > 256) throw new UsageError('--subject: expected 1 to 256 characters.');
  if (tier !== undefined && !/^[a-z][a-z0-9_-]{0,31}$/.test(tier))
    throw new UsageError('--tier: expected a name as in RATE_LIMITS, of small letters, digits, _ and -.');
  const secret = settings.keys.find(({ algorithms }) => algorithms.includes('HS256'));
  if (!secret)
    throw new UsageError(
      'JWT_SECRET is not set: tokens are signed with it, and the API checks them with it. `npm start` makes one in DATA_DIR.',
    );
  const { issuer, audience, tierClaim, maxAgeSeconds } = settings;
  if (days * DAY_SECONDS > maxAgeSeconds)
    throw new UsageError(
      `--days: the API takes tokens of at most ${maxAgeSeconds / DAY_SECONDS} days; raise JWT_MAX_DAYS for both, or choose less.`,
    );
  const now = Math.floor(Date.now() / 1_000);
  const token = new SignJWT(tier === undefined ? {} : { [tierClaim]: tier })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(subject)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + days * DAY_SECONDS);
  if (issuer !== undefined) token.setIssuer(issuer);
  if (audience !== undefined) token.setAudience(audience);
  console.log(await token.sign(secret.key));
}

async function verify(settings: TokenSettings, token: string): Promise<void> {
  const tokens = await Tokens.open(settings, pino({ level: 'silent' }));
  const { tier } = await tokens.read(token);
  const shown = tier ?? 'none named, so the lowest above free';
  const { sub, jti, exp } = decodeJwt(token);
  console.log(
    `valid: subject ${sub}, tier ${shown}, jti ${jti ?? 'none'}, until ${new Date(exp! * 1_000).toISOString()}`,
  );
}

async function revoke({ denylistFile }: TokenSettings, what: string): Promise<void> {
  if (denylistFile === undefined)
    throw new UsageError('JWT_DENYLIST_FILE is not set: revoked tokens are listed there.');
  const claims = what.split('.').length === 3 ? decodeJwt(what) : { jti: what };
  // A line of the file, and nothing but one.
  if (claims.jti === undefined || !/^[^\s#]{1,256}$/.test(claims.jti))
    throw new UsageError('expected a token that has a jti, or a jti, which has no spaces and no #.');
  const until = claims.exp === undefined ? '' : ` # expires ${new Date(claims.exp * 1_000).toISOString()}`;
  // A line that somebody wrote last may have no end.
  await appendFile(denylistFile, `\n${claims.jti}${until}\n`);
  console.log(`${claims.jti} is revoked`);
}

const COMMANDS: Readonly<Record<string, typeof issue>> = { issue, verify, revoke };
const { path, args, options } = readCommandLine<TokenOptions>(TOKEN);
try {
  const settings = settingsOrExit(loadTokenSettings, await withTokenFiles(process.env));
  await COMMANDS[String(path[0])]?.(settings, String(args[0]), options);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof InvalidTokenError ? 1 : EXIT_CONFIGURATION;
}

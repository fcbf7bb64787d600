import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTokenFiles } from '@chaintrail/config';
import { afterAll, beforeAll, expect, test } from 'vitest';

const TOKEN = fileURLToPath(new URL('../dist/token.js', import.meta.url));
const SECRET = 'a secret of more than thirty-two bytes, for tests';
let folder: string;
let file: string;

function run(args: string[], env: Record<string, string> = {}): Promise<{ code: unknown; output: string }> {
  const all = { PATH: process.env['PATH'], JWT_SECRET: SECRET, JWT_DENYLIST_FILE: file, ...env };
  return new Promise((resolve) => {
    execFile(process.execPath, [TOKEN, ...args], { env: all }, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, output: (stdout + stderr).trim() });
    });
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chaintrail-token-'));
  file = join(folder, 'revoked');
  // Without an end of its line.
  await writeFile(file, 'one');
});
afterAll(() => rm(folder, { recursive: true }));

test('a token is issued, checked and revoked', async () => {
  const env = { JWT_ISSUER: 'me', JWT_AUDIENCE: 'chaintrail' };
  const { code, output: token } = await run(['issue', '--subject', 'ann', '--tier', 'pro', '--days', '3'], env);
  expect(code).toBe(0);
  const valid = await run(['verify', token], env);
  expect(valid.output).toMatch(/^valid: subject ann, tier pro, jti [\w-]{36}, until \d{4}-/);
  expect(await run(['verify', token], { JWT_ISSUER: 'you' })).toEqual({
    code: 1,
    output: 'the token is not valid here',
  });
  const jti = /jti ([\w-]+)/.exec(valid.output)![1]!;
  expect(await run(['revoke', token])).toEqual({ code: 0, output: `${jti} is revoked` });
  expect((await readFile(file, 'utf8')).split('\n')).toEqual(['one', expect.stringContaining(`${jti} # expires `), '']);
  expect(await run(['verify', token], env)).toEqual({ code: 1, output: 'the token was revoked' });
});

test('the secret that npm start made is found', async () => {
  const env = { JWT_SECRET: '', JWT_DENYLIST_FILE: '', DATA_DIR: folder };
  await makeTokenFiles({}, folder);
  const { code, output: token } = await run(['issue', '--subject', 'ann', '--days', '3'], env);
  expect(code).toBe(0);
  expect((await run(['verify', token], env)).output).toMatch(/^valid: subject ann, tier none named, so the lowest/);
  expect((await run(['revoke', token], env)).code).toBe(0);
  expect(await run(['verify', token], env)).toEqual({ code: 1, output: 'the token was revoked' });
});

// Refusals of the command line itself are in apps/cli/test/commands.test.ts.
test.each([
  ['a strange tier', ['issue', '--subject', 'ann', '--days', '1', '--tier', 'Pro"'], {}, /^--tier: expected/],
  [
    'no secret',
    ['issue', '--subject', 'ann', '--days', '1'],
    { JWT_SECRET: '', DATA_DIR: '/nowhere' },
    /^JWT_SECRET is not set/,
  ],
  [
    'too many days',
    ['issue', '--subject', 'ann', '--days', '91'],
    { JWT_MAX_DAYS: '90' },
    /^--days: .* at most 90 days/,
  ],
  ['two lines', ['revoke', 'one\ntwo'], {}, /^expected a token that has a jti/],
] as const)('%s is refused with a sentence', async (_, args, env, sentence) => {
  const { code, output } = await run([...args], env);
  expect(code).toBe(78);
  expect(output).toMatch(sentence);
});

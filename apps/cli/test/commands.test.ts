import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requireChain } from '@chaintrail/chains';
import { COMMANDS, commandOf, programOf, UsageError } from '@chaintrail/commands';
import { EXIT_CONFIGURATION } from '@chaintrail/config';
import { createTestDatabase, waitFor } from '@chaintrail/testkit';
import { getIcapAddress } from 'ethers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { chaintrail, start } from './support/chaintrail.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(ROOT + path, 'utf8');
const SECRET = 'a secret of more than thirty-two bytes, for tests';

/** Reads a command line that nothing runs for, as the program does before it runs anything. */
function refused(args: readonly string[]): { status: number; stdout: string; stderr: string } {
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      said[stream] += text;
      return true;
    });
  try {
    programOf(COMMANDS.map(commandOf)).parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof UsageError) return { status: error.status, ...said };
    throw error;
  } finally {
    vi.restoreAllMocks();
  }
  throw new Error('nothing ended the reading');
}

describe('help', () => {
  const documented = read('docs/configuration.md');

  test.each(COMMANDS.map((spec) => [spec.name, spec] as const))(
    'of %s tells its settings and exit statuses',
    (name, { summary, settings, statuses, usageStatus = EXIT_CONFIGURATION }) => {
      const { status, stdout, stderr } = refused([name, '--help']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^Usage: chaintrail ${name} `));
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(summary);
      for (const setting of settings) {
        expect(stdout).toContain(setting);
        expect(documented).toContain(`\`${setting}\``);
      }
      for (const [each] of [...statuses, [usageStatus]]) expect(stdout).toMatch(new RegExp(`^ {2}${each} `, 'm'));
      for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120);
    },
  );

  test.concurrent('without a command is that of all, with what each is for', async () => {
    const { status, stdout } = await chaintrail([]);
    expect(status).toBe(0);
    for (const { name } of COMMANDS) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });

  test.concurrent('of a command is what the program prints', async () => {
    expect(await chaintrail(['export', '--help'])).toEqual(refused(['export', '--help']));
  });
});

describe('key', () => {
  const KEY = "'\\xd8da6bf26964af9d7eed9e03e53415d37aa96045'";
  const MIXED = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

  test.concurrent('prints the keys of addresses in every form, as SQL takes them', async () => {
    const digits = MIXED.slice(2).toUpperCase();
    const { status, stdout, stderr } = await chaintrail(['key', 'eth', MIXED, digits, getIcapAddress(MIXED)]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(`${KEY}\n`.repeat(3));
  });

  test.concurrent('reads lines of standard input, and refuses each with a sentence that does not repeat it', async () => {
    const wrong = MIXED.replace('dA6B', 'da6B');
    const { status, stdout, stderr } = await chaintrail(['key', 'eth'], {}, `${MIXED}\r\n${wrong}\n${MIXED}`);
    expect({ status, stdout }).toEqual({ status: 1, stdout: `${KEY}\n${KEY}\n` });
    expect(stderr).toMatch(/^Address 2: the checksum in its mixed case .*\.\n$/);
    expect(stderr).not.toContain(wrong.slice(2));
  });

  test.concurrent('is for the network that is set', async () => {
    const example = requireChain('btc').networks.find(({ name }) => name === 'regtest')!.addressExample;
    const own = await chaintrail(['key', 'btc', example], { BTC_NETWORK: 'regtest' });
    expect(own).toMatchObject({ status: 0, stdout: expect.stringMatching(/^'\\x[0-9a-f]{42,82}'\n$/) });
    const other = await chaintrail(['key', 'btc', example]);
    expect(other).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/Bitcoin regtest.*mainnet/) });
  });
});

describe('exit statuses', () => {
  test.each<[string[], number, RegExp]>([
    [['export', 'a.b', '--format', 'xml'], 2, /Allowed choices are csv, parquet/],
    [['migrate', '--wait=soon'], 78, /expected a whole number/],
    [['drop-chain', 'xyz'], 78, /expected one of btc, eth/],
    [['token'], 78, /^Usage:/],
    [['token', 'isue'], 78, /\(Did you mean issue\?\)/],
    [['token', 'toString'], 78, /^error: unknown command 'toString'/],
    [['token', 'issue', '--days', '1'], 78, /^error: required option '--subject <name>'/],
    [['token', 'issue', '--subject', 'ann'], 78, /^error: required option '--days <days>'/],
    [['token', 'issue', '--subject', 'ann', '--days', '0'], 78, /expected a whole number from 1 to 3660/],
  ])('of %j, which is refused before anything is loaded', (args, expected, said) => {
    const { status, stdout, stderr } = refused(args);
    expect(stderr).toMatch(said);
    expect({ status, stdout }).toEqual({ status: expected, stdout: '' });
  });

  test.concurrent.each<[string[], number, RegExp, Record<string, string>?]>([
    [['--version'], 0, new RegExp(`^${JSON.parse(read('package.json')).version}\n$`)],
    [['staus'], 78, /unknown command 'staus'\n\(Did you mean status\?\)/],
    [['audit', 'ltc', '--ful'], 2, /\(Did you mean --full\?\)\nUsage: chaintrail audit \[options\] <code>/],
    [['status', '--url', 'nowhere'], 78, /expected http:/],
    // Statuses that programs themselves end with.
    [['start'], 78, /^Configuration: PORT is "x"/, { PORT: 'x' }],
    [['indexer'], 78, /DATABASE_URL is not set[\s\S]*No chain is configured/],
    [['migrate', 'btc'], 1, /^No PostgreSQL server answers/, { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d' }],
    [['audit', 'ltc'], 78, /DATABASE_URL is not set/],
    [['export', 'btc.blocks'], 2, /^No database is known/],
    [['psql', '-Atc', 'SELECT 1'], 1, /^No database is known/],
    [['token', 'verify', 'rubbish'], 1, /^the token/, { JWT_SECRET: SECRET }],
    [['status'], 78, /^No database is known/],
    [['status', '--url', 'http://127.0.0.1:1'], 1, /^http:\/\/127.0.0.1:1: the server could not be reached\.\n$/],
  ])('of %j', async (args, expected, said, env = {}) => {
    const { status, stdout, stderr } = await chaintrail(args, env);
    expect(stdout + stderr).toMatch(said);
    expect(status).toBe(expected);
  });

  test('a program that runs under it is told to stop as by itself, and ends as by itself', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const env = { DATABASE_URL: database.url, BTC_RPC_URL: 'http://127.0.0.1:1', BTC_NETWORK: 'regtest' };
    const indexer = start(['indexer'], env);
    await waitFor(async () => indexer.output().includes('chain stalled'), { what: 'the indexer to look at its node' });
    indexer.kill('SIGTERM');
    const { status, stdout } = await indexer.ended;
    expect(stdout).toContain('indexer stopped');
    expect(status).toBe(0);
  });

  test.each(['indexer', 'api'])('%s that is told to stop while it is loaded ends as by itself', async (name) => {
    // The first listener is that of the command, before it loads the program.
    const preload =
      "process.once('newListener', (name) => name === 'SIGTERM' && setImmediate(process.kill, process.pid, name));";
    const { status, stdout, stderr } = await start([name], {
      NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(preload)}"`,
    }).ended;
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

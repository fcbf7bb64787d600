import { requireChain } from '@chaintrail/chains';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readApiOptions, SCENARIOS } from '../src/api/api-options.js';
import { readColdOptions } from '../src/cold/cold-options.js';
import { readFollowOptions } from '../src/follow/follow-options.js';
import { readSyncOptions } from '../src/sync/sync-options.js';

let told = '';
beforeEach(() => {
  told = '';
  // Reason and help.
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told += text;
    return true;
  });
  return () => vi.restoreAllMocks();
});

describe('the command line of bench:sync', () => {
  test('has defaults', () => {
    expect(readSyncOptions([])).toEqual({
      chain: requireChain('btc'),
      transactions: 1_000_000,
      perBlock: 2000,
      blocks: 20_000,
    });
    expect(readSyncOptions(['--chain', 'eth'])).toMatchObject({ chain: { code: 'eth' }, blocks: 20_000 });
    expect(readSyncOptions(['--chain', 'rune'])).toMatchObject({ chain: { code: 'rune' }, blocks: 20_000 });
  });

  test('takes everything', () => {
    const args = '--transactions 500 --chain ltc --per-block 50 --spent-txouts --memory 512 --keep'.split(' ');
    const urls = ['--node', 'http://u:p@127.0.0.1:18443', '--database', 'postgres://u:p@127.0.0.1/bench'];
    expect(readSyncOptions([...args, ...urls])).toMatchObject({
      chain: { code: 'ltc' },
      transactions: 500,
      perBlock: 50,
      spentTxouts: true,
      memory: 512,
      node: 'http://u:p@127.0.0.1:18443',
      database: 'postgres://u:p@127.0.0.1/bench',
      keep: true,
    });
  });

  test.each([
    [
      ['--transactions', '1e6'],
      "'--transactions <N>' argument '1e6' is invalid. expected a whole number from 1 to 1000000000",
    ],
    [['--per-block', '0'], "'--per-block <N>' argument '0' is invalid. expected a whole number from 1 to 4000"],
    [['--memory', '511'], "'--memory <MB>' argument '511' is invalid. expected a whole number from 512 to 1048576"],
    [['--chain', 'xmr'], "'--chain <CODE>' argument 'xmr' is invalid. expected btc or eth or ltc or"],
    [['--blocks', '5'], '--blocks does not say anything about btc'],
    [['--chain', 'rune', '--traces'], '--traces does not say anything about rune'],
    [['--chain', 'arb', '--per-block', '5'], '--per-block does not say anything about arb'],
    [['--chain', 'cacao', '--transactions', '5'], '--transactions does not say anything about cacao'],
    [
      ['--chain', 'arb', '--blocks', '0'],
      "'--blocks <N>' argument '0' is invalid. expected a whole number from 1 to 1000000",
    ],
    [['--height', '5'], "unknown option '--height'"],
    [['5'], 'too many arguments'],
  ])('refuses %j', (args, message) => {
    expect(() => readSyncOptions(args)).toThrow(message);
  });

  test('does not repeat the password of a node it cannot use', () => {
    const read = (): unknown => readSyncOptions(['--node', 'user:secret@host']);
    expect(read).toThrow('--node is not a URL');
    expect(read).not.toThrow('secret');
    expect(told).toContain('--node is not a URL');
    expect(told).not.toContain('secret');
  });
});

describe('the command line of bench:follow', () => {
  test('has defaults and takes everything', () => {
    expect(readFollowOptions([])).toMatchObject({
      chain: { code: 'btc' },
      blocks: 60,
      baseTransactions: 200_000,
      perBlock: 4000,
      seed: 1,
    });
    const args = '--blocks 3 --base-transactions 1000 --per-block 20 --chain ltc --seed 9'.split(' ');
    expect(readFollowOptions(args)).toMatchObject({
      chain: { code: 'ltc' },
      blocks: 3,
      baseTransactions: 1000,
      perBlock: 20,
      seed: 9,
    });
  });

  test('refuses blocks that no node could send', () => {
    expect(() => readFollowOptions(['--per-block', '4001'])).toThrow("'4001' is invalid");
    expect(() => readFollowOptions(['--chain', 'rune'])).toThrow("'rune' is invalid. expected btc or ltc");
  });
});

describe('the command line of bench:cold', () => {
  test('has defaults and takes everything', () => {
    const only = ['alone', 'ahead', 'rollback', 'pages'];
    const unbounded = { memory: 0, iops: 0, only };
    const standard = { transactions: 500_000, inputs: 8_000, rollback: 2, delays: [100, 1_000], ...unbounded };
    expect(readColdOptions([])).toEqual(standard);
    const args =
      '--transactions 20000000 --inputs 4000 --rollback 9 --delays 50 --memory 1024 --iops 2000 --only pages --data /d';
    const given = { transactions: 20_000_000, inputs: 4_000, rollback: 9, delays: [50], data: '/d' };
    expect(readColdOptions(args.split(' '))).toEqual({ ...given, memory: 1_024, iops: 2_000, only: ['pages'] });
    expect(() => readColdOptions(['--only', 'pages,all'])).toThrow();
    expect(told).toContain('--only has all: expected some of alone, ahead, rollback, pages');
    expect(() => readColdOptions(['--delays', '1,fast'])).toThrow('expected a whole number from 0 to 100000');
  });
});

describe('the command line of bench:api', () => {
  test('has defaults and takes everything', () => {
    expect(readApiOptions([])).toEqual({
      transactions: 1_000_000,
      blocks: 1_000,
      connections: [1, 16, 64],
      workers: 1,
      changes: 1000,
      seconds: 5,
      seed: 1,
      only: SCENARIOS,
      encoding: 'gzip, deflate',
    });
    const args =
      '--transactions 500 --blocks 9 --data /d --connections 2 --seconds 1 --workers 3 --changes 0 --only ten,deep --seed 7'.split(
        ' ',
      );
    const running = [
      '--encoding',
      'identity',
      '--profile',
      '/p',
      '--url',
      'http://127.0.0.1:3000/',
      '--addresses',
      'a.txt',
    ];
    expect(readApiOptions([...args, ...running])).toEqual({
      transactions: 500,
      blocks: 9,
      data: '/d',
      connections: [2],
      workers: 3,
      changes: 0,
      seconds: 1,
      seed: 7,
      only: ['ten', 'deep'],
      encoding: 'identity',
      profile: '/p',
      url: 'http://127.0.0.1:3000',
      addresses: 'a.txt',
    });
  });

  test.each([
    [
      ['--connections', '1,'],
      "'--connections <LIST>' argument '1,' is invalid. expected a whole number from 1 to 1000",
    ],
    [['--only', 'ten,eleven'], '--only has eleven: expected some of newest, deep,'],
    [['--url', 'http://127.0.0.1'], '--url and --addresses go together'],
    [['--url', '127.0.0.1', '--addresses', 'a'], '--url is 127.0.0.1: expected one of the form http://HOST:PORT'],
  ])('refuses %j', (args, message) => {
    expect(() => readApiOptions(args)).toThrow(message);
  });
});

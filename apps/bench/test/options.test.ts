/** Command lines of benchmarks: what they take, and what they refuse, with the reason. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readApiOptions } from '../src/api/api-options.js';
import { readColdOptions } from '../src/cold/cold-options.js';
import { readFollowOptions } from '../src/follow/follow-options.js';
import { readSyncOptions } from '../src/sync/sync-options.js';

const COMMANDS = { sync: readSyncOptions, follow: readFollowOptions, cold: readColdOptions, api: readApiOptions };
type Name = keyof typeof COMMANDS;

let told = '';
beforeEach(() => {
  told = '';
  // Reason and help.
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told += text;
    return true;
  });
});
afterEach(() => void vi.restoreAllMocks());

const NODE = 'http://u:p@127.0.0.1:18443';
const DATABASE = 'postgres://u:p@127.0.0.1/bench';

test.each<[Name, string, object]>([
  ['sync', '', { chain: { code: 'btc' }, transactions: 1_000_000, perBlock: 2_000, blocks: 20_000 }],
  ['sync', '--chain rune', { chain: { code: 'rune' }, blocks: 20_000 }],
  [
    ...(['sync', `--transactions 500 --chain ltc --per-block 50 --spent-txouts --memory 512 --keep`] as const),
    { chain: { code: 'ltc' }, transactions: 500, perBlock: 50, spentTxouts: true, memory: 512, keep: true },
  ],
  ['sync', `--node ${NODE} --database ${DATABASE}`, { node: NODE, database: DATABASE }],
  ['sync', '--chain eth --blocks 9 --traces', { chain: { code: 'eth' }, blocks: 9, traces: true }],
  ['follow', '', { chain: { code: 'btc' }, blocks: 60, baseTransactions: 200_000, perBlock: 4_000, seed: 1 }],
  [
    ...(['follow', '--blocks 3 --base-transactions 1000 --per-block 20 --chain ltc --seed 9'] as const),
    { chain: { code: 'ltc' }, blocks: 3, baseTransactions: 1_000, perBlock: 20, seed: 9 },
  ],
  ['cold', '', { transactions: 500_000, inputs: 8_000, rollback: 2, delays: [100, 1_000], memory: 0, iops: 0 }],
  [
    ...(['cold', '--inputs 4000 --rollback 9 --delays 50 --memory 1024 --iops 2000 --only pages --data /d'] as const),
    { inputs: 4_000, rollback: 9, delays: [50], memory: 1_024, iops: 2_000, only: ['pages'], data: '/d' },
  ],
  [
    'api',
    '',
    { transactions: 1_000_000, blocks: 1_000, connections: [1, 16, 64], workers: 1, changes: 1_000, seed: 1 },
  ],
  [
    ...([
      'api',
      '--transactions 500 --blocks 9 --data /d --connections 2 --seconds 1 --workers 3 --changes 0',
    ] as const),
    { transactions: 500, blocks: 9, data: '/d', connections: [2], seconds: 1, workers: 3, changes: 0 },
  ],
  [
    ...(['api', '--only ten,deep --encoding identity --profile /p --url http://h:1/ --addresses a.txt'] as const),
    { only: ['ten', 'deep'], encoding: 'identity', profile: '/p', url: 'http://h:1', addresses: 'a.txt' },
  ],
])('bench:%s takes %s', (name, args, options) => {
  expect(COMMANDS[name](args.split(' ').filter(Boolean))).toMatchObject(options);
});

test.each<[Name, string, string]>([
  ['sync', '--transactions 1e6', "'1e6' is invalid. expected a whole number from 1 to 1000000000"],
  ['sync', '--memory 511', "'511' is invalid. expected a whole number from 512 to 1048576"],
  ['sync', '--chain xmr', "'--chain <CODE>' argument 'xmr' is invalid. expected btc or eth or ltc or"],
  ['sync', '--blocks 5', '--blocks does not say anything about btc'],
  ['sync', '--chain rune --traces', '--traces does not say anything about rune'],
  ['sync', '--chain arb --per-block 5', '--per-block does not say anything about arb'],
  ['sync', '--chain cacao --transactions 5', '--transactions does not say anything about cacao'],
  ['sync', '--height 5', "unknown option '--height'"],
  ['sync', '5', 'too many arguments'],
  ['sync', '--node user:secret@host', '--node is not a URL'],
  ['follow', '--per-block 4001', "'4001' is invalid"],
  ['follow', '--chain rune', "'rune' is invalid. expected btc or ltc"],
  ['cold', '--only pages,all', '--only has all: expected some of alone, ahead, rollback, pages'],
  ['cold', '--delays 1,fast', 'expected a whole number from 0 to 100000'],
  [
    'api',
    '--connections 1,',
    "'--connections <LIST>' argument '1,' is invalid. expected a whole number from 1 to 1000",
  ],
  ['api', '--only ten,eleven', '--only has eleven: expected some of newest, deep,'],
  ['api', '--url http://127.0.0.1', '--url and --addresses go together'],
  ['api', '--url 127.0.0.1 --addresses a', '--url is 127.0.0.1: expected one of the form http://HOST:PORT'],
])('bench:%s refuses %s, and repeats no password', (name, args, message) => {
  expect(() => COMMANDS[name](args.split(' '))).toThrow(message);
  expect(told).toContain(message);
  expect(told).not.toContain('secret');
});

import { EventEmitter } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { becomeOwner, openSession } from '@chaintrail/db';
import { createTestChain, createTestDatabase, spawnApi, stopProcesses } from '@chaintrail/testkit';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ChainRow, RisingProgress } from '../src/status/chain-row.js';
import { LiveScreen } from '../src/status/live-screen.js';
import { statusTable } from '../src/status/table.js';
import { chaintrail } from './support/chaintrail.js';

afterAll(() => stopProcesses());

const NOW = 1_800_000_000;
const LIVE: ChainRow = {
  ...{ currency: 'btc', network: 'mainnet', status: 'live', reason: null, tip: 900_000, nodeTip: 900_001, behind: 1 },
  ...{ stage: null, progress: 0.99999, etaSeconds: null, blocksPerSecond: null, heartbeatAt: NOW, mempool: 12_345 },
  owner: '10.0.0.7',
  audit: { result: 'clean', finishedAt: NOW - 7_200, findings: 0 },
  rate: '63210.456',
};
const SYNCING: ChainRow = {
  ...{
    ...LIVE,
    currency: 'doge',
    status: 'syncing',
    stage: 'load',
    tip: 2_000_000,
    nodeTip: 5_000_000,
    behind: 3_000_000,
  },
  ...{ progress: 0.4, etaSeconds: 11_520, blocksPerSecond: 812.4, mempool: null, audit: null, rate: '0.159812' },
};
const HALTED: ChainRow = {
  ...LIVE,
  currency: 'eth',
  status: 'halted',
  reason: 'eth: the node left our chain: raise ETH_REORG_LIMIT',
  owner: 'none',
};

describe('the table', () => {
  const options = { columns: 200, nowSeconds: NOW, colours: false };

  test('has what an operator asks, and why a chain is not live', () => {
    expect(statusTable([LIVE, SYNCING, HALTED], options)).toEqual(
      [
        'chain  network  status        tip       node     behind  progress        left  blocks/s  mempool  indexer   last audit           USD',
        'btc    mainnet  live      900,000    900,001          1    99.9 %           –         –   12,345  10.0.0.7  clean, 2 h 0 min ago  63,210.46',
        'doge   mainnet  load    2,000,000  5,000,000  3,000,000    40.0 %  3 h 12 min       812        –  10.0.0.7  –                        0.1598',
        'eth    mainnet  halted    900,000    900,001          1    99.9 %           –         –   12,345  none      clean, 2 h 0 min ago  63,210.46',
        'eth: the node left our chain: raise ETH_REORG_LIMIT',
      ].map((line) => expect.stringMatching(new RegExp(`^${line.replaceAll(/\s+/g, '\\s+').replaceAll('.', '\\.')}$`))),
    );
  });

  test.each([200, 120, 100, 80, 60, 40, 20])('fits %i columns, and gives up what matters least first', (columns) => {
    const lines = statusTable([LIVE, SYNCING, HALTED], { ...options, columns, colours: true });
    for (const line of lines) expect(stripVTControlCharacters(line).length).toBeLessThanOrEqual(columns);
    const [titles = ''] = lines;
    expect(titles).toContain('chain');
    if (columns >= 40) expect(titles).toMatch(/status .*behind/);
    expect(titles.includes('USD')).toBe(columns > 120);
  });

  test('of no chain says so', () => {
    expect(statusTable([], options)).toEqual(['No chain is followed yet.']);
  });
});

test('the progress of a first sync only rises, until it begins anew', () => {
  const rising = new RisingProgress();
  const shown = (change: Partial<ChainRow>) => rising.of({ ...SYNCING, ...change }).progress;
  expect(shown({ progress: 0.4 })).toBe(0.4);
  expect(shown({ progress: 0.39 })).toBe(0.4);
  expect(shown({ currency: 'ltc', progress: 0.1 })).toBe(0.1);
  expect(shown({ status: 'stalled', progress: 0.2 })).toBe(0.4);
  expect(shown({ progress: 0.5 })).toBe(0.5);
  // Dropped.
  expect(shown({ tip: null, progress: 0 })).toBe(0);
  expect(shown({ progress: 0.01 })).toBe(0.01);
  expect(shown({ status: 'live', progress: 0.999 })).toBe(0.999);
});

test('a screen draws over what it drew, listens to keys, and gives the terminal back', () => {
  let written = '';
  const output = {
    ...{ rows: 4, columns: 20, cork: () => undefined, uncork: () => undefined },
    write: (text: string) => {
      written += text;
      return true;
    },
  } as unknown as NodeJS.WriteStream;
  const modes: boolean[] = [];
  const input = Object.assign(new EventEmitter(), {
    ...{ isTTY: true, setRawMode: (mode: boolean) => modes.push(mode), pause: () => undefined },
  });
  let stops = 0;
  const screen = new LiveScreen(output, input as unknown as NodeJS.ReadStream, () => {
    stops += 1;
  });
  screen.draw(['one', 'two', 'three', 'four', 'five']);
  expect(stripVTControlCharacters(written)).toBe('onetwothree');
  for (const key of ['x', 'q', '\u0003']) input.emit('data', Buffer.from(key));
  expect(stops).toBe(2);
  screen.close();
  expect(modes).toEqual([true, false]);
  expect(input.listenerCount('data')).toBe(0);
  expect(written.startsWith('\u001b[?1049h\u001b[?25l')).toBe(true);
  expect(written.endsWith('\u001b[?25h\u001b[?1049l')).toBe(true);
});

test('databases and the API tell the same', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await createTestChain(database.url, 'btc');
  await createTestChain(database.url, 'eth');
  const session = await openSession(database.url, 'test');
  await session.query(`
    INSERT INTO btc.sync_state (network, history_from, height, hash, block_time, node_height, phase, live_since)
      VALUES ('regtest', 0, 299, decode(repeat('00', 32), 'hex'), 1, 304, 'live', now());
    INSERT INTO btc.audits (scope, result, finished_at, findings) VALUES ('full', 'findings', now(), 7);
    INSERT INTO eth.sync_state (network, history_from, height, hash, block_time, node_height, phase, stage, share, eta_seconds, blocks_per_second)
      VALUES ('local', 0, 49, decode(repeat('00', 32), 'hex'), 1, 99, 'syncing', 'load', 0.4, 60, 2.5);
    INSERT INTO chaintrail.rates (symbol, at, rate, as_of, sources)
      VALUES ('BTC', extract(epoch FROM now())::bigint, 63210.5, extract(epoch FROM now())::bigint, '{kraken}')`);
  await session.end();
  const owner = await becomeOwner(database.url, 'btc');
  onTestFinished(async () => void (await owner?.end()));
  const api = await spawnApi({ databaseUrl: database.url });
  const rowsOf = async (args: string[], env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = await chaintrail(['status', '--json', ...args], env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout) as ChainRow[];
  };
  const [stored, answered, table] = await Promise.all([
    rowsOf([], { DATABASE_URL: database.url }),
    rowsOf(['--url', api.url]),
    chaintrail(['status'], { DATABASE_URL: database.url }),
  ]);
  expect(stored).toMatchObject([
    {
      currency: 'btc',
      status: 'live',
      tip: 299,
      nodeTip: 304,
      behind: 5,
      owner: '127.0.0.1',
      rate: '63210.5',
      audit: { findings: 7 },
    },
    {
      currency: 'eth',
      status: 'syncing',
      stage: 'load',
      progress: 0.4,
      etaSeconds: 60,
      owner: 'none',
      rate: null,
      audit: null,
    },
  ]);
  const rounded = (rows: readonly ChainRow[]) =>
    rows.map((row) => ({ ...row, owner: null, progress: row.progress && Math.floor(row.progress * 1e6) / 1e6 }));
  expect(rounded(answered)).toEqual(rounded(stored));
  // Everybody may ask an API: it says that somebody has a chain, and not where.
  expect(answered.map(({ owner }) => owner)).toEqual(['yes', 'none']);
  expect(table.stdout.split('\n')).toHaveLength(4);
  expect(table.stdout).toMatch(/^btc +regtest +live +299 +304 +5 /m);
});

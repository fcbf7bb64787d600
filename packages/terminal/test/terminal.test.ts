import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { logTerminal, Terminal } from '../src/terminal.js';
import { Screen } from './support/screen.js';
import { progressOf } from './support/states.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const LONG = `one ${'very '.repeat(40)}long line`;

describe('a terminal', () => {
  test('tells who listens of its lines, and while bars move by themselves', () => {
    const told: unknown[] = [];
    const listener = { line: (text: string) => told.push(text), bars: (areShown: boolean) => told.push(areShown) };
    const terminal = new Terminal(new Screen().stream, listener);
    terminal.line('one');
    terminal.progress(progressOf());
    terminal.progress(progressOf({ chain: 'ltc' }));
    terminal.endProgress('btc');
    terminal.line('two');
    terminal.endProgress('ltc');
    terminal.close();
    expect(told).toEqual(['one', true, 'two', false]);
  });

  test('keeps its bars below the lines, whole lines, and draws them again where they have moved', () => {
    const screen = new Screen();
    const terminal = new Terminal(screen.stream);
    terminal.line('first');
    terminal.progress(progressOf());
    terminal.progress(progressOf({ chain: 'ltc', share: 0.5 }));
    vi.advanceTimersByTime(1_000);
    const bars = [expect.stringMatching(/^btc .*61\.2 %/), expect.stringMatching(/^ltc .*50\.0 %/)];
    expect(screen.visible()).toEqual(['first', ...bars]);

    terminal.line('second');
    expect(screen.visible()).toEqual(['first', 'second', ...bars]);
    terminal.line(LONG);
    expect(screen.visible().slice(2, -2).join('')).toBe(LONG);
    expect(screen.visible().slice(-2)).toEqual(bars);
    vi.advanceTimersByTime(5_000);
    expect(screen.visible().slice(-2)).toEqual(bars);
    terminal.close();
  });

  test('shows the progress as it goes on, and each bar until its chain is done', () => {
    const screen = new Screen();
    const terminal = new Terminal(screen.stream);
    terminal.progress(progressOf());
    terminal.progress(progressOf({ chain: 'ltc', share: 0.5 }));
    terminal.progress(progressOf({ stage: 'sort', share: 0.75 }));
    vi.advanceTimersByTime(1_000);
    expect(screen.visible()).toEqual([
      expect.stringMatching(/75\.0 % {2}sorting histories/),
      expect.stringMatching(/^ltc/),
    ]);
    terminal.endProgress('btc');
    vi.advanceTimersByTime(1_000);
    expect(screen.visible()).toEqual([expect.stringMatching(/^ltc/)]);
    terminal.endProgress('ltc');
    terminal.line('btc and ltc: live');
    expect(screen.visible()).toEqual(['btc and ltc: live']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('loses no line when it is closed at once, and leaves the terminal as it was', () => {
    const screen = new Screen();
    const terminal = new Terminal(screen.stream);
    terminal.progress(progressOf());
    terminal.line('Stopping …');
    terminal.close();
    terminal.line('stopped');
    expect(screen.visible()).toEqual(['Stopping …', 'stopped']);
    expect(vi.getTimerCount()).toBe(0);
    // Neither hidden cursors nor cut lines can be left behind by a process that is killed.
    expect(screen.written).not.toContain('\x1b[?');
  });
});

test('without a terminal there are plain lines: one in five seconds, later in half a minute, and one at every new stage', () => {
  const output = new Screen({ isTTY: false });
  const terminal = new Terminal(output.stream);
  terminal.progress(progressOf());
  vi.advanceTimersByTime(4_000);
  terminal.progress(progressOf({ share: 0.62 }));
  vi.advanceTimersByTime(500);
  terminal.progress(progressOf({ share: 0.63 }));
  terminal.progress(progressOf({ stage: 'unspent', share: 0.7, transactionsPerSecond: null }));
  vi.advanceTimersByTime(600_000);
  terminal.progress(progressOf({ stage: 'unspent', share: 0.71, transactionsPerSecond: null }));
  vi.advanceTimersByTime(29_000);
  terminal.progress(progressOf({ stage: 'unspent', share: 0.72, transactionsPerSecond: null }));
  vi.advanceTimersByTime(1_000);
  terminal.progress(progressOf({ stage: 'unspent', share: 0.73, transactionsPerSecond: null }));
  terminal.endProgress('btc');
  terminal.close();
  const lines = output.written.split('\n');
  expect(lines.map((line) => line.split(/,? block |, \d+ h /)[0])).toEqual([
    'btc: 61.2 %, loading',
    'btc: 63.0 %, loading',
    'btc: 70.0 %, writing unspent outputs',
    'btc: 71.0 %, writing unspent outputs',
    'btc: 73.0 %, writing unspent outputs',
    '',
  ]);
  expect(output.written).toBe(output.plain);
});

describe('beside a log', () => {
  test('bars and log lines share a terminal on standard output', () => {
    const [log, other] = [new Screen(), new Screen()];
    const { terminal, lines } = logTerminal(log.stream, other.stream)!;
    terminal.progress(progressOf());
    lines?.write('{"msg":"indexer started"}\n');
    expect(log.visible()).toEqual(['{"msg":"indexer started"}', expect.stringMatching(/^btc/)]);
    terminal.close();
    expect(other.written).toBe('');
  });

  test('bars go to standard error where the log goes to a file', () => {
    const [log, other] = [new Screen({ isTTY: false }), new Screen()];
    const { terminal, lines } = logTerminal(log.stream, other.stream)!;
    expect(lines).toBeUndefined();
    terminal.progress(progressOf());
    vi.advanceTimersByTime(1_000);
    expect(other.visible()).toEqual([expect.stringMatching(/^btc/)]);
    terminal.close();
    expect(log.written).toBe('');
  });

  test('nothing is drawn where nobody is watching', () => {
    const file = () => new Screen({ isTTY: false }).stream;
    expect(logTerminal(file(), file())).toBeNull();
  });
});

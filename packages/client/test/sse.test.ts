import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventStreamParser, type ServerSentEvent } from '../src/sse.js';

const encode = (text: string) => new TextEncoder().encode(text);
const read = (text: string, parser = new EventStreamParser()) => parser.push(encode(text));
const message = (data: string, lastEventId = '', type = 'message'): ServerSentEvent => ({ type, data, lastEventId });

/** Cut at the given places, in bytes. */
function pieces(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, at) => bytes.subarray(from, places[at]));
}

const cuts = fc.array(fc.nat(), { maxLength: 40 });
const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
/** Text of one line; of any script, so that cuts go through characters. */
const word = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replace(/[\r\n\0]/g, ''));
const sent = fc.record({
  type: fc.option(word, { nil: undefined }),
  id: fc.option(word, { nil: undefined }),
  data: fc.array(word, { maxLength: 4 }),
  comments: fc.array(word, { maxLength: 2 }),
  space: fc.constantFrom('', ' '),
});

interface Sent {
  readonly type: string | undefined;
  readonly id: string | undefined;
  readonly data: readonly string[];
  readonly comments: readonly string[];
  readonly space: string;
}

/** Events as a server may write them, each line with the next of `ends`. */
function written(events: readonly Sent[], ends: Iterator<string>): string {
  let text = '';
  const line = (content: string) => {
    const end = ends.next().value as string;
    // An empty line that ends with a line feed would be the second half of the end before it.
    text += content + (content === '' && text.endsWith('\r') ? '\r' : end);
  };
  for (const { type, id, data, comments, space } of events) {
    // A value that begins with a space needs another one before it.
    const field = (name: string, value: string) => line(`${name}:${value.startsWith(' ') ? ' ' : space}${value}`);
    for (const comment of comments) line(`:${comment}`);
    if (type !== undefined) field('event', type);
    if (id !== undefined) field('id', id);
    for (const each of data) field('data', each);
    line('');
  }
  return text;
}

function toExpect(events: readonly Sent[]): ServerSentEvent[] {
  let lastEventId = '';
  return events.flatMap(({ type, id, data }) => {
    lastEventId = wellFormed(id ?? lastEventId);
    return data.length === 0 ? [] : [message(wellFormed(data.join('\n')), lastEventId, wellFormed(type || 'message'))];
  });
}

/** Lone surrogates have no UTF-8, and arrive as U+FFFD. */
function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(encode(text));
}

describe('a stream of events', () => {
  it('is read as it was written, wherever its pieces end and whatever ends its lines', () => {
    const events = fc.array(sent, { maxLength: 8 });
    fc.assert(
      fc.property(events, fc.constantFrom('', '\ufeff'), fc.infiniteStream(lineEnd), cuts, (sent, bom, ends, at) => {
        const bytes = encode(bom + written(sent, ends));
        const parser = new EventStreamParser();
        expect(pieces(bytes, at).flatMap((piece) => parser.push(piece))).toEqual(toExpect(sent));
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same events however any bytes are cut, and never fails on them', () => {
    const soup = fc
      .array(
        fc.constantFrom('data', 'id', 'event', 'retry', ':', ' ', '\n', '\r', '\r\n', '\0', '\ufeff', 'ä', '🜚', '7'),
      )
      .map((parts) => encode(parts.join('')));
    fc.assert(
      fc.property(fc.oneof(soup, fc.uint8Array({ maxLength: 60 })), cuts, (bytes, at) => {
        const whole = new EventStreamParser();
        const cut = new EventStreamParser();
        expect(pieces(bytes, at).flatMap((piece) => cut.push(piece))).toEqual(whole.push(bytes));
        expect([cut.lastEventId, cut.retryMs]).toEqual([whole.lastEventId, whole.retryMs]);
      }),
      { numRuns: 500 },
    );
  });
});

/** Examples of the HTML standard (§9.2.6), and the rules behind them one by one. */
describe('the standard', () => {
  it('joins the lines of data', () => {
    expect(read('data: YHOO\ndata: +2\ndata: 10\n\n')).toEqual([message('YHOO\n+2\n10')]);
  });

  it('sets and resets ids, and takes one leading space away', () => {
    const stream = ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n';
    expect(read(stream)).toEqual([message('first event', '1'), message('second event', '')]);
    expect(read(`${stream}\n`)).toHaveLength(3);
    expect(read(`${stream}\n`)[2]).toEqual(message(' third event'));
  });

  it('knows events without text from those without data', () => {
    expect(read('data\n\ndata\ndata\n\ndata:')).toEqual([message(''), message('\n')]);
    expect(read('event: tip\n\ndata: x\n\n')).toEqual([message('x')]);
  });

  it('passes over unknown fields, ids with NUL, and times that are no digits', () => {
    const parser = new EventStreamParser('7', 5);
    expect(read('Data: x\n data: y\nid: a\0b\nretry: 1.5\nretry: -1\nretry:\nretry: 10x\ndata: z\n\n', parser)).toEqual(
      [message('z', '7')],
    );
    expect(parser.retryMs).toBe(5);
    read('retry: 250\n', parser);
    expect(parser.retryMs).toBe(250);
  });

  it('keeps an id that comes without data, once its block ends', () => {
    const parser = new EventStreamParser();
    read('id: 9\n', parser);
    expect(parser.lastEventId).toBe('');
    expect(read('\n', parser)).toEqual([]);
    expect(parser.lastEventId).toBe('9');
  });

  it('takes one byte order mark away, at the beginning alone', () => {
    expect(read('\ufeffdata: a\n\n')).toEqual([message('a')]);
    expect(read('\ufeff\ufeffdata: a\n\n')).toEqual([]);
    expect(read('data: \ufeffa\n\n')).toEqual([message('\ufeffa')]);
  });

  it('ends a line at a carriage return at once, and takes the line feed after it for the same end', () => {
    const parser = new EventStreamParser();
    expect(read('data: a\r', parser)).toEqual([]);
    expect(read('\r', parser)).toEqual([message('a')]);
    expect(read('\n', parser)).toEqual([]);
    expect(read('data: b\r\n', parser)).toEqual([]);
    expect(read('\r\n', parser)).toEqual([message('b')]);
  });
});

it('refuses an event without an end, and has no limit on comments', () => {
  const megabyte = 'x'.repeat(1024 * 1024);
  const parser = new EventStreamParser();
  for (let i = 0; i < 6; i++) expect(read(`: ${megabyte}\n`, parser)).toEqual([]);
  expect(() => {
    for (let i = 0; i < 6; i++) read(`data: ${megabyte}\n`, parser);
  }).toThrow(RangeError);
  const oneLine = new EventStreamParser();
  expect(() => {
    for (let i = 0; i < 6; i++) read(megabyte, oneLine);
  }).toThrow(RangeError);
});

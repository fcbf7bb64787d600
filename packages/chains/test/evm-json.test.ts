import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOfDigits, bigintOfDigits } from '../src/evm/json/hex-amounts.js';
import { DecodeError } from '../src/index.js';
import { JsonCursor } from '../src/json/cursor.js';
import { MemberNames } from '../src/json/member-names.js';

const KNOWN = ['hash', 'from', 'to', 'value', 'list'] as const;
const names = new MemberNames(KNOWN);
const cursor = (text: string) => new JsonCursor(Buffer.from(text), 'test');

/** White space where JSON allows it, which JSON.stringify's third parameter puts there. */
const indents = fc.constantFrom('', ' ', '\t', '\n \r');
const plainString = fc.string({ maxLength: 90 }).filter((text) => JSON.stringify(text).length === text.length + 2);

/** The cursor's reading of an object: its known members, strings whole and lists by the number of their elements. */
function readKnown(json: JsonCursor): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    const name = json.name(names);
    if (name === null) json.skip();
    else if (name === 'list') found[name] = countElements(json);
    else if (json.takeNull()) found[name] = null;
    else {
      json.string();
      found[name] = json.bytes.toString('utf8', json.from, json.to);
    }
  }
  return found;
}

function countElements(json: JsonCursor): number {
  let count = 0;
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    json.skip();
    count++;
  }
  return count;
}

describe('the JSON cursor', () => {
  it('reads what JSON.parse reads', () => {
    const known = fc.record(
      {
        ...Object.fromEntries(KNOWN.map((name) => [name, fc.option(plainString)])),
        list: fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 5 }),
      },
      { requiredKeys: [] },
    );
    const others = fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 });
    fc.assert(
      fc.property(known, others, fc.boolean(), indents, (members, rest, first, indent) => {
        const text = JSON.stringify(first ? { ...members, ...rest } : { ...rest, ...members }, null, indent);
        const parsed = JSON.parse(text) as Record<string, unknown>;
        fc.pre(KNOWN.every((name) => !(name in rest)));
        const expected = Object.fromEntries(
          KNOWN.filter((name) => name in parsed).map((name) => [
            name,
            name === 'list' ? (parsed[name] as unknown[]).length : parsed[name],
          ]),
        );
        const json = cursor(`${indent}${text}${indent}`);
        expect(readKnown(json)).toEqual(expected);
        json.expectEnd();
      }),
      { numRuns: 1_000 },
    );
  });

  it('skips any value whole', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), indents, (value, indent) => {
        const json = cursor(`[${JSON.stringify(value, null, indent)},"next"]`);
        json.enterArray();
        json.skip();
        expect(json.nextElement()).toBe(true);
        json.string();
        expect(json.bytes.toString('utf8', json.from, json.to)).toBe('next');
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    '\\',
    '\\\\',
    '\\"',
    '"',
    '\\\\"',
    `${'x'.repeat(39)}\\"`,
    `${'x'.repeat(60)}\\"${'y'.repeat(60)}`,
    `${'x'.repeat(60)}\\\\`,
  ])('finds the end of a string that holds %j', (held) => {
    const json = cursor(JSON.stringify([held, 'next']));
    json.enterArray();
    json.skip();
    expect(json.nextElement()).toBe(true);
  });

  it('never goes on beyond the end, nor fails but with a DecodeError', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"hash"',
      '"list"',
      'null',
      '1',
      ' ',
      '\\',
      'x'.repeat(50),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (all) => {
        const json = cursor(all.join(''));
        try {
          readKnown(json);
          json.expectEnd();
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('does not mind how deep what it skips is', () => {
    const depth = 200_000;
    const json = cursor(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    json.skip();
    json.expectEnd();
  });
});

describe('names', () => {
  it('are found whole, and nothing else is', () => {
    const find = (text: string) => names.find(Buffer.from(text), 0, Buffer.byteLength(text));
    for (const name of KNOWN) expect(find(name)).toBe(name);
    for (const other of ['', 'h', 'has', 'hashh', 'Hash', 'hush', 'fromm', 'tö']) expect(find(other)).toBeNull();
  });

  it('cannot be told apart where they look alike', () => {
    expect(() => new MemberNames(['abcde', 'axcye'])).toThrow(RangeError);
  });
});

describe('hexadecimal digits', () => {
  it('are read as BigInt reads them, as numbers while these are exact', () => {
    const bits = fc.integer({ min: 0, max: 256 });
    const values = fc
      .tuple(bits, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))
      .map(([few, value]) => BigInt.asUintN(few, value));
    fc.assert(
      fc.property(values, fc.boolean(), fc.nat({ max: 20 }), (value, upper, zeros) => {
        const digits = '0'.repeat(zeros) + value.toString(16);
        const text = Buffer.from(`--${upper ? digits.toUpperCase() : digits}--`);
        expect(bigintOfDigits(text, 2, 2 + digits.length)).toBe(value);
        const amount = amountOfDigits(text, 2, 2 + digits.length);
        expect(BigInt(amount)).toBe(value);
        expect(typeof amount).toBe(value <= BigInt(Number.MAX_SAFE_INTEGER) ? 'number' : 'bigint');
      }),
      { numRuns: 2_000 },
    );
  });
});

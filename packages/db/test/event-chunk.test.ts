import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Buckets, ChunkWriter, GroupReader, UTXO_BUCKETS } from '../src/write/first-sync/event-chunk.js';
import { VarintReader } from '../src/write/history/varint.js';
import { effect, exact, type StagedEvent, writeGroup } from './support/events.js';

/** By the first byte, so that a test knows the bucket. */
const BUCKETS: Buckets = { count: 4, of: (bytes, start) => bytes[start]! % 4 };
const MAX_TX_KEY = 2 ** 43; // of a block eight million above

interface Group {
  readonly key: Buffer;
  readonly events: StagedEvent[];
}

const key = fc.uint8Array({ minLength: 1, maxLength: 41 }).map((bytes) => Buffer.from(bytes));
const gap = fc.oneof(fc.nat(5_000), fc.nat(2 ** 31 - 1), fc.constantFrom(0, 31, 32, 2 ** 40));

const groupsFrom = (firstTxKey: number): fc.Arbitrary<Group[]> =>
  fc.array(
    fc.record({
      key,
      events: fc.array(fc.tuple(gap, effect), { minLength: 1, maxLength: 12 }).map((steps) => {
        let txKey = firstTxKey;
        return steps.map(([step, { delta, received }]) => {
          txKey += step;
          return { txKey, delta, received };
        });
      }),
    }),
    { maxLength: 12 },
  );

function read(chunk: Buffer, firstTxKey: number): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < chunk.length; ) {
    const end = at + 1 + chunk[at]!;
    const varints = new VarintReader(chunk, end);
    const group = { key: chunk.subarray(at + 1, end), events: new Array<StagedEvent>(varints.nextNumber()) };
    const reader = new GroupReader();
    at = varints.at;
    reader.open(chunk, at, firstTxKey);
    for (let i = 0; i < group.events.length; i++) {
      at = reader.next();
      group.events[i] = { txKey: reader.txKey, delta: exact(reader.delta), received: exact(reader.received) };
    }
    groups.push(group);
  }
  return groups;
}

const load = fc
  .oneof(fc.constant(0), fc.nat(MAX_TX_KEY))
  .chain((firstTxKey) => groupsFrom(firstTxKey).map((groups) => ({ firstTxKey, groups })));

describe('chunks of events', () => {
  it('are read as they were written, load after load', () => {
    fc.assert(
      fc.property(fc.array(load, { minLength: 1, maxLength: 3 }), (loads) => {
        const writer = new ChunkWriter(BUCKETS);
        for (const { firstTxKey, groups } of loads) {
          writer.begin(firstTxKey);
          for (const { key: address, events } of groups) writeGroup(writer, address, events);
          expect(writer.count).toBe(groups.reduce((sum, { events }) => sum + events.length, 0));
          const chunks = [...writer.finished()];
          const buckets = [0, 1, 2, 3].filter((bucket) => groups.some((group) => group.key[0]! % 4 === bucket));
          expect(chunks.map(({ bucket }) => bucket)).toEqual(buckets);
          for (const { bucket, bytes } of chunks) {
            expect(read(bytes, firstTxKey)).toEqual(groups.filter((group) => group.key[0]! % 4 === bucket));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('that end within an event are refused', () => {
    fc.assert(
      fc.property(load, ({ firstTxKey, groups }) => {
        const writer = new ChunkWriter({ count: 1, of: () => 0 });
        writer.begin(firstTxKey);
        const ends = [0];
        for (const { key: address, events } of groups) {
          writeGroup(writer, address, events);
          ends.push([...writer.finished()][0]!.bytes.length);
        }
        const bytes = [...writer.finished()][0]?.bytes ?? Buffer.alloc(0);
        for (let cut = 0; cut < bytes.length; cut++) {
          if (!ends.includes(cut)) expect(() => read(bytes.subarray(0, cut), firstTxKey)).toThrow(RangeError);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('take a byte or two beside a usual amount', () => {
    const writer = new ChunkWriter(BUCKETS);
    writer.begin(2 ** 40);
    const events = Array.from({ length: 1_000 }, (_, n) => ({
      txKey: 2 ** 40 + 30 * n,
      delta: 12_345_678n,
      received: 12_345_678n,
    }));
    writeGroup(writer, Buffer.alloc(21), events);
    const [chunk] = [...writer.finished()];
    expect(chunk!.bytes.length).toBeLessThan(1_000 * 6 + 30);
  });
});

describe('the buckets of UTXO addresses', () => {
  const kind = fc.constantFrom(0x00, 0x01, ...Array.from({ length: 17 }, (_, version) => 0x10 + version));
  const address = fc
    .tuple(kind, fc.oneof(fc.constantFrom(0, 1, 254, 255), fc.nat(255)), fc.uint8Array({ minLength: 1, maxLength: 39 }))
    .map(([first, second, rest]) => Buffer.from([first, second, ...rest]));

  it('have the order of the addresses in them', () => {
    fc.assert(
      fc.property(address, address, (a, b) => {
        const [low, high] = a.compare(b) <= 0 ? [a, b] : [b, a];
        const both = Buffer.concat([low, high]);
        const buckets = [UTXO_BUCKETS.of(both, 0), UTXO_BUCKETS.of(both, low.length)] as const;
        expect(buckets[0]).toBeLessThanOrEqual(buckets[1]);
        expect(buckets[0]).toBeGreaterThanOrEqual(0);
        expect(buckets[1]).toBeLessThan(UTXO_BUCKETS.count);
      }),
      { numRuns: 2_000 },
    );
  });
});

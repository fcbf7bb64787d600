import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNumbering as createBuilt } from '../dist/write/first-sync/numbering.js';
import { type Buckets, ChunkWriter, UTXO_BUCKETS } from '../src/write/first-sync/event-chunk.js';
import { BucketNumbering } from '../src/write/first-sync/number-bucket.js';
import { createNumbering } from '../src/write/first-sync/numbering.js';
import type { Chunk } from '../src/write/first-sync/staged-events.js';
import { readHistoryRows } from './support/copy-stream.js';
import { effect, type HistoryEntry, naiveHistories, type StagedEvent, writeGroup } from './support/events.js';

/** In the order of the keys below. */
const BUCKETS: Buckets = { count: 3, of: (bytes, start) => bytes[start]! };
const KEYS = [0, 0, 0, 1, 1, 2].flatMap((first, n) => [
  Buffer.alloc(21, first).fill(n, 1),
  Buffer.alloc(21, first).fill(n, 20), // begins as its neighbours do
]);

/** A history of the chain: what each transaction does to some addresses. */
const chain = fc
  .array(fc.array(fc.tuple(fc.nat(KEYS.length - 1), effect), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((transactions) => {
    const events = new Map<string, StagedEvent[]>();
    for (const [n, touched] of transactions.entries()) {
      for (const [number, { delta, received }] of new Map(touched)) {
        const key = KEYS[number]!.toString('hex');
        events.set(key, [...(events.get(key) ?? []), { txKey: 1_000 + 3 * n, delta, received }]);
      }
    }
    return events;
  });

/** The chain as loaded in database transactions that begin at the given tx_keys. */
function chunksOf(events: ReadonlyMap<string, readonly StagedEvent[]>, cuts: readonly number[]): Chunk[] {
  const starts = [...new Set([1_000, ...cuts])].sort((a, b) => a - b);
  const writer = new ChunkWriter(BUCKETS);
  const chunks = starts.flatMap((firstTxKey, i) => {
    writer.begin(firstTxKey);
    const end = starts[i + 1] ?? Number.POSITIVE_INFINITY;
    for (const [key, all] of events) {
      const own = all.filter(({ txKey }) => txKey >= firstTxKey && txKey < end);
      if (own.length > 0) writeGroup(writer, Buffer.from(key, 'hex'), own);
    }
    return [...writer.finished()].map(({ bucket, bytes }) => ({ bucket, firstTxKey, bytes: Uint8Array.from(bytes) }));
  });
  return chunks.sort((a, b) => a.bucket - b.bucket || a.firstTxKey - b.firstTxKey);
}

const asRow = ({ received, ...row }: HistoryEntry): Omit<HistoryEntry, 'received'> => row;

describe('histories of staged events', () => {
  it('are those of one event after the other, however the chain is cut into chunks and the chunks into pieces', () => {
    fc.assert(
      fc.property(
        chain,
        fc.array(fc.integer({ min: 1_000, max: 1_130 }), { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
        (events, cuts, pieces) => {
          const numbering = new BucketNumbering(false);
          const chunks = chunksOf(events, cuts);
          const rows: Omit<HistoryEntry, 'received'>[] = [];
          for (let n = 0; chunks.length > 0; n++) {
            const made = numbering.number(chunks.splice(0, pieces[n % pieces.length]));
            const piece = readHistoryRows(made.history.finish());
            const inOrder = piece.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.seq - b.seq));
            expect(piece).toEqual(inOrder);
            rows.push(...piece);
          }
          const expected = naiveHistories(events).map(asRow);
          expect(rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.seq - b.seq))).toEqual(expected);
          expect(numbering.events).toBe(expected.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of more groups and addresses than there is room for at first', () => {
    const writer = new ChunkWriter({ count: 1, of: () => 0 });
    const events = new Map<string, StagedEvent[]>();
    const chunks: Chunk[] = [];
    for (let load = 0; load < 3; load++) {
      writer.begin(10_000 * load);
      for (let n = 0; n < 3_000; n++) {
        const key = Buffer.alloc(21);
        key.writeUInt32BE(Math.imul(n, 0x9e3779b1) >>> 0, 1);
        const event = { txKey: 10_000 * load + n, delta: BigInt(n), received: BigInt(n) };
        const name = key.toString('hex');
        events.set(name, [...(events.get(name) ?? []), event]);
        writeGroup(writer, key, [event]);
      }
      const [chunk] = [...writer.finished()];
      chunks.push({ bucket: 0, firstTxKey: 10_000 * load, bytes: Uint8Array.from(chunk!.bytes) });
    }
    const numbering = new BucketNumbering(false);
    const rows = numbering.number(chunks);
    expect(readHistoryRows(rows.history.finish())).toEqual(naiveHistories(events).map(asRow));
  });

  it.each([
    ['in the calling thread', 0, createNumbering],
    // Threads run what is built, as in production.
    ['in a thread', 1, createBuilt],
  ] as const)('go on from piece to piece of a step, whatever steps come between, %s', async (_, threads, create) => {
    const key = Buffer.alloc(21, 7).fill(0, 0, 1);
    const chunks = [1, 2, 3].map((firstTxKey) => {
      const writer = new ChunkWriter(UTXO_BUCKETS);
      writer.begin(firstTxKey);
      writeGroup(writer, key, [{ txKey: firstTxKey, delta: 5n, received: 5n }]);
      const [{ bucket, bytes } = { bucket: -1, bytes: Buffer.alloc(0) }] = writer.finished();
      return { bucket, firstTxKey, bytes: Uint8Array.from(bytes) };
    });
    const numbering = create(false, threads);
    const [one, other] = [numbering.step(), numbering.step()];
    const pieces = [
      await one.number(chunks.slice(0, 1), false),
      // Chunks go with their memory to a thread: the same events once more, for another step.
      await other.number([{ ...chunks[2]!, bytes: chunks[2]!.bytes.slice() }], true),
      await one.number(chunks.slice(1), true),
    ];
    expect(pieces.map((history) => readHistoryRows(history).map(({ seq, balance }) => [seq, balance]))).toEqual([
      [[1, 5n]],
      [[1, 5n]],
      [
        [2, 10n],
        [3, 15n],
      ],
    ]);
    await numbering.close();
  });
});

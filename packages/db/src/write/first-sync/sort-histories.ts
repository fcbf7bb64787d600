/** The sort stage: staged events, bucket by bucket, become the numbered histories of addresses, in address order. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { openCopy } from '../copy.js';
import { FIRST_SYNC_LIMIT_MS, inTransaction } from '../transaction.js';
import { moveFirstSync } from './first-sync-state.js';
import type { Numbering, StepNumbering } from './numbering.js';
import { type BucketSize, type Chunk, readChunks, stagedBuckets } from './staged-events.js';

/** Steps that are numbered or wait to be written. */
const STEPS_AHEAD = 3;

/** Buckets that are sorted in one transaction. */
interface Step {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** A step whose first piece is being numbered. */
interface StepUnderway {
  readonly step: Step;
  readonly numbering: StepNumbering;
  /** Place of the last chunk read. */
  readonly last: Chunk | null;
  /** Bytes of its chunks that are not read yet. */
  readonly left: number;
  readonly rows: Promise<Uint8Array>;
}

/** Chunks of a step after a place, as many as a piece holds. */
type ReadPiece = (step: Step, after: Chunk | null) => Promise<Chunk[]>;

/**
 * @param sortedTo the first bucket that is left to sort
 * @param stepBytes staged bytes of a step, and of a piece of a bucket that is larger
 * @param onShare told after each step, 0 to 1
 */
export async function sortHistories(
  session: Session,
  chain: ChainCode,
  sortedTo: number,
  numbering: Numbering,
  stepBytes: number,
  onShare: (share: number) => void,
): Promise<void> {
  const buckets = await stagedBuckets(session, chain);
  const steps = stepsOf(
    buckets.filter(({ bucket }) => bucket >= sortedTo),
    stepBytes,
  );
  const read: ReadPiece = (step, after) => readChunks(session, chain, step.from, step.to, after, stepBytes);
  const total = buckets.reduce((sum, { bytes }) => sum + bytes, 0);
  const waiting = steps.values();
  const underway: StepUnderway[] = [];
  let done = total - steps.reduce((sum, { bytes }) => sum + bytes, 0);
  for (;;) {
    // The steps after this one are numbered while this one is written.
    while (underway.length < STEPS_AHEAD) {
      const { value: step } = waiting.next();
      if (step === undefined) break;
      underway.push(await startStep(read, numbering, step));
    }
    const current = underway.shift();
    if (current === undefined) return;
    await inTransaction(session, () => writeStep(session, chain, current, read), FIRST_SYNC_LIMIT_MS);
    done += current.step.bytes;
    onShare(done / total);
  }
}

async function startStep(read: ReadPiece, numbering: Numbering, step: Step): Promise<StepUnderway> {
  const chunks = await read(step, null);
  const left = step.bytes - bytesOf(chunks);
  const last = placeOf(chunks.at(-1));
  const own = numbering.step();
  const rows = own.number(chunks, left === 0);
  rows.catch(() => undefined); // reported when its turn comes
  return { step, numbering: own, last, left, rows };
}

async function writeStep(session: Session, chain: ChainCode, underway: StepUnderway, read: ReadPiece): Promise<void> {
  const { step, numbering } = underway;
  await writeRows(session, chain, await underway.rows);
  let { last, left } = underway;
  // A bucket with the history of an exchange comes in pieces: its rows are not all together, and nothing else differs.
  while (left > 0) {
    const chunks = await read(step, last);
    if (chunks.length === 0) throw new Error(`${left} bytes of staged events of ${chain} are missing`);
    last = placeOf(chunks.at(-1));
    left -= bytesOf(chunks);
    await writeRows(session, chain, await numbering.number(chunks, left === 0));
  }
  await moveFirstSync(session, chain, { sortedTo: step.to + 1 });
}

function bytesOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
}

async function writeRows(session: Session, chain: ChainCode, rows: Uint8Array): Promise<void> {
  const copy = openCopy(session, `${chain}.address_transactions (address_key, seq, tx_key, delta, balance, received)`);
  await copy.send(Buffer.from(rows.buffer, rows.byteOffset, rows.length));
  await copy.end();
}

/** Buckets side by side, as many as fit into a step; one that is larger is a step of its own. */
function stepsOf(buckets: readonly BucketSize[], stepBytes: number): Step[] {
  const steps: Step[] = [];
  for (const { bucket, bytes } of buckets) {
    const last = steps.at(-1);
    if (last !== undefined && last.bytes + bytes <= stepBytes) {
      steps[steps.length - 1] = { from: last.from, to: bucket, bytes: last.bytes + bytes };
    } else {
      steps.push({ from: bucket, to: bucket, bytes });
    }
  }
  return steps;
}

/** The chunk without its bytes, which go to the thread that numbers them. */
function placeOf(chunk: Chunk | undefined): Chunk | null {
  return chunk === undefined ? null : { ...chunk, bytes: new Uint8Array() };
}

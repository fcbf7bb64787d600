/** The sort stage: staged events, bucket by bucket, become the numbered histories of addresses, in address order. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { inTransaction, LONG_LIMIT_MS } from '../../database-transaction.js';
import { openCopy } from '../copy.js';
import { HISTORY_COLUMNS } from '../history/history-rows.js';
import { moveFirstSync } from './first-sync-state.js';
import { sideBySide } from './helper-sessions.js';
import type { MemoryPlan } from './memory-plan.js';
import type { Numbering, StepNumbering } from './numbering.js';
import { type BucketSize, type Chunk, readChunks, stagedBuckets } from './staged-events.js';

/** Steps that are numbered or wait to be written, beside one for each further session. */
const STEPS_AHEAD = 3;

/** Longest wait of a step for the steps before it: those of exchanges are large. */
const TURN_LIMIT = '1h';

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
 * The sessions write steps side by side and commit them in the order of the buckets. So `sorted_to` is exact at any
 * moment, also after a crash.
 * @param sessions the owner's first
 * @param sortedTo the first bucket that is left to sort
 * @param plan `stepBytes`: staged bytes of a step, and of a piece of a bucket that is larger; `sortBytes`: of the steps
 * written at once
 * @param onShare told after each step, 0 to 1
 */
export async function sortHistories(
  sessions: readonly Session[],
  chain: ChainCode,
  sortedTo: number,
  numbering: Numbering,
  { stepBytes, sortBytes }: Pick<MemoryPlan, 'stepBytes' | 'sortBytes'>,
  onShare: (share: number) => void,
): Promise<void> {
  const buckets = await stagedBuckets(sessions[0]!, chain);
  const steps = stepsOf(
    buckets.filter(({ bucket }) => bucket >= sortedTo),
    stepBytes,
  );
  const total = buckets.reduce((sum, { bytes }) => sum + bytes, 0);
  const left = steps.reduce((sum, { bytes }) => sum + bytes, 0);
  const writers = sessions.slice(0, Math.max(1, Math.floor((sortBytes * steps.length) / Math.max(1, left))));
  const waiting = steps.values();
  const underway: Promise<StepUnderway>[] = [];
  let done = total - left;
  let committed = Promise.resolve();
  await sideBySide(writers, async (session, mayGoOn) => {
    const read: ReadPiece = (step, after) => readChunks(session, chain, step.from, step.to, after, stepBytes);
    while (mayGoOn()) {
      // The steps after this one are numbered while this one is written.
      while (underway.length < STEPS_AHEAD + writers.length - 1) {
        const { value: step } = waiting.next();
        if (step === undefined) break;
        const started = startStep(read, numbering, step);
        started.catch(() => undefined); // reported when its turn comes
        underway.push(started);
        await started;
      }
      const next = underway.shift();
      if (next === undefined) return;
      const before = committed;
      const write = async (): Promise<void> => {
        const current = await next;
        await inTransaction(session, () => writeStep(session, chain, current, read, before), LONG_LIMIT_MS);
        done += current.step.bytes;
        onShare(done / total);
      };
      committed = write();
      await committed;
    }
  });
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

async function writeStep(
  session: Session,
  chain: ChainCode,
  underway: StepUnderway,
  read: ReadPiece,
  before: Promise<void>,
): Promise<void> {
  const { step, numbering } = underway;
  // The session of a hot address takes its time, and others wait for it.
  await session.query(`SET LOCAL idle_in_transaction_session_timeout = '${TURN_LIMIT}'`);
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
  await before;
  await moveFirstSync(session, chain, { sortedTo: step.to + 1 });
}

function bytesOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
}

async function writeRows(session: Session, chain: ChainCode, rows: Uint8Array): Promise<void> {
  const copy = openCopy(session, `${chain}.address_transactions ${HISTORY_COLUMNS}`);
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

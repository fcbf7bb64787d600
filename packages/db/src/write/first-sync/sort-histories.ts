/** The sort stage: staged events, bucket by bucket, become the numbered histories of addresses, in address order. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { openCopy } from '../copy.js';
import { inTransaction } from '../transaction.js';
import { moveFirstSync } from './first-sync-state.js';
import type { NumberedRows, Numbering, StepNumbering } from './numbering.js';
import { type BucketSize, type Chunk, readChunks, stagedBuckets } from './staged-events.js';

/** Staged bytes of a step, and of a piece of a bucket that is larger. Their rows take some five times as much. */
const STEP_BYTES = 4 << 20;

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
  readonly last: Chunk | null;
  readonly isWhole: boolean;
  readonly rows: Promise<NumberedRows>;
}

/** Chunks of a step after a place, as many as a piece holds. */
type ReadPiece = (step: Step, after: Chunk | null) => Promise<Chunk[]>;

/** @param sortedTo the first bucket that is left to sort. @param onShare told after each step, 0 to 1 */
export async function sortHistories(
  session: Session,
  chain: ChainCode,
  sortedTo: number,
  numbering: Numbering,
  onShare: (share: number) => void,
  stepBytes = STEP_BYTES,
): Promise<void> {
  const steps = stepsOf(await stagedBuckets(session, chain, sortedTo), stepBytes);
  const read: ReadPiece = (step, after) => readChunks(session, chain, step.from, step.to, after, stepBytes);
  const total = steps.reduce((sum, step) => sum + step.bytes, 0);
  let done = 0;
  let next = steps[0] === undefined ? null : await startStep(read, numbering, steps[0]);
  for (let i = 0; next !== null; i++) {
    const current = next;
    // The step after this one is numbered while this one is written.
    const following = steps[i + 1];
    next = following === undefined ? null : await startStep(read, numbering, following);
    await inTransaction(session, () => writeStep(session, chain, current, read));
    done += current.step.bytes;
    onShare(done / total);
  }
}

async function startStep(read: ReadPiece, numbering: Numbering, step: Step): Promise<StepUnderway> {
  const chunks = await read(step, null);
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
  const last = placeOf(chunks.at(-1));
  const own = numbering.step();
  const rows = own.number(chunks);
  rows.catch(() => undefined); // reported when its turn comes
  return { step, numbering: own, last, isWhole: bytes >= step.bytes, rows };
}

async function writeStep(session: Session, chain: ChainCode, underway: StepUnderway, read: ReadPiece): Promise<void> {
  const { step, numbering } = underway;
  await writeRows(session, chain, await underway.rows);
  // A bucket with the history of an exchange comes in pieces: its rows are not all together, and nothing else differs.
  for (let after = underway.last; !underway.isWhole && after !== null; ) {
    const chunks = await read(step, after);
    after = placeOf(chunks.at(-1));
    if (after !== null) await writeRows(session, chain, await numbering.number(chunks));
  }
  await moveFirstSync(session, chain, { sortedTo: step.to + 1 });
}

async function writeRows(session: Session, chain: ChainCode, rows: NumberedRows): Promise<void> {
  const targets = [
    [`address_transactions_${chain} (address_key, seq, tx_key, delta, balance, received)`, rows.history],
    [`addresses_${chain} (address_key, address)`, rows.addresses],
  ] as const;
  for (const [target, bytes] of targets) {
    const copy = openCopy(session, target);
    await copy.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    await copy.end();
  }
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

/**
 * Internal transfers of older blocks on their way into internal_address_transactions: packed events by bucket of
 * addresses, as a first sync stages them. Listed events and the others lie in two columns. Which one an event belongs
 * to is known when its block is traced; finding it out later would mean looking up every transaction again. Rows go as
 * they are sorted.
 */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../../connection.js';
import { txKey } from '../../../tx-key.js';
import { copyInto, copyOut } from '../../copy.js';
import { CopyReader } from '../../copy-reader.js';
import { CopyRows } from '../../copy-rows.js';
import { ACCOUNT_BUCKETS } from '../../first-sync/address-buckets.js';
import { ChunkWriter, stageGroups } from '../../first-sync/event-chunk.js';
import { createStagingTable } from '../../first-sync/staged-events.js';
import { groupEvents } from '../../history/group-events.js';
import { dropUnlessRead } from '../../transaction.js';
import type { InternalEvents } from './internal-batch.js';

/** Chunks that are looked at for a piece: many times what a piece holds of chunks as large as they usually are. */
const MOST_CHUNKS = 4_096;
const NOTHING = Buffer.alloc(0);
const UP_TO = 'bucket >= $1 AND (bucket, first_tx_key) <= ($2, $3)';

/** Events of one bucket that were traced in one transaction. */
export interface InternalChunk {
  readonly bucket: number;
  readonly firstTxKey: number;
  readonly listed: Uint8Array;
  readonly unlisted: Uint8Array;
}

function internalStagingTable(chain: ChainCode): string {
  return `${chain}.internal_event_chunks`;
}

export async function createInternalStaging(session: Session, chain: ChainCode): Promise<void> {
  await createStagingTable(
    session,
    internalStagingTable(chain),
    ['listed', 'unlisted'],
    'Internal transfers traced after the fact, on their way into internal_address_transactions; dropped at the end.',
  );
}

/** Drops it. While it is being read it stays, for another time. */
export async function dropInternalStaging(session: Session, chain: ChainCode): Promise<void> {
  await dropUnlessRead(session, `DROP TABLE IF EXISTS ${internalStagingTable(chain)}`);
}

/** @param height of the first block. @param listed 1 or 0 for each event */
export async function stageInternalEvents(
  session: Session,
  chain: ChainCode,
  height: number,
  events: InternalEvents,
  listed: Uint8Array,
): Promise<void> {
  const firstTxKey = txKey(height, 0);
  const ofListed = chunksOf(events, firstTxKey, (event) => listed[event] === 1);
  const ofUnlisted = chunksOf(events, firstTxKey, (event) => listed[event] === 0);
  const rows = new CopyRows();
  for (const bucket of new Set([...ofListed.keys(), ...ofUnlisted.keys()])) {
    rows.row(4);
    rows.int4(bucket);
    rows.int8(firstTxKey);
    rows.bytea(ofListed.get(bucket) ?? NOTHING);
    rows.bytea(ofUnlisted.get(bucket) ?? NOTHING);
  }
  await copyInto(session, `${internalStagingTable(chain)} (bucket, first_tx_key, listed, unlisted)`, rows);
}

function chunksOf(
  { book, address, count, txKey: keys, delta, received }: InternalEvents,
  firstTxKey: number,
  isIn: (event: number) => boolean,
): Map<number, Buffer> {
  const chosen: number[] = [];
  for (let event = 0; event < count; event++) if (isIn(event)) chosen.push(event);
  const groups = groupEvents(
    Int32Array.from(chosen, (event) => address[event]!),
    chosen.length,
    book.count,
  );
  const chunks = new ChunkWriter(ACCOUNT_BUCKETS);
  chunks.begin(firstTxKey);
  stageGroups(book, groups, chunks, (n) => {
    const event = chosen[n]!;
    chunks.event(keys[event]!, delta[event]!, received[event]!);
  });
  return new Map(Array.from(chunks.finished(), ({ bucket, bytes }) => [bucket, bytes]));
}

/**
 * The first chunks that are left, by bucket and in chain order: as many as hold about `limitBytes`, and one at least.
 * @param sortedTo the first bucket that may have some
 */
export async function readInternalChunks(
  session: Session,
  chain: ChainCode,
  sortedTo: number,
  limitBytes: number,
): Promise<InternalChunk[]> {
  const table = internalStagingTable(chain);
  await session.query(
    `CREATE UNIQUE INDEX IF NOT EXISTS internal_event_chunks_bucket ON ${table} (bucket, first_tx_key)`,
  );
  const answer = await copyOut(
    session,
    `SELECT bucket, first_tx_key, listed, unlisted FROM (
       SELECT *, sum(octet_length(listed) + octet_length(unlisted)) OVER (ORDER BY bucket, first_tx_key)
         - octet_length(listed) - octet_length(unlisted) AS before
       FROM (SELECT * FROM ${table} WHERE bucket >= ${sortedTo} ORDER BY bucket, first_tx_key LIMIT ${MOST_CHUNKS}) first
     ) chunk WHERE before < ${limitBytes} ORDER BY bucket, first_tx_key`,
  );
  const reader = new CopyReader(answer);
  const chunks: InternalChunk[] = [];
  while (reader.nextRow()) {
    const [bucket, firstTxKey] = [reader.int4(), reader.int8()];
    chunks.push({ bucket, firstTxKey, listed: reader.bytea(), unlisted: reader.bytea() });
  }
  return chunks;
}

/** @returns how many chunks there are up to one, which is included */
export async function countInternalChunks(
  session: Session,
  chain: ChainCode,
  sortedTo: number,
  last: InternalChunk,
): Promise<number> {
  const { rows } = await session.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${internalStagingTable(chain)} WHERE ${UP_TO}`,
    [sortedTo, last.bucket, last.firstTxKey],
  );
  return rows[0]?.count ?? 0;
}

/** Removes them, inside the caller's transaction. */
export async function removeInternalChunks(
  session: Session,
  chain: ChainCode,
  sortedTo: number,
  last: InternalChunk,
): Promise<void> {
  await session.query(`DELETE FROM ${internalStagingTable(chain)} WHERE ${UP_TO}`, [
    sortedTo,
    last.bucket,
    last.firstTxKey,
  ]);
}

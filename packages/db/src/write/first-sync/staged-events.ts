/** The staging table of a first sync, from its begin to its end: packed address events by bucket. */
import type { ChainCode } from '@chaintrail/chains';
import type { Session } from '../../connection.js';
import { CopyReader, copyOut, openCopy } from '../copy.js';
import { CopyRows } from '../copy-rows.js';
import type { ChunkWriter } from './event-chunk.js';

/** Chunks that are looked at for a piece: many times what a piece holds of chunks as large as they usually are. */
const MOST_CHUNKS = 4_096;
/** Rows are sent when so much is ready. */
const SEND_BYTES = 1 << 20;

export interface Chunk {
  readonly bucket: number;
  /** tx_key of the first transaction of the database transaction that wrote it. */
  readonly firstTxKey: number;
  readonly bytes: Uint8Array;
}

export interface BucketSize {
  readonly bucket: number;
  readonly bytes: number;
}

export function stagingTable(chain: ChainCode): string {
  return `${chain}.address_event_chunks`;
}

export async function createStaging(session: Session, chain: ChainCode): Promise<void> {
  await createStagingTable(
    session,
    stagingTable(chain),
    ['events'],
    'Address events of a first sync on their way into address_transactions; dropped at its end.',
  );
}

/**
 * A table of packed events by bucket. They are random bytes: trying to compress them costs more than writing them.
 * CREATE TABLE names the storage of a column since PostgreSQL 16, and Citus lets it be changed in temporary tables
 * alone.
 * @param packed columns beside bucket and first_tx_key
 */
async function createStagingTable(
  session: Session,
  table: string,
  packed: readonly string[],
  comment: string,
): Promise<void> {
  await session.query(`
    DROP TABLE IF EXISTS ${table};
    CREATE TEMPORARY TABLE shape (bucket integer NOT NULL, first_tx_key bigint NOT NULL, ${packed.map((name) => `${name} bytea NOT NULL`).join(', ')})`);
  await session.query(
    `ALTER TABLE pg_temp.shape ${packed.map((name) => `ALTER ${name} SET STORAGE EXTERNAL`).join(', ')}`,
  );
  await session.query(`
    CREATE TABLE ${table} (LIKE pg_temp.shape INCLUDING STORAGE) WITH (autovacuum_enabled = off, toast.autovacuum_enabled = off);
    DROP TABLE pg_temp.shape;
    COMMENT ON TABLE ${table} IS '${comment}'`);
}

export async function stageEvents(
  session: Session,
  chain: ChainCode,
  chunks: ChunkWriter,
  firstTxKey: number,
): Promise<void> {
  const copy = openCopy(session, `${stagingTable(chain)} (bucket, first_tx_key, events)`);
  const rows = new CopyRows(2 * SEND_BYTES);
  for (const { bucket, bytes } of chunks.finished()) {
    rows.row(3);
    rows.int4(bucket);
    rows.int8(firstTxKey);
    rows.bytea(bytes);
    if (rows.bytes >= SEND_BYTES) await copy.send(rows.drain());
  }
  await copy.send(rows.finish());
  await copy.end();
}

/** Staged buckets, in the order of the buckets. Makes sure that single buckets are found quickly. */
export async function stagedBuckets(session: Session, chain: ChainCode): Promise<BucketSize[]> {
  const table = stagingTable(chain);
  await session.query(`CREATE INDEX IF NOT EXISTS address_event_chunks_bucket ON ${table} (bucket, first_tx_key)`);
  const { rows } = await session.query<{ bucket: number; bytes: string }>(
    `SELECT bucket, sum(octet_length(events)) AS bytes FROM ${table} GROUP BY bucket ORDER BY bucket`,
  );
  return rows.map(({ bucket, bytes }) => ({ bucket, bytes: Number(bytes) }));
}

/** Chunks of buckets `from … to` in order, of about `limitBytes`, one at least. @param after the last one, or null */
export async function readChunks(
  session: Session,
  chain: ChainCode,
  from: number,
  to: number,
  after: Chunk | null,
  limitBytes: number,
): Promise<Chunk[]> {
  const beyond = after === null ? '' : `AND (bucket, first_tx_key) > (${after.bucket}, ${after.firstTxKey})`;
  const answer = await copyOut(
    session,
    `SELECT bucket, first_tx_key, events FROM (
       SELECT *, sum(octet_length(events)) OVER (ORDER BY bucket, first_tx_key) - octet_length(events) AS before
       FROM (SELECT * FROM ${stagingTable(chain)} WHERE bucket BETWEEN ${from} AND ${to} ${beyond}
             ORDER BY bucket, first_tx_key LIMIT ${MOST_CHUNKS}) first
     ) chunk WHERE before < ${limitBytes} ORDER BY bucket, first_tx_key`,
  );
  const reader = new CopyReader(answer);
  const chunks: Chunk[] = [];
  while (reader.nextRow()) chunks.push({ bucket: reader.int4(), firstTxKey: reader.int8(), bytes: reader.bytea() });
  return chunks;
}

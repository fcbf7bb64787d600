import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Session } from '../connection.js';
import type { CopyRows } from './copy-rows.js';

/** Pieces of this size keep the socket busy without holding a second copy of a large batch. */
const CHUNK_BYTES = 1 << 20;

/**
 * Copies rows into a table, with its indexes in place.
 * @param target table and columns as written in SQL, e.g. `blocks_btc (height, hash)`; from code, never from input
 */
export async function copyInto(session: Session, target: string, rows: CopyRows): Promise<void> {
  if (rows.count === 0) return;
  const bytes = rows.finish();
  const stream = session.query(copyFrom(`COPY ${target} FROM STDIN (FORMAT binary)`));
  const done = finished(stream, { readable: false });
  done.catch(() => undefined); // reported by the await below; the loop may be waiting for room when it fails
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    if (!stream.write(bytes.subarray(at, at + CHUNK_BYTES))) await Promise.race([once(stream, 'drain'), done]);
  }
  stream.end();
  await done;
}

import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Session } from '../connection.js';
import type { CopyRows } from './copy-rows.js';

/** Pieces of this size keep the socket busy without holding a second copy of a large batch. */
const CHUNK_BYTES = 1 << 20;

/** A COPY under way: rows are sent as they are made, while PostgreSQL writes those before them. */
export interface CopyTarget {
  /** Resolves when more may be sent. */
  send(bytes: Buffer): Promise<void>;
  /** Resolves when PostgreSQL has taken everything. */
  end(): Promise<void>;
  /**
   * Gives up: PostgreSQL forgets what was sent. Until a COPY ends, one way or the other, the session does nothing else.
   */
  abandon(reason: Error): void;
}

/** @param target table and columns as written in SQL, e.g. `btc.blocks (height, hash)`; from code, never from input */
export function openCopy(session: Session, target: string): CopyTarget {
  const stream = session.query(copyFrom(`COPY ${target} FROM STDIN (FORMAT binary)`));
  const done = finished(stream, { readable: false });
  done.catch(() => undefined); // reported where `done` is awaited; the caller may be waiting for room when it fails
  return {
    async send(bytes: Buffer): Promise<void> {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
        if (!stream.write(bytes.subarray(at, at + CHUNK_BYTES))) await Promise.race([once(stream, 'drain'), done]);
      }
    },
    async end(): Promise<void> {
      stream.end();
      await done;
    },
    abandon(reason: Error): void {
      stream.destroy(reason);
    },
  };
}

/** Copies rows into a table, with its indexes in place. @param target as in {@link openCopy} */
export async function copyInto(session: Session, target: string, rows: CopyRows): Promise<void> {
  if (rows.count === 0) return;
  const copy = openCopy(session, target);
  await copy.send(rows.finish());
  await copy.end();
}

/**
 * The answer to a query in COPY's binary form, whole, in memory of its own that may be handed to another thread.
 * @param query from code, never from input: it takes no parameters
 */
export async function copyOut(session: Session, query: string): Promise<Buffer> {
  const stream = session.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`));
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(whole, at);
  return whole;
}

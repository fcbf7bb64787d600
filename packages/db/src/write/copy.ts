/** COPY in PostgreSQL's binary format: into a table as rows are made, and out of a query. */
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
  /** Gives up: PostgreSQL forgets what was sent. Until a COPY ends either way, the session does nothing else. */
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

/** The answer to a query in binary COPY form, in memory that another thread may get. @param query from code alone */
export async function copyOut(session: Session, query: string): Promise<Buffer> {
  const stream = session.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`));
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  const whole = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(whole, at);
  return whole;
}

const HEADER_BYTES = 11;
const END = -1;

/** A field that is an array, by the places of its elements. */
export interface ArrayField {
  readonly count: number;
  /** Offset and length of each element; length −1 is NULL. */
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
}

const EMPTY: ArrayField = { count: 0, starts: [], lengths: [] };

/** Reads rows: several times faster than the text of a query's answer. */
export class CopyReader {
  readonly bytes: Buffer;
  private at: number;

  /** @param bytes a whole answer, see copyOut */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
    const extension = bytes.readInt32BE(HEADER_BYTES + 4);
    this.at = HEADER_BYTES + 8 + extension;
  }

  /** Goes on to the next row, whose fields must all be read, in order. @returns false at the end */
  nextRow(): boolean {
    const fields = this.bytes.readInt16BE(this.at);
    this.at += 2;
    return fields !== END;
  }

  int4(): number {
    this.at += 8;
    return this.bytes.readInt32BE(this.at - 4);
  }

  /** A bigint that is a safe integer. */
  int8(): number {
    this.at += 12;
    return this.int8At(this.at - 8);
  }

  bytea(): Buffer {
    const length = this.bytes.readInt32BE(this.at);
    this.at += 4 + length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** A one-dimensional array, or NULL, which has no elements either. */
  array(): ArrayField {
    const length = this.bytes.readInt32BE(this.at);
    const end = this.at + 4 + Math.max(0, length);
    const isEmpty = length < 0 || this.bytes.readInt32BE(this.at + 4) === 0;
    const count = isEmpty ? 0 : this.bytes.readInt32BE(this.at + 16);
    let at = this.at + 24;
    this.at = end;
    if (count === 0) return EMPTY;
    const starts = new Array<number>(count);
    const lengths = new Array<number>(count);
    for (let i = 0; i < count; i++) {
      const bytes = this.bytes.readInt32BE(at);
      at += 4;
      starts[i] = at;
      lengths[i] = bytes;
      at += Math.max(0, bytes);
    }
    return { count, starts, lengths };
  }

  int4At(offset: number): number {
    return this.bytes.readInt32BE(offset);
  }

  /** @returns a safe integer */
  int8At(offset: number): number {
    return this.bytes.readInt32BE(offset) * 2 ** 32 + this.bytes.readUInt32BE(offset + 4);
  }
}

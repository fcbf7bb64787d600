/** Bodies that are sent whole are compressed once, and cheaply: a page of 25 rows took 0.75 ms by gzip's level 6 (docs/performance.md). */
import { createHash, type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import {
  type BrotliCompress,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createDeflate,
  createGzip,
  type Deflate,
  deflate,
  deflateSync,
  type Gzip,
  gzip,
  gzipSync,
} from 'node:zlib';
import type { Request, Response } from 'express';
import { sendChunks } from './send-chunks.js';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const deflated = promisify(deflate);

/** Smaller answers fit a packet as they are. */
const THRESHOLD_BYTES = 1_024;

const FASTEST = 1;
/** For what is sent in pieces: a few percent larger than the best, in a fraction of its time. zlib's own default is alike. */
const BALANCED_BROTLI = 4;

/** Up to so many, a hop to another thread takes more than compressing does: 0.45 ms of processor for a page, 0.15 without. */
const AT_ONCE_BYTES = 131_072;

/** A longer body is sent in chunks, so that a slow client is cut off by what it takes of one, not of all. */
const CHUNK_BYTES = 131_072;

/** Room for what comes out, so that it is one piece: texts of pages become a third of what they were. */
const zlibOptions = ({ length }: Buffer) => ({ level: FASTEST, chunkSize: Math.max(LEAST_CHUNK_BYTES, length >> 1) });
const LEAST_CHUNK_BYTES = 1_024;
const brotliOptions = (body: Buffer) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: FASTEST,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  },
});

/** A stream that compresses. `flush` passes on what it has kept. */
type PieceEncoder = BrotliCompress | Gzip | Deflate;

interface Encoder {
  readonly pieces: () => PieceEncoder;
  readonly now: (body: Buffer) => Buffer;
  readonly elsewhere: (body: Buffer) => Promise<Buffer>;
}

const ENCODERS = {
  br: {
    pieces: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BALANCED_BROTLI } }),
    now: (body) => brotliCompressSync(body, brotliOptions(body)),
    elsewhere: (body) => brotli(body, brotliOptions(body)),
  },
  gzip: {
    pieces: () => createGzip(),
    now: (body) => gzipSync(body, zlibOptions(body)),
    elsewhere: (body) => gzipped(body, zlibOptions(body)),
  },
  deflate: {
    pieces: () => createDeflate(),
    now: (body) => deflateSync(body, zlibOptions(body)),
    elsewhere: (body) => deflated(body, zlibOptions(body)),
  },
} as const satisfies Record<string, Encoder>;

export type Encoding = keyof typeof ENCODERS | 'identity';
const BEST_FIRST: readonly (keyof typeof ENCODERS)[] = ['br', 'gzip', 'deflate'];

/** A body, as it goes over the wire. */
export interface EncodedBody {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
  /** The header of that name, of an answer that is kept. */
  readonly link?: string | null;
}

/** Clients send the same few header lines. */
const MOST_KNOWN = 100;
const known = new Map<string, Encoding>();

/** The best encoding that the client can read. */
export function encodingFor(request: Request): Encoding {
  const accepted = request.headers['accept-encoding'];
  if (accepted === undefined) return 'identity';
  const before = known.get(accepted);
  if (before !== undefined) return before;
  const encoding = BEST_FIRST.find((each) => request.acceptsEncodings(each) === each) ?? 'identity';
  if (known.size < MOST_KNOWN) known.set(accepted, encoding);
  return encoding;
}

/** How a body of so many bytes is sent to a client. @param accepted the best that it can read */
export function encodingOf(length: number, accepted: Encoding): Encoding {
  return length < THRESHOLD_BYTES ? 'identity' : accepted;
}

/** Begins an answer of unknown length. @returns what its pieces pass through; null: clients read them as they are */
export function beginPieces(response: Response): PieceEncoder | null {
  const encoding = encodingFor(response.req);
  if (encoding === 'identity') return null;
  response.setHeader('Content-Encoding', encoding);
  return ENCODERS[encoding].pieces();
}

/** @param accepted the best that the client can read */
export async function encodeBody(bytes: Buffer, accepted: Encoding): Promise<EncodedBody> {
  const encoding = encodingOf(bytes.length, accepted);
  if (encoding === 'identity') return { bytes, encoding };
  const { now, elsewhere } = ENCODERS[encoding];
  return { bytes: bytes.length <= AT_ONCE_BYTES ? now(bytes) : await elsewhere(bytes), encoding };
}

/**
 * Answers HEAD for a body that need not be compressed for it. It tells no other length than GET, and GET's is that of
 * what was compressed (RFC 9110 §8.6).
 * @param length as it is without an encoding
 */
export function sendHead(response: Response, length: number, encoding: Encoding): void {
  if (encoding === 'identity') response.setHeader('Content-Length', length);
  else response.setHeader('Content-Encoding', encoding);
  response.end();
}

/** Sends a body behind the other headers. Each chunk of a long one waits until the client took the one before. */
export async function sendBody(request: Request, response: Response, { bytes, encoding }: EncodedBody): Promise<void> {
  if (request.method === 'HEAD') {
    sendHead(response, bytes.length, encoding);
    return;
  }
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bytes.length);
  if (bytes.length <= CHUNK_BYTES) response.end(bytes);
  else await sendChunks(response, () => chunksOf(bytes));
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES);
}

/** A body that is the same for everybody who asks: made, tagged and compressed once. All responses send the same bytes. */
export class SharedBody {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly tag: string;
  readonly #encoded = new Map<Encoding, Promise<EncodedBody>>();

  constructor(content: string | Buffer, mediaType: string) {
    this.bytes = Buffer.from(content);
    this.mediaType = mediaType;
    this.tag = tagFrom(createHash('sha256').update(content));
  }

  /** @param accepted the best that the client can read */
  encoded(accepted: Encoding): Promise<EncodedBody> {
    const encoding = encodingOf(this.bytes.length, accepted);
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const encoded = encodeBody(this.bytes, encoding);
    this.#encoded.set(encoding, encoded);
    return encoded;
  }
}

export function tagFrom(hash: Hash): string {
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

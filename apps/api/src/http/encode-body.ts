/** Bodies that are sent whole are compressed once, and cheaply: a page of 25 rows took 0.75 ms by gzip's level 6 (docs/performance.md). */
import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const deflated = promisify(deflate);

/** Smaller answers fit a packet as they are. */
const THRESHOLD_BYTES = 1_024;
const FASTEST = 1;

const ENCODERS = {
  br: (body: Buffer) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: FASTEST,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => gzipped(body, { level: FASTEST }),
  deflate: (body: Buffer) => deflated(body, { level: FASTEST }),
} as const;

export type Encoding = keyof typeof ENCODERS | 'identity';
const BEST_FIRST: readonly (keyof typeof ENCODERS)[] = ['br', 'gzip', 'deflate'];

/** A body, as it goes over the wire. */
export interface EncodedBody {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
}

/** Clients send the same few header lines. */
const MOST_KNOWN = 100;
const known = new Map<string, Encoding>();

/** What the client can read compressed, the best of it. */
export function encodingFor(request: Request): Encoding {
  const accepted = request.headers['accept-encoding'];
  if (accepted === undefined) return 'identity';
  const before = known.get(accepted);
  if (before !== undefined) return before;
  const encoding = BEST_FIRST.find((each) => request.acceptsEncodings(each) === each) ?? 'identity';
  if (known.size < MOST_KNOWN) known.set(accepted, encoding);
  return encoding;
}

export async function encodeBody(bytes: Buffer, encoding: Encoding): Promise<EncodedBody> {
  if (encoding === 'identity' || bytes.length < THRESHOLD_BYTES) return { bytes, encoding: 'identity' };
  return { bytes: await ENCODERS[encoding](bytes), encoding };
}

/** Sends a body to a response whose other headers are set. */
export function sendBody(request: Request, response: Response, { bytes, encoding }: EncodedBody): void {
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  if (request.method === 'HEAD') {
    // It tells no other length than GET, and GET's is that of what was compressed (RFC 9110 §8.6).
    if (encoding === 'identity') response.setHeader('Content-Length', bytes.length);
    response.end();
    return;
  }
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

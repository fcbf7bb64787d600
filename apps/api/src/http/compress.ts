import compression from 'compression';
import type { RequestHandler, Response } from 'express';

/** Smaller answers fit a packet as they are. */
export const THRESHOLD_BYTES = 1_024;

/** A type that no list of those worth compressing has (mime-db). */
const isLines = (response: Response): boolean => response.getHeader('Content-Type') === 'application/x-ndjson';

/** Compresses what the client can read compressed. */
export const compress: RequestHandler = compression({
  threshold: THRESHOLD_BYTES,
  // Asked just before the headers are sent.
  filter(request, response) {
    const suits = compression.filter(request, response) || isLines(response);
    // HEAD is not compressed, and must not tell another length than GET, which is (RFC 9110 §8.6).
    const length = Number(response.getHeader('Content-Length'));
    if (
      suits &&
      request.method === 'HEAD' &&
      length >= THRESHOLD_BYTES &&
      request.acceptsEncodings('br', 'gzip', 'deflate')
    )
      response.removeHeader('Content-Length');
    return suits;
  },
});

/** What is looked at of a block's header here; the rest is the decoder's. */
import { z } from 'zod';
import { hashAnswer, numberAnswer } from './quantity.js';

const headerAnswer = z.object({
  hash: hashAnswer,
  number: numberAnswer,
  parentHash: hashAnswer,
  timestamp: numberAnswer,
});

/** Of a block by height or tag; null where there is none. */
export type HeaderAnswer = z.infer<typeof headerAnswer>;

/** Header fields of an answer to eth_getBlockByNumber, or null. @throws ZodError, TypeError for a block of another height */
export function readHeader(value: unknown, height?: number): HeaderAnswer | null {
  if (value === null || value === undefined) return null;
  const header = headerAnswer.parse(value);
  if (height !== undefined && header.number !== height) {
    throw new TypeError(`asked for block ${height}, got block ${header.number}`);
  }
  return header;
}

/** Parameters of eth_getBlockByNumber for a header with the hashes of its transactions. */
export function byNumber(block: string): { method: string; params: [string, boolean] } {
  return { method: 'eth_getBlockByNumber', params: [block, false] };
}

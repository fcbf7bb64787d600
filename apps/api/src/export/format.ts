/** In which form a history is sent. */
import type { Request } from 'express';
import { z } from 'zod';
import { ProblemError } from '../http/problem.js';
import { COLUMNS } from './csv.js';

const MEDIA_TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const;
export type ExportFormat = keyof typeof MEDIA_TYPES;

/** What is sent of a history besides its pages. */
export const EXPORT_TYPES: Readonly<Record<string, string>> = {
  [MEDIA_TYPES.csv]:
    'The whole history, streamed, as RFC 4180 with a row of names; the columns are told above. UTF-8. It is complete where the ' +
    'answer ends as HTTP wants it; a connection that is cut means that the rest is missing.',
  [MEDIA_TYPES.ndjson]: 'The whole history, streamed: on each line a `HistoryTransaction`. Complete as above.',
};

export const formatParameter = z
  .enum(['json', 'csv', 'ndjson'], 'expected json (a page), csv or ndjson (the whole history)')
  .optional()
  .meta({
    description:
      '`json`: a page. `csv`, `ndjson`: the whole history as a stream, without `limit`, `offset` and `cursor`. For links, which cannot ' +
      'with `Accept`; it goes before that.',
  });

/** Of the route that histories are read by. */
export const EXPORT_TEXT = `

**The whole history at once:** \`Accept: text/csv\`, \`Accept: application/x-ndjson\`, or \`format\`, walks all pages in the server and sends them as
they are read. It takes no \`limit\`, \`offset\` and \`cursor\`. Memory and the database are spared: a client has two under way at most, the server a few
(503 \`overloaded\` beyond), a client that takes nothing for a minute is cut off, and each 500 transactions cost as a page of as many. Where the units
of a limit are used up it goes on with new ones, if they are there within 90 seconds. An answer that ends without the last chunk of HTTP is not complete: a limit,
the database, or a reorganisation that took back what was sent last.

NDJSON has the objects of \`transactions\`, one a line. CSV has the same columns for every chain: \`${COLUMNS.join('`, `')}\`.
* A row of \`kind\` \`net\` for each transaction: \`amount\` is its net effect in the chain's own coin, fee included where the address paid it. \`fee\` is that of
  the transaction, whoever paid it. \`from\`, \`to\`, \`memo\` where the chain has them; \`usd…\` with \`usd=1\`.
* After it a row for each movement of another asset from or to the address, signed: \`asset\`, \`symbol\`, \`tokenId\`, \`from\`, \`to\`, and \`decimals\` of the asset. One that the
  address moves to itself counts 0. So the amounts of each asset add up to what the history did to it.
* A row of \`kind\` \`incomplete\` where a transaction moved more than is told: its first 10,000 transfers are looked at.
* \`date\` is \`timestamp\` in ISO 8601, UTC. Unknown is empty. Amounts are in base units. A symbol, memo or asset that a spreadsheet would take for a formula begins with an apostrophe.
`.replaceAll(/(?<!\n)\n(?![\n*])/g, ' ');

/** Those of a page. */
const PAGE_PARAMETERS = ['limit', 'offset', 'cursor'];

/** In the order of preference. Whatever else is asked for is answered with a page. */
const OFFERED = ['application/json', ...Object.values(MEDIA_TYPES).flatMap((type) => [type, `${type};charset=utf-8`])];

/** @returns null for a page. @throws ProblemError where the request asks for a page and a whole history at once */
export function exportFormat(request: Request, asked: 'json' | ExportFormat | undefined): ExportFormat | null {
  const format = asked ?? formatAccepted(request);
  if (format === 'json') return null;
  const { searchParams } = new URL(request.originalUrl, 'http://localhost');
  const own = PAGE_PARAMETERS.find((name) => searchParams.has(name));
  if (own === undefined) return format;
  throw new ProblemError(
    'invalid-parameter',
    `${own}: ${format} is the whole history and takes none; leave it out, or ask for pages with format=json`,
  );
}

function formatAccepted(request: Request): 'json' | ExportFormat {
  const accepted = request.accepts(OFFERED);
  if (accepted === false) return 'json';
  const formats = Object.keys(MEDIA_TYPES) as ExportFormat[];
  return formats.find((format) => accepted.startsWith(MEDIA_TYPES[format])) ?? 'json';
}

export function mediaTypeOf(format: ExportFormat): string {
  return format === 'csv' ? `${MEDIA_TYPES.csv}; charset=utf-8; header=present` : MEDIA_TYPES.ndjson;
}

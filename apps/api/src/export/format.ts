/** In which form a history is sent. */
import type { Request } from 'express';
import { z } from 'zod';
import type { Alternative, Format } from '../http/input.js';
import { invalidParameter } from '../problem.js';
import { COLUMNS } from './csv.js';

const MEDIA_TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<Format, string>;

/** Forms of a whole history besides its pages. */
export const EXPORT_TYPES: Readonly<Record<string, Alternative>> = {
  [MEDIA_TYPES.csv]: {
    format: 'csv',
    description:
      'The whole history, streamed, as RFC 4180 with a row of names; the columns are told above. UTF-8. It is complete where the ' +
      'answer ends as HTTP wants it; a connection that is cut means that the rest is missing.',
  },
  [MEDIA_TYPES.ndjson]: {
    format: 'ndjson',
    description: 'The whole history, streamed: on each line a `HistoryTransaction`. Complete as above.',
  },
};

export const formatParameter = z
  .enum(['json', 'csv', 'ndjson'], 'expected json (a page), csv or ndjson (the whole history)')
  .optional()
  .meta({
    description:
      '`json`: a page. `csv`, `ndjson`: the whole history as a stream, without `limit`, `offset` and `cursor`. For links, which cannot ' +
      'with `Accept`; it goes before that.',
    examples: ['csv'],
  });

/** Text about exports, of the route that histories are read by. */
export const EXPORT_TEXT = `

**The whole history at once** comes with \`Accept: text/csv\` or \`application/x-ndjson\`, or with \`format\`. The server walks all pages and sends them as it reads them.
* \`limit\`, \`offset\` and \`cursor\` are of pages, and refused here.
* It is complete where the answer ends as HTTP wants it. The connection is cut where the rest cannot be read: ask again, or walk pages.
* That happens when the database goes away, and when a reorganisation takes back what was sent last.
* A client may have two under way. More, or too many of all clients, are answered with 503 \`overloaded\`. A client that takes nothing for a minute, or less than 16 KiB a second over two minutes, is cut off.
* Each 500 transactions cost as much as a page of 500. Without units left it waits up to 90 seconds for new ones, then it is cut.

**NDJSON** has the objects of \`transactions\`, one on each line.

**CSV** has the same columns for every chain: \`${COLUMNS.join('`, `')}\`. Amounts of an asset add up to what the history did to it.
* \`kind\` \`net\`, one row for each transaction: \`amount\` is the net effect in the chain's own coin. It has the fee in it where the address paid that.
* Only rows \`net\` have \`fee\`, \`balanceAfter\`, \`memo\`, and \`usd…\` with \`usd=1\`. \`fee\` is the fee of the transaction, whoever paid it.
* Other kinds follow, one row for each movement of another asset from or to the address. \`amount\` is signed, and 0 where the address pays itself.
* \`kind\` \`incomplete\`: the transaction moved more than is told. Its first 10,000 transfers are looked at.
* CashTokens are in NDJSON alone.
* \`date\` is \`timestamp\` as ISO 8601 in UTC. What is not known is empty. Amounts are in base units of the asset.
* An apostrophe stands before a symbol, memo or asset that a spreadsheet would take for a formula.
`;

/** Those of a page. */
const PAGE_PARAMETERS = ['limit', 'offset', 'cursor'];

/** Larger pages are no faster and look at fewer transfers of each transaction; smaller ones are more statements. */
export const EXPORT_PAGE = 500;

/** Rows that an export is charged for as it begins. @throws ProblemError where the request asks for a page, too */
export function exportRows(request: Request, format: Format): number {
  const [, query = ''] = request.originalUrl.split('?', 2);
  const names = new URLSearchParams(query);
  const own = PAGE_PARAMETERS.find((name) => names.has(name));
  if (own === undefined) return EXPORT_PAGE;
  throw invalidParameter(
    own,
    `${format} is the whole history and takes none; leave it out, or ask for pages with format=json`,
  );
}

export function mediaTypeOf(format: Format): string {
  return format === 'csv' ? `${MEDIA_TYPES.csv}; charset=utf-8; header=present` : MEDIA_TYPES.ndjson;
}

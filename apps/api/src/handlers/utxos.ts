import { COUNTED_UTXOS, type Reader, readUtxos, type UtxoPage } from '@chaintrail/db';
import { z } from 'zod';
import type { Cost } from '../access/access.js';
import { cursorScope, totalReasonOf } from '../families/history-page.js';
import { readAddress } from '../families/named-address.js';
import { cursorLinks, linkHeader } from '../http/headers.js';
import { answerAtTip } from '../http/kept-answers.js';
import { Rows } from '../http/rows.js';
import { ProblemError } from '../problem.js';
import { type CursorScope, decodeUtxoCursor, encodeUtxoCursor, requireCursor } from '../read/cursor.js';
import type { ListedChain, ListedUtxoChain } from '../read/followed-chain.js';
import { atTip, readAnswer } from '../read/read-answer.js';
import {
  addressParameter,
  currencyParameter,
  cursorParameter,
  limitParameter,
  utxoOffsetParameter,
} from '../schemas/parameters.js';
import { Utxos } from '../schemas/utxos-schema.js';
import { route, SYNCING } from '../services/route.js';
import { shapeUtxo } from '../shape/utxo/shape-unspent-output.js';

/** Entries of the index that are passed over while one row is read. */
const PASSED_OVER_PER_ROW = 50;

/** Parameters of lists of unspent outputs, and what such a list costs. */
export const UTXO_PARAMETERS = { limit: limitParameter, offset: utxoOffsetParameter, cursor: cursorParameter };
const query = z.strictObject(UTXO_PARAMETERS);
type UtxoQuery = z.output<typeof query>;
export const costOfUtxos = ({ limit, offset }: UtxoQuery): Cost => ({
  rows: limit,
  work: limit + offset / PASSED_OVER_PER_ROW,
});

export const utxos = route({
  path: '/addresses/{currency}/{address}/utxos',
  operationId: 'getAddressUtxos',
  tag: 'Addresses',
  summary: 'Unspent outputs of an address, newest first',
  description:
    'Unconfirmed ones first, then by block, the newest before the others; of one transaction the last output first. An ' +
    'output that only an unconfirmed transaction spends is listed, with `spentBy`. To walk all of them, follow `next`: ' +
    'outputs that arrive meanwhile are not part of the walk, and those that are spent meanwhile are left out. ' +
    `\`offset\` and \`total\` reach as far as ${COUNTED_UTXOS} outputs; the walk has no end but the last of them.`,
  pathParameters: z.strictObject({ currency: currencyParameter, address: addressParameter }),
  query,
  response: Utxos,
  problems: {
    404: 'This server does not follow the currency, or the chain keeps accounts and has no unspent outputs.',
    503: SYNCING,
  },
  cost: ({ query: given }) => costOfUtxos(given),
  changesWith: () => 'rows',
  async handle(services, { followed: listed, path, query, request }) {
    const followed = requireOutputs(listed);
    const { chain } = followed;
    const named = readAddress(followed, path.address);
    const { key, address } = named;
    const scope = cursorScope(followed, named);
    const page = utxoPage(scope, query);
    const look = async (db: Reader) => {
      const read = atTip(followed, await readUtxos(db, chain.code, key, { ...page, mostWeight: services.mostWeight }));
      return { ...read, next: read.next && encodeUtxoCursor(scope, read.next, await db.position()) };
    };
    const found = await readAnswer(services, followed, look, query.cursor);
    const { state, tip, next } = found;
    const answer = answerAtTip(state, () => ({
      currency: chain.code,
      address,
      decimals: chain.decimals,
      limit: page.limit,
      offset: page.from ? null : page.offset,
      total: found.total,
      totalReason: totalReasonOf(found.total, page.from),
      next,
      tip,
      historyFrom: state.historyFrom,
      utxos: Rows.of(found.rows, (row) => shapeUtxo(followed, row, key, tip)),
    }));
    return { ...answer, link: linkHeader(services.publicUrl, request, cursorLinks(query, next)) };
  },
});

/** @throws ProblemError on a chain that has no outputs */
function requireOutputs(followed: ListedChain): ListedUtxoChain {
  if (followed.family === 'utxo') return followed;
  throw new ProblemError(
    'no-unspent-outputs',
    `${followed.chain.name} keeps accounts, so an address has a balance and no unspent outputs; ask for its balance or its transactions`,
  );
}

/** @throws ProblemError for a cursor of another list, or one with an offset */
export function utxoPage(scope: CursorScope, { limit, offset, cursor }: UtxoQuery): UtxoPage {
  if (cursor === undefined) return { offset, from: null, limit };
  return { offset: 0, from: requireCursor(decodeUtxoCursor(scope, cursor), offset), limit };
}

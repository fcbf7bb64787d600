import { type HistoryPage, readHistory } from '@chaintrail/db';
import { z } from 'zod';
import { readAddress } from '../chain-directory.js';
import { type CursorScope, decodeCursor, encodeCursor, type Order } from '../cursor.js';
import { ProblemError } from '../http/problem.js';
import { route } from '../http/route.js';
import { History } from '../schemas/history.js';
import {
  addressParameter,
  currencyParameter,
  cursorParameter,
  limitParameter,
  offsetParameter,
  orderParameter,
} from '../schemas/parameters.js';
import { requireTip } from '../shape/progress.js';
import { shapeHistoryTransaction } from '../shape/transaction.js';
import { SYNCING, UNKNOWN_CURRENCY } from './problems.js';
import { answerAtTip } from './respond.js';

const query = z.strictObject({
  limit: limitParameter,
  offset: offsetParameter,
  cursor: cursorParameter,
  order: orderParameter,
});

export const history = route({
  path: '/addresses/{currency}/{address}/transactions',
  atRoot: false,
  operationId: 'getAddressTransactions',
  tag: 'Addresses',
  summary: 'Transactions of an address, newest first, at any offset',
  description:
    'An address without transactions is answered with an empty page. Unconfirmed transactions are not followed yet. ' +
    'To walk a whole history, follow `next`: no transaction is skipped or repeated while blocks arrive.',
  pathParameters: z.strictObject({ currency: currencyParameter, address: addressParameter }),
  query,
  response: History,
  problems: { 404: UNKNOWN_CURRENCY, 503: SYNCING },
  async handle({ chains, pool }, { path, query }) {
    const followed = await chains.find(path.currency);
    const { chain, network } = followed;
    const { key, address } = readAddress(followed, path.address);
    const scope = { chain: chain.code, network: network.name, addressKey: key };
    const { page, order } = pageOf(scope, query);
    const found = chains.confirm(followed, await readHistory(pool, chain.code, key, page));
    const tip = requireTip(found.state, chain.name);
    const { total, firstSeq, rows, state } = found;
    return answerAtTip(tip, () => ({
      currency: chain.code,
      address,
      decimals: chain.decimals,
      limit: page.limit,
      offset: page.fromSeq === null ? page.offset : order === 'asc' ? firstSeq - 1 : total - firstSeq,
      total,
      next: nextOf(scope, order, firstSeq, page.limit, total),
      tip,
      historyFrom: state.historyFrom,
      transactions: rows.map((row) =>
        shapeHistoryTransaction(followed, row, tip, key.toString('hex'), state.historyFrom === 0),
      ),
    }));
  },
});

function pageOf(scope: CursorScope, given: z.output<typeof query>): { page: HistoryPage; order: Order } {
  const { limit, offset } = given;
  if (given.cursor === undefined) {
    const order = given.order ?? 'desc';
    return { page: { newestFirst: order === 'desc', offset, fromSeq: null, limit }, order };
  }
  const cursor = decodeCursor(scope, given.cursor);
  if (!cursor)
    throw new ProblemError(
      'invalid-cursor',
      'cursor: expected the `next` of an earlier page of this address, unchanged',
    );
  if (offset !== 0)
    throw new ProblemError('invalid-parameter', 'offset: a cursor says where the page starts; give one of the two');
  if (given.order !== undefined && given.order !== cursor.order) {
    throw new ProblemError(
      'invalid-parameter',
      `order: the cursor continues a page in order ${cursor.order}; leave order out or start anew`,
    );
  }
  return { page: { newestFirst: cursor.order === 'desc', offset: 0, fromSeq: cursor.seq, limit }, order: cursor.order };
}

function nextOf(scope: CursorScope, order: Order, firstSeq: number, limit: number, total: number): string | null {
  const seq = order === 'asc' ? firstSeq + limit : firstSeq - limit;
  return seq >= 1 && seq <= total ? encodeCursor(scope, { order, seq }) : null;
}

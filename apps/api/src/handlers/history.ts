import { type HistoryPage, type HistoryPosition, readHistory } from '@chaintrail/db';
import { z } from 'zod';
import { readAddress } from '../chain-directory.js';
import { type CursorScope, decodeHistoryCursor, encodeHistoryCursor } from '../cursor.js';
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
import { requireCursor, SYNCING, UNKNOWN_CURRENCY } from './problems.js';
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
    'An address without transactions is answered with an empty page. Unconfirmed transactions come first (with ' +
    '`order=asc` last), the newest before the others. To walk a whole history, follow `next`: no transaction is skipped ' +
    'or repeated while others arrive, are confirmed or replaced, as long as the walk takes no more than some hours ' +
    'and no reorganisation takes back blocks that it has passed. A walk with `order=desc` shows what there was when it ' +
    'began, each transaction as it is when its page is read; with `order=asc` it ends with what arrived meanwhile.',
  pathParameters: z.strictObject({ currency: currencyParameter, address: addressParameter }),
  query,
  response: History,
  problems: { 404: UNKNOWN_CURRENCY, 503: SYNCING },
  async handle({ chains, pool }, { path, query }) {
    const followed = await chains.find(path.currency);
    const { chain, network } = followed;
    const { key, address } = readAddress(followed, path.address);
    const scope = { chain: chain.code, network: network.name, addressKey: key };
    const page = pageOf(scope, query);
    const found = chains.confirm(followed, await readHistory(pool, chain.code, key, page));
    const { state } = found;
    const tip = requireTip(state, chain.name);
    return answerAtTip(state, tip, () => ({
      currency: chain.code,
      address,
      decimals: chain.decimals,
      limit: page.limit,
      offset: found.offset,
      total: found.total,
      next: nextOf(scope, page, found.next),
      tip,
      historyFrom: state.historyFrom,
      transactions: found.rows.map((row) =>
        shapeHistoryTransaction(followed, row, tip, key.toString('hex'), state.historyFrom === 0),
      ),
    }));
  },
});

function pageOf(scope: CursorScope, given: z.output<typeof query>): HistoryPage {
  const { limit, offset } = given;
  if (given.cursor === undefined) return { newestFirst: given.order !== 'asc', offset, from: null, limit };
  const { order, position } = requireCursor(decodeHistoryCursor(scope, given.cursor), offset);
  if (given.order !== undefined && given.order !== order) {
    throw new ProblemError(
      'invalid-parameter',
      `order: the cursor continues a page in order ${order}; leave order out or start anew`,
    );
  }
  return { newestFirst: order === 'desc', offset: 0, from: position, limit };
}

function nextOf(scope: CursorScope, { newestFirst }: HistoryPage, position: HistoryPosition | null): string | null {
  return position && encodeHistoryCursor(scope, { order: newestFirst ? 'desc' : 'asc', position });
}

import { examinedRows, type Reader } from '@chaintrail/db';
import { z } from 'zod';
import { exportHistory } from '../export/export-history.js';
import { EXPORT_PAGE, EXPORT_TEXT, EXPORT_TYPES, exportRows, formatParameter } from '../export/format.js';
import type { FoundHistory, HistoryRequest } from '../families/family.js';
import { leavesOut, withBounds } from '../families/history-page.js';
import { asksForName, findAddress } from '../families/named-address.js';
import { readHistory } from '../families/questions.js';
import { cursorLinks, linkHeader } from '../http/headers.js';
import { answerAtTip } from '../http/kept-answers.js';
import { Rows } from '../http/rows.js';
import { madeInSlices } from '../http/slices.js';
import type { FollowedChain } from '../read/followed-chain.js';
import { shapeIncomplete } from '../read/progress.js';
import { type AnswerSources, readAnswer } from '../read/read-answer.js';
import { readRatesOf } from '../read/read-rates.js';
import { usdOf } from '../read/usd.js';
import {
  assetParameter,
  fieldsParameter,
  PART_PARAMETERS,
  spamParameter,
  usdParameter,
} from '../schemas/history-parameters.js';
import { History } from '../schemas/history-schema.js';
import {
  addressParameter,
  currencyParameter,
  cursorParameter,
  limitParameter,
  offsetParameter,
  orderParameter,
} from '../schemas/parameters.js';
import { route, SYNCING, UNKNOWN_CURRENCY_OR_NAME } from '../services/route.js';

/** So many transactions are looked at in the time that one takes to be shown, where that is slowest (`EXAMINED_ROWS`). */
const EXAMINED_PER_ROW = 5;

export const history = route({
  path: '/addresses/{currency}/{address}/transactions',
  atRoot: false,
  operationId: 'getAddressTransactions',
  tag: 'Addresses',
  summary: 'Transactions of an address, newest first, at any offset',
  description:
    'An address without transactions is answered with an empty page. Unconfirmed transactions come first (with ' +
    '`order=asc` last), the newest before the others. To walk a whole history, follow `next`: no transaction is skipped ' +
    'or repeated while others arrive, are confirmed or replaced. That holds for some hours, and unless a reorganisation ' +
    'removes blocks that the walk has passed. A walk with `order=desc` shows what there was when it ' +
    'began, each transaction as it is when its page is read; with `order=asc` it ends with what arrived meanwhile. ' +
    '`fromHeight`, `toHeight`, `fromTime` and `toTime` choose a part of the history, of which every page costs as much; a height at ' +
    'one end and a time at the other go together. A `cursor` goes with the part, `direction`, `asset` and `spam` of the page that it is from.' +
    EXPORT_TEXT,
  pathParameters: z.strictObject({ currency: currencyParameter, address: addressParameter }),
  query: z.strictObject({
    limit: limitParameter,
    offset: offsetParameter,
    cursor: cursorParameter,
    order: orderParameter,
    ...PART_PARAMETERS,
    asset: assetParameter,
    spam: spamParameter,
    fields: fieldsParameter,
    usd: usdParameter,
    format: formatParameter,
  }),
  response: History,
  alternatives: EXPORT_TYPES,
  problems: { 404: UNKNOWN_CURRENCY_OR_NAME, 503: SYNCING },
  cost: ({ followed, path, query, format, request }) => ({
    rows: rowsOf(followed, query, format ? exportRows(request, format) : query.limit),
    asksNode: asksForName(followed, path.address),
  }),
  changesWith: ({ query, format }) => (query.usd === '1' || format ? null : 'rows'),
  async handle(services, { followed, path, query: { usd, ...given }, format, request, caller }) {
    const { chain } = followed;
    const query = withBounds(followed, given);
    const named = await findAddress(services, followed, path.address);
    const read = (sources: AnswerSources, page: HistoryRequest, check?: (db: Reader) => Promise<void>) =>
      readAnswer(
        sources,
        followed,
        async (db) => {
          const found = await readHistory(sources, followed, db, named, page);
          await check?.(db);
          return usd === '1' ? withValues(services, followed, db, found) : found;
        },
        page.cursor,
      );
    if (format) {
      return exportHistory({
        ...{ services, followed, named, caller, format, pageCost: { rows: rowsOf(followed, query, EXPORT_PAGE) } },
        withSpoofed: !leavesOut(followed, query),
        async readPage(sources, part, check) {
          const { tip, next, transactions } = await read(sources, { ...query, ...part }, check);
          return { tip, next, transactions: await madeInSlices(transactions) };
        },
      });
    }
    const found = await read(services, query);
    const { state, tip, limit, offset, total, totalReason, next } = found;
    const answer = answerAtTip(
      state,
      () => ({
        currency: chain.code,
        ...{ address: named.address, name: named.name, decimals: chain.decimals },
        ...{ limit, offset, total, totalReason, next, tip, historyFrom: state.historyFrom },
        ...shapeIncomplete(found.incomplete),
        transactions: found.transactions,
      }),
      'rates' in found ? found.rates : [],
    );
    return { ...answer, link: linkHeader(services.publicUrl, request, cursorLinks(query, next)) };
  },
});

/** Cost of a page of so many transactions, in rows. */
function rowsOf(
  followed: FollowedChain,
  request: Pick<HistoryRequest, 'direction' | 'asset' | 'spam'>,
  limit: number,
): number {
  const { direction, asset } = request;
  const spam = leavesOut(followed, request) ? 'exclude' : null;
  if (!direction && !asset && !spam) return limit;
  return (
    limit + examinedRows({ direction: direction ?? null, asset: asset ? 'native' : null, spam }) / EXAMINED_PER_ROW
  );
}

/** The same page with what each amount was worth at its time; what is pending, now. */
async function withValues(services: AnswerSources, followed: FollowedChain, db: Reader, page: FoundHistory) {
  const transactions = await madeInSlices(page.transactions);
  const rates = await readRatesOf(
    services,
    followed,
    db,
    transactions.map(({ timestamp }) => timestamp),
  );
  const { decimals } = followed.chain;
  const valued = transactions.map((each, at) => ({ ...each, usd: usdOf(each.netAmount, decimals, rates[at] ?? null) }));
  return { ...page, rates, transactions: Rows.of(valued, (each) => each) };
}

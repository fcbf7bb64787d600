import { type AccountHistoryRequest, accountHistory } from '../../accounts/account-history.js';
import { accountDigest } from '../../accounts/accounts.js';
import { exportHistory } from '../../export/export-history.js';
import { EXPORT_PAGE, EXPORT_TYPES, exportRows, formatParameter } from '../../export/format.js';
import { withBounds } from '../../families/history-page.js';
import { cursorLinks, linkHeader } from '../../http/headers.js';
import { answerAtTip } from '../../http/kept-answers.js';
import { madeInSlices } from '../../http/slices.js';
import { readAnswer } from '../../read/read-answer.js';
import { AccountHistory } from '../../schemas/account-schema.js';
import { fieldsParameter, PART_PARAMETERS } from '../../schemas/history-parameters.js';
import { cursorParameter, limitParameter, offsetParameter, orderParameter } from '../../schemas/parameters.js';
import type { Services } from '../../services/open-services.js';
import { about, accountRoutes } from './account-route.js';

export const accountTransactions = accountRoutes({
  name: 'transactions',
  operation: 'AccountTransactions',
  summary: 'Transactions of a descriptor or extended key, newest first, at any offset',
  description:
    'One history of all addresses together: a transaction is in it once. `netAmount` is what it does to the account, so ' +
    'that what a wallet pays itself is its fee alone; `balanceAfter` is the balance of the account. `total`, `offset`, ' +
    '`cursor`, the bounds and `direction` are as those of an address, with an exact `total` always. Each list of inputs ' +
    'and outputs has the first 20.\n\n`Accept: text/csv` or `application/x-ndjson`, or `format`, sends the whole history, as for an address.',
  query: {
    limit: limitParameter,
    offset: offsetParameter,
    cursor: cursorParameter,
    order: orderParameter,
    ...PART_PARAMETERS,
    fields: fieldsParameter,
    format: formatParameter,
  },
  response: AccountHistory,
  alternatives: EXPORT_TYPES,
  cost: ({ limit }, { format, request }) => ({ rows: format ? exportRows(request, format) : limit }),
  async handle(services, { followed, asked, query: given, format, request, caller }) {
    const query = withBounds(followed, given);
    const read = (sources: Services, page: AccountHistoryRequest, check?: Parameters<typeof readAnswer>[2]) =>
      readAnswer(
        sources,
        followed,
        async (db) => {
          const found = await accountHistory(sources, followed, db, asked, page);
          await check?.(db);
          return found;
        },
        page.cursor,
      );
    if (format) {
      const { account } = await read(services, { ...query, limit: 1, offset: 0 });
      const key = accountDigest(account);
      // A file is not named by what may be nobody's business.
      const named = { key, address: `account-${key.toString('hex', 0, 4)}`, name: null, isBare: false };
      return exportHistory({
        ...{ services, followed, named, caller, format, pageCost: { rows: EXPORT_PAGE }, withSpoofed: true },
        async readPage(sources, part, check) {
          const page = await read({ ...services, ...sources }, { ...query, ...part }, check as never);
          return { tip: page.tip, next: page.next, transactions: await madeInSlices(page.transactions) };
        },
      });
    }
    const found = await read(services, query);
    const { state, tip, limit, offset, total, totalReason, next } = found;
    const answer = answerAtTip(state, () => ({
      ...about(followed, found),
      ...{ limit, offset, total, totalReason, next, tip, historyFrom: state.historyFrom },
      transactions: found.transactions,
    }));
    return { ...answer, link: linkHeader(services.publicUrl, request, cursorLinks(query, next)) };
  },
});

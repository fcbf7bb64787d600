import { formatAddress } from '@chaintrail/chains';
import { COUNTED_UTXOS, readUtxos, type UtxoPage } from '@chaintrail/db';
import { type Account, isUsed } from '../../accounts/account.js';
import { accountScope } from '../../accounts/account-history.js';
import { totalReasonOf } from '../../families/history-page.js';
import { cursorLinks, linkHeader } from '../../http/page-links.js';
import { Rows } from '../../http/rows.js';
import { type CursorScope, decodeUtxoCursor, encodeUtxoCursor, requireCursor } from '../../read/cursor.js';
import { requireTip } from '../../read/progress.js';
import { AccountUtxos } from '../../schemas/account-schema.js';
import { cursorParameter, limitParameter, utxoOffsetParameter } from '../../schemas/parameters.js';
import { shapeUtxo } from '../../shape/utxo/shape-unspent-output.js';
import { answerAtTip } from '../respond.js';
import { about, accountRoutes, readAccount } from './account-route.js';

/** Entries of the index that are passed over while one row is read. */
const PASSED_OVER_PER_ROW = 50;

export const accountUtxos = accountRoutes({
  name: 'utxos',
  operation: 'AccountUtxos',
  summary: 'Unspent outputs of a descriptor or extended key, newest first',
  description:
    'As those of an address, each with its address and path. ' +
    `\`offset\` and \`total\` reach as far as ${COUNTED_UTXOS} outputs; a walk by \`next\` has no end but the last of them.`,
  query: { limit: limitParameter, offset: utxoOffsetParameter, cursor: cursorParameter },
  response: AccountUtxos,
  cost: ({ limit, offset }) => ({ rows: limit, work: limit + offset / PASSED_OVER_PER_ROW }),
  async handle(services, { place, asked, query, request }) {
    const { chains, mostWeight = null } = services;
    const found = await readAccount(
      services,
      { place, asked },
      async ({ account }, db) => {
        const scope = accountScope(place, account);
        const page = pageOf(scope, query);
        const read = chains.confirm(
          place,
          await readUtxos(db, place.chain.code, usedKeys(account), { ...page, mostWeight }),
        );
        const addresses = read.rows.flatMap(({ key }) => account.byKey.get(key!) ?? []);
        if (addresses.length < read.rows.length) return null;
        return {
          ...{ ...read, page, addresses },
          cursor: read.next && encodeUtxoCursor(scope, read.next, await db.position()),
        };
      },
      query.cursor,
    );
    const { state, page, addresses, cursor: next, total } = found;
    const tip = requireTip(place, state);
    const answer = answerAtTip(state, () => ({
      ...about(place, found),
      ...{ limit: page.limit, offset: page.from ? null : page.offset, total },
      ...{ totalReason: totalReasonOf(total, page.from), next, tip, historyFrom: state.historyFrom },
      utxos: Rows.of(
        found.rows.map((row, at) => ({ row, of: addresses[at]! })),
        ({ row, of: { key, path } }) => ({
          ...shapeUtxo(place, row, key, tip),
          ...{ address: formatAddress(place.network, key), path },
        }),
      ),
    }));
    return { ...answer, link: linkHeader(services.publicUrl, request, cursorLinks(query, next)) };
  },
});

/** Others have no outputs. */
function usedKeys({ byKey }: Account): Buffer[] {
  return [...byKey.values()].filter(isUsed).map(({ key }) => key);
}

function pageOf(
  scope: CursorScope,
  { limit, offset, cursor }: { limit: number; offset: number; cursor?: string | undefined },
): UtxoPage {
  if (cursor === undefined) return { offset, from: null, limit };
  return { offset: 0, from: requireCursor(decodeUtxoCursor(scope, cursor), offset), limit };
}

import { formatAddress } from '@chaintrail/chains';
import { COUNTED_UTXOS, readUtxos } from '@chaintrail/db';
import { accountScope } from '../../accounts/account-history.js';
import { totalReasonOf } from '../../families/history-page.js';
import { cursorLinks, linkHeader } from '../../http/headers.js';
import { answerAtTip } from '../../http/kept-answers.js';
import { Rows } from '../../http/rows.js';
import { encodeUtxoCursor } from '../../read/cursor.js';
import { atTip } from '../../read/read-answer.js';
import { AccountUtxos } from '../../schemas/account-schema.js';
import { shapeUtxo } from '../../shape/utxo/shape-unspent-output.js';
import { costOfUtxos, UTXO_PARAMETERS, utxoPage } from '../utxos.js';
import { about, accountRoutes, readAccount } from './account-route.js';

export const accountUtxos = accountRoutes({
  name: 'utxos',
  operation: 'AccountUtxos',
  summary: 'Unspent outputs of a descriptor or extended key, newest first',
  description:
    'As those of an address, each with its address and path. ' +
    `\`offset\` and \`total\` reach as far as ${COUNTED_UTXOS} outputs; a walk by \`next\` has no end but the last of them.`,
  query: UTXO_PARAMETERS,
  response: AccountUtxos,
  cost: costOfUtxos,
  async handle(services, { followed, asked, query, request }) {
    const found = await readAccount(
      services,
      { followed, asked },
      async ({ account }, db) => {
        const scope = accountScope(followed, account);
        const page = utxoPage(scope, query);
        const read = atTip(
          followed,
          await readUtxos(db, followed.chain.code, account.usedKeys, { ...page, mostWeight: services.mostWeight }),
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
    const { state, tip, page, addresses, cursor: next, total } = found;
    const answer = answerAtTip(state, () => ({
      ...about(followed, found),
      ...{ limit: page.limit, offset: page.from ? null : page.offset, total },
      ...{ totalReason: totalReasonOf(total, page.from), next, tip, historyFrom: state.historyFrom },
      utxos: Rows.of(
        found.rows.map((row, at) => ({ row, of: addresses[at]! })),
        ({ row, of: { key, path } }) => ({
          ...shapeUtxo(followed, row, key, tip),
          ...{ address: formatAddress(followed.network, key), path },
        }),
      ),
    }));
    return { ...answer, link: linkHeader(services.publicUrl, request, cursorLinks(query, next)) };
  },
});

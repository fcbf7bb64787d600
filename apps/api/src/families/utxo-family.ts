/** Answers about Bitcoin and its like: everything comes from the rows. */
import type { UtxoChainNetwork } from '@chaintrail/chains';
import {
  type Reader,
  readBalances,
  readTransaction,
  readUtxoBlock,
  readUtxoHistory,
  readUtxoNews,
  type Balance as StoredBalance,
} from '@chaintrail/db';
import { Rows } from '../http/rows.js';
import { decodeHistoryCursor, encodeHistoryCursor } from '../read/cursor.js';
import type { NamedAddress } from '../read/followed-chain.js';
import { requireTip } from '../read/progress.js';
import type { AnswerSources } from '../read/read-answer.js';
import {
  shapeUtxoBlockTransaction,
  shapeUtxoHistoryTransaction,
  shapeUtxoTransaction,
} from '../shape/utxo/shape-utxo-transaction.js';
import { refuseTokens } from './asset-filter.js';
import { type Family, shapedNews } from './family.js';
import { cursorAfter, cursorScope, extentOf, historyPage } from './history-page.js';
import { blockAsked } from './requested-block.js';

export function utxoFamily({ chains, mostWeight = null }: AnswerSources, place: UtxoChainNetwork, db: Reader): Family {
  const { code } = place.chain;

  return {
    async readHistory(named, request) {
      const scope = cursorScope(place, named);
      const page = historyPage(place, request, (text) => decodeHistoryCursor(scope, text));
      const found = chains.confirm(place, await readUtxoHistory(db, code, named.key, { ...page, mostWeight }));
      const { state, next: position } = found;
      const extent = extentOf(page, found);
      const ownKey = named.key.toString('hex');
      const context = {
        ...{ ownKey, balancesKnown: state.historyFrom === 0, compact: page.compact },
        ...(named.isBare ? { ownAddress: named.address } : {}),
      };
      return {
        ...{ state, ...extent },
        next: position && encodeHistoryCursor(scope, cursorAfter(page, position), await db.position()),
        transactions: (tip) => Rows.of(found.rows, (row) => shapeUtxoHistoryTransaction(place, row, tip, context)),
      };
    },

    async readTransaction(txid, part) {
      const found = chains.confirm(place, await readTransaction(db, code, txid, { ...part, mostWeight }));
      const stored = found.transaction;
      return {
        state: found.state,
        transaction: stored && ((tip, blocks) => shapeUtxoTransaction(place, found, stored, { tip, part, blocks })),
        waits: found.relatives !== null,
      };
    },

    async readNews(query, tip) {
      const page = await readUtxoNews(db, code, query);
      const balancesKnown = page?.marks.historyFrom === 0;
      return shapedNews(page, (row, ownKey) =>
        shapeUtxoHistoryTransaction(place, row, tip, { ownKey, balancesKnown, compact: false }),
      );
    },

    async readBlock(name, page) {
      const found = chains.confirm(place, await readUtxoBlock(db, code, name, { ...page, mostWeight }));
      return {
        ...found,
        transactions: (tip) =>
          Rows.of(found.entries, ({ transaction }) => shapeUtxoBlockTransaction(place, transaction, tip)),
      };
    },

    async readBalances(asked, height, tokens = {}) {
      refuseTokens(place, tokens);
      const { chain } = place;
      const keys = asked.map(({ key }) => key);
      const found = await readBalances(db, chain.code, keys, height ?? null);
      const first = chains.confirm(place, found?.[0] ?? null);
      const { state } = first;
      const tip = requireTip(place, state);
      const at = blockAsked(first, height, tip) ?? tip;
      const shape = ({ address, name }: NamedAddress, stored: StoredBalance | undefined) => ({
        ...{ currency: chain.code, address, name, decimals: chain.decimals },
        ...figures(stored?.totals ?? null, state.historyFrom === 0),
        receivedFrom: state.historyFrom === 0 ? 0 : null,
        receivedHeight: state.historyFrom === 0 ? at.height : null,
        pending: stored?.pending?.delta ?? null,
        pendingTransactionCount: stored?.pending?.transactionCount ?? null,
        ...{ tip, height: at.height, asOf: at.time, historyFrom: state.historyFrom },
        ...{ tokens: [], tokenCount: 0, nextTokens: null, usd: null },
      });
      return { state, tip, balance: (n) => shape(asked[n]!, found?.[n]) };
    },
  };
}

/** A gross sum needs the whole history as much as a balance does. */
function figures(totals: StoredBalance['totals'], known: boolean) {
  const { balance = '0', received = '0', transactionCount = 0, firstSeen = null, lastSeen = null } = totals ?? {};
  return {
    balance: known ? balance : null,
    received: known ? received : null,
    sent: known ? (BigInt(received) - BigInt(balance)).toString() : null,
    ...{ transactionCount, firstSeen, lastSeen },
  };
}

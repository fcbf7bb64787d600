/** Answers about Ethereum and its layer 2s. */
import type { EvmChainNetwork } from '@chaintrail/chains';
import {
  type EvmHistory,
  type EvmHistoryPage,
  originFrom,
  type Reader,
  readEvmBlock,
  readEvmHistory,
  readEvmNews,
  readEvmTransaction,
} from '@chaintrail/db';
import { Rows } from '../http/rows.js';
import { decodeEvmCursor, encodeEvmCursor } from '../read/cursor.js';
import type { NamedAddress } from '../read/followed-chain.js';
import type { AnswerSources } from '../read/read-answer.js';
import {
  shapeEvmBlockTransaction,
  shapeEvmHistoryTransaction,
  shapeEvmTransaction,
} from '../shape/evm/shape-evm-transaction.js';
import { EvmBalances } from './evm-balance.js';
import { type Family, shapedNews } from './family.js';
import { cursorAfter, cursorScope, extentOf, historyPage } from './history-page.js';

export function evmFamily(sources: AnswerSources, place: EvmChainNetwork, db: Reader): Family {
  const { chains, nodes, lookedAt, mostWeight = null, chargeNode = async () => true } = sources;
  const { code } = place.chain;

  /** The node is asked once for an address that nothing is known of to count balances from, as after a first sync. */
  async function history({ key }: NamedAddress, page: EvmHistoryPage): Promise<EvmHistory> {
    const read = await readEvmHistory(db, code, key, { ...page, mostWeight }, nodes.known(place, key));
    const found = chains.confirm(place, read);
    const { wanted, state } = found;
    if (!wanted || !nodes.isAnswering(place) || !(await chargeNode())) return found;
    const block = { height: state.height ?? 0, hash: state.hash ?? '' };
    const said = await nodes.balanceFor(place, key, block);
    if (said === null) return found;
    const origin = originFrom(wanted, said, block);
    nodes.learn(place, key, origin);
    return found.countedFrom(origin);
  }

  return {
    async readHistory(named, request) {
      const scope = cursorScope(place, named);
      const page = historyPage(place, request, (text) => decodeEvmCursor(scope, text));
      const found = await history(named, page);
      const { state, rows, next: position } = found;
      const extent = extentOf(page, found);
      const ownKey = named.key.toString('hex');
      for (const { transaction } of rows) {
        lookedAt.tokens(code, transaction.transfers);
        lookedAt.losses(code, transaction, ownKey);
      }
      return {
        ...{ state, ...extent, incomplete: found.incomplete },
        next: position && encodeEvmCursor(scope, cursorAfter(page, position), await db.position()),
        transactions: (tip) => Rows.of(rows, (row) => shapeEvmHistoryTransaction(place, row, tip, ownKey)),
      };
    },

    async readTransaction(txid, part) {
      const found = chains.confirm(place, await readEvmTransaction(db, code, txid, { ...part, mostWeight }));
      const stored = found.transaction;
      lookedAt.tokens(code, stored?.transfers ?? []);
      if (stored) lookedAt.losses(code, stored);
      return {
        state: found.state,
        transaction: stored && ((tip) => shapeEvmTransaction(place, found, stored, tip, part)),
      };
    },

    async readNews(query, tip) {
      const page = await readEvmNews(db, code, query);
      return shapedNews(page, (row, key) => shapeEvmHistoryTransaction(place, row, tip, key));
    },

    async readBlock(name, page) {
      const found = chains.confirm(place, await readEvmBlock(db, code, name, { ...page, mostWeight }));
      return {
        ...found,
        transactions: (tip) =>
          Rows.of(found.entries, ({ transaction }) => shapeEvmBlockTransaction(place, transaction, tip)),
      };
    },

    readBalances(asked, height, tokens = {}) {
      return new EvmBalances(sources, place, db).read(asked, height, tokens);
    },
  };
}

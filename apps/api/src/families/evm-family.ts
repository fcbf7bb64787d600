/** What is answered of Ethereum and its layer 2s. */
import type { EvmChainNetwork } from '@chaintrail/chains';
import {
  type BlockName,
  type BlockPage,
  type EvmHistory,
  type EvmHistoryPage,
  type NewsPage,
  type NewsQuery,
  type Reader,
  readEvmBlock,
  readEvmHistory,
  readEvmNews,
  readEvmTransaction,
} from '@chaintrail/db';
import { decodeEvmCursor, encodeEvmCursor } from '../read/cursor.js';
import type { NamedAddress } from '../read/followed-chain.js';
import type { AnswerSources } from '../read/read-answer.js';
import {
  shapeEvmBlockTransaction,
  shapeEvmHistoryTransaction,
  shapeEvmTransaction,
} from '../shape/evm/shape-evm-transaction.js';
import type { Tip } from '../shape/progress.js';
import { Rows } from '../shape/rows.js';
import { EvmBalances } from './evm-balance.js';
import {
  type Family,
  type FoundBalances,
  type FoundBlockPage,
  type FoundHistory,
  type FoundNews,
  type FoundTransaction,
  type HistoryRequest,
  shapedNews,
} from './family.js';
import { cursorAfter, cursorScope, extentOf, historyPage } from './history-page.js';

/** Where blocks without traces part a page, balances on each side are counted from one of their own. */
const MOST_ASKS = 2;

export class EvmFamily implements Family {
  readonly #sources: AnswerSources;
  readonly #place: EvmChainNetwork;
  readonly #db: Reader;

  constructor(sources: AnswerSources, place: EvmChainNetwork, db: Reader) {
    this.#sources = sources;
    this.#place = place;
    this.#db = db;
  }

  async readHistory(named: NamedAddress, request: HistoryRequest): Promise<FoundHistory> {
    const place = this.#place;
    const scope = cursorScope(place, named);
    const page = historyPage(place, request, (text) => decodeEvmCursor(scope, text));
    const found = await this.#history(named, page);
    const { state, rows, next: position } = found;
    const extent = extentOf(page, found);
    const ownKey = named.key.toString('hex');
    return {
      ...{ state, ...extent },
      next: position && encodeEvmCursor(scope, cursorAfter(page, position), await this.#db.position()),
      transactions: (tip) => Rows.of(rows, (row) => shapeEvmHistoryTransaction(place, row, tip, ownKey)),
    };
  }

  /** The node is asked once for an address that nothing is known of to count balances from, as after a first sync. */
  async #history({ key }: NamedAddress, page: EvmHistoryPage): Promise<EvmHistory> {
    const { chains, nodes } = this.#sources;
    const place = this.#place;
    for (let asks = 0; ; asks++) {
      const read = await readEvmHistory(this.#db, place.chain.code, key, page, nodes.known(place, key));
      const found = chains.confirm(place, read);
      if (!found.wanted || asks === MOST_ASKS || !(await nodes.learn(place, [key], found.wanted))) return found;
    }
  }

  async readTransaction(txid: Buffer): Promise<FoundTransaction> {
    const { chains } = this.#sources;
    const found = chains.confirm(this.#place, await readEvmTransaction(this.#db, this.#place.chain.code, txid));
    const stored = found.transaction;
    return {
      state: found.state,
      transaction: stored && ((tip) => shapeEvmTransaction(this.#place, stored, tip)),
    };
  }

  async readNews(query: NewsQuery, tip: Tip): Promise<NewsPage<FoundNews> | null> {
    const place = this.#place;
    const page = await readEvmNews(this.#db, place.chain.code, query);
    return shapedNews(page, (row, key) => shapeEvmHistoryTransaction(place, row, tip, key));
  }

  async readBlock(name: BlockName, page: BlockPage): Promise<FoundBlockPage> {
    const { chains } = this.#sources;
    const found = chains.confirm(this.#place, await readEvmBlock(this.#db, this.#place.chain.code, name, page));
    return {
      ...found,
      transactions: (tip) =>
        Rows.of(found.entries, ({ transaction }) => shapeEvmBlockTransaction(this.#place, transaction, tip)),
    };
  }

  readBalances(asked: readonly NamedAddress[], height: number | undefined): Promise<FoundBalances> {
    return new EvmBalances(this.#sources, this.#place, this.#db).read(asked, height);
  }
}

/** What is answered of Bitcoin and its like: everything comes from the rows. */
import type { UtxoChainNetwork } from '@chaintrail/chains';
import {
  type BlockName,
  type BlockPage,
  type NewsPage,
  type NewsQuery,
  type Reader,
  readBalances,
  readHistory,
  readTransaction,
  readUtxoBlock,
  readUtxoNews,
  type Balance as StoredBalance,
} from '@chaintrail/db';
import { decodeHistoryCursor, encodeHistoryCursor } from '../read/cursor.js';
import type { NamedAddress } from '../read/followed-chain.js';
import type { AnswerSources } from '../read/read-answer.js';
import { requireTip, type Tip } from '../shape/progress.js';
import { Rows } from '../shape/rows.js';
import {
  shapeUtxoBlockTransaction,
  shapeUtxoHistoryTransaction,
  shapeUtxoTransaction,
} from '../shape/utxo/shape-utxo-transaction.js';
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
import { blockAsked } from './requested-block.js';

export class UtxoFamily implements Family {
  readonly #sources: AnswerSources;
  readonly #place: UtxoChainNetwork;
  readonly #db: Reader;

  constructor(sources: AnswerSources, place: UtxoChainNetwork, db: Reader) {
    this.#sources = sources;
    this.#place = place;
    this.#db = db;
  }

  async readHistory(named: NamedAddress, request: HistoryRequest): Promise<FoundHistory> {
    const { chains } = this.#sources;
    const place = this.#place;
    const scope = cursorScope(place, named);
    const page = historyPage(place, request, (text) => decodeHistoryCursor(scope, text));
    const found = chains.confirm(place, await readHistory(this.#db, place.chain.code, named.key, page));
    const { state, next: position } = found;
    const extent = extentOf(page, found);
    const ownKey = named.key.toString('hex');
    const context = { ownKey, balancesKnown: state.historyFrom === 0, compact: page.compact };
    return {
      ...{ state, ...extent },
      next: position && encodeHistoryCursor(scope, cursorAfter(page, position), await this.#db.position()),
      transactions: (tip) => Rows.of(found.rows, (row) => shapeUtxoHistoryTransaction(place, row, tip, context)),
    };
  }

  async readTransaction(txid: Buffer): Promise<FoundTransaction> {
    const { chains } = this.#sources;
    const found = chains.confirm(this.#place, await readTransaction(this.#db, this.#place.chain.code, txid));
    const stored = found.transaction;
    return {
      state: found.state,
      transaction: stored && ((tip) => shapeUtxoTransaction(this.#place, stored, tip)),
    };
  }

  async readNews(query: NewsQuery, tip: Tip): Promise<NewsPage<FoundNews> | null> {
    const place = this.#place;
    const page = await readUtxoNews(this.#db, place.chain.code, query);
    const balancesKnown = page?.marks.historyFrom === 0;
    return shapedNews(page, (row, ownKey) =>
      shapeUtxoHistoryTransaction(place, row, tip, { ownKey, balancesKnown, compact: false }),
    );
  }

  async readBlock(name: BlockName, page: BlockPage): Promise<FoundBlockPage> {
    const { chains } = this.#sources;
    const found = chains.confirm(this.#place, await readUtxoBlock(this.#db, this.#place.chain.code, name, page));
    return {
      ...found,
      transactions: (tip) =>
        Rows.of(found.entries, ({ transaction }) => shapeUtxoBlockTransaction(this.#place, transaction, tip)),
    };
  }

  async readBalances(asked: readonly NamedAddress[], height: number | undefined): Promise<FoundBalances> {
    const { chain } = this.#place;
    const keys = asked.map(({ key }) => key);
    const found = await readBalances(this.#db, chain.code, keys, height ?? null);
    const first = this.#sources.chains.confirm(this.#place, found?.[0] ?? null);
    const { state } = first;
    const tip = requireTip(this.#place, state);
    const at = blockAsked(first, height, tip) ?? tip;
    const shape = ({ address, name }: NamedAddress, stored: StoredBalance | undefined) => ({
      ...{ currency: chain.code, address, name, decimals: chain.decimals },
      ...figures(stored?.totals ?? null, state.historyFrom === 0),
      receivedHeight: state.historyFrom === 0 ? at.height : null,
      pending: stored?.pending?.delta ?? null,
      pendingTransactionCount: stored?.pending?.transactionCount ?? null,
      ...{ tip, height: at.height, asOf: at.time, historyFrom: state.historyFrom },
      ...{ tokens: [], tokenCount: 0, usd: null },
    });
    return { state, tip, balance: (n) => shape(asked[n]!, found?.[n]) };
  }
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

/** What is answered of Bitcoin and its like: everything comes from the rows. */
import type { UtxoChainNetwork } from '@chaintrail/chains';
import {
  type NewsPage,
  type NewsQuery,
  type Reader,
  readBalance,
  readHistory,
  readTransaction,
  readUtxoNews,
  type Balance as StoredBalance,
} from '@chaintrail/db';
import type { NamedAddress } from '../chain-directory.js';
import { decodeHistoryCursor, encodeHistoryCursor } from '../cursor.js';
import type { Services } from '../services.js';
import { requireTip, type Tip } from '../shape/progress.js';
import { shapeUtxoHistoryTransaction, shapeUtxoTransaction } from '../shape/utxo/transaction.js';
import { blockAsked } from './block-asked.js';
import {
  type Family,
  type FoundBalance,
  type FoundHistory,
  type FoundNews,
  type FoundTransaction,
  type HistoryRequest,
  shapedNews,
} from './family.js';
import { cursorScope, historyPage, orderOf } from './history-page.js';

export class UtxoFamily implements Family {
  readonly #services: Services;
  readonly #place: UtxoChainNetwork;
  readonly #db: Reader;

  constructor(services: Services, place: UtxoChainNetwork, db: Reader) {
    this.#services = services;
    this.#place = place;
    this.#db = db;
  }

  async readHistory(named: NamedAddress, request: HistoryRequest): Promise<FoundHistory> {
    const { chains } = this.#services;
    const place = this.#place;
    const scope = cursorScope(place, named);
    const page = historyPage(request, (text) => decodeHistoryCursor(scope, text));
    const found = chains.confirm(place, await readHistory(this.#db, place.chain.code, named.key, page));
    const { state, offset, total, next: position } = found;
    return {
      ...{ state, limit: page.limit, offset, total },
      next: position && encodeHistoryCursor(scope, { order: orderOf(page), position }, await this.#db.position()),
      transactions: (tip) =>
        found.rows.map((row) =>
          shapeUtxoHistoryTransaction(place, row, tip, named.key.toString('hex'), state.historyFrom === 0),
        ),
    };
  }

  async readTransaction(txid: Buffer): Promise<FoundTransaction> {
    const { chains } = this.#services;
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
    const known = page?.marks.historyFrom === 0;
    return shapedNews(page, (row, key) => shapeUtxoHistoryTransaction(place, row, tip, key, known));
  }

  async readBalance({ key, address, name }: NamedAddress, height: number | undefined): Promise<FoundBalance> {
    const { chains } = this.#services;
    const { chain } = this.#place;
    const found = chains.confirm(this.#place, await readBalance(this.#db, chain.code, key, height ?? null));
    const { state, pending } = found;
    const tip = requireTip(this.#place, state);
    const at = blockAsked(found, height, tip) ?? tip;
    return {
      state,
      tip,
      balance: () => ({
        ...{ currency: chain.code, address, name, decimals: chain.decimals },
        ...figures(found.totals, state.historyFrom === 0),
        receivedHeight: state.historyFrom === 0 ? at.height : null,
        pending: pending?.delta ?? null,
        pendingTransactionCount: pending?.transactionCount ?? null,
        ...{ tip, height: at.height, asOf: at.time, historyFrom: state.historyFrom },
        ...{ tokens: [], tokenCount: 0, usd: null },
      }),
    };
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

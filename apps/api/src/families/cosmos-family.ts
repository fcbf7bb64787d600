/** What is answered of THORChain and MAYAChain: from the rows, and where those do not begin with balances, from the node. */
import type { CosmosChainNetwork } from '@chaintrail/chains';
import {
  type CosmosBalance,
  type NewsPage,
  type NewsQuery,
  type Reader,
  readCosmosBalance,
  readCosmosHistory,
  readCosmosNews,
  readCosmosTransaction,
} from '@chaintrail/db';
import type { NamedAddress } from '../chain-directory.js';
import { decodeSeqCursor, encodeSeqCursor } from '../cursor.js';
import type { Coins } from '../node/cosmos-nodes.js';
import type { Services } from '../services.js';
import { type Holdings, shapeCosmosBalance } from '../shape/cosmos/balance.js';
import { shapeCosmosHistory, shapeCosmosTransaction } from '../shape/cosmos/transaction.js';
import { shownHash } from '../shape/hash.js';
import { requireTip, type Tip } from '../shape/progress.js';
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

/** Denominations of an address that are listed. */
const LISTED_TOKENS = 100;

export class CosmosFamily implements Family {
  readonly #services: Services;
  readonly #place: CosmosChainNetwork;
  readonly #db: Reader;

  constructor(services: Services, place: CosmosChainNetwork, db: Reader) {
    this.#services = services;
    this.#place = place;
    this.#db = db;
  }

  async readHistory(named: NamedAddress, request: HistoryRequest): Promise<FoundHistory> {
    const { chains } = this.#services;
    const place = this.#place;
    const scope = cursorScope(place, named);
    const page = historyPage(request, (text) => decodeSeqCursor(scope, text));
    const found = chains.confirm(place, await readCosmosHistory(this.#db, place.chain.code, named.key, page));
    const { state, offset, total, rows, next: position } = found;
    return {
      ...{ state, limit: page.limit, offset, total },
      next: position && encodeSeqCursor(scope, { order: orderOf(page), position }, await this.#db.position()),
      transactions: (tip) => shapeCosmosHistory(place, rows, tip, named.key.toString('hex')),
    };
  }

  async readTransaction(txid: Buffer): Promise<FoundTransaction> {
    const { chains } = this.#services;
    const found = chains.confirm(this.#place, await readCosmosTransaction(this.#db, this.#place.chain.code, txid));
    const stored = found.transaction;
    return {
      state: found.state,
      transaction: stored && ((tip) => shapeCosmosTransaction(this.#place, stored, tip)),
      answers: found.answers.map((txid) => shownHash(this.#place, txid)),
    };
  }

  async readNews(query: NewsQuery, tip: Tip): Promise<NewsPage<FoundNews> | null> {
    const place = this.#place;
    const page = await readCosmosNews(this.#db, place.chain.code, query);
    return shapedNews(page, (row, key) => shapeCosmosHistory(place, [row], tip, key)[0]!);
  }

  async readBalance(named: NamedAddress, height: number | undefined): Promise<FoundBalance> {
    const { chains } = this.#services;
    const place = this.#place;
    const read = await readCosmosBalance(this.#db, place.chain.code, named.key, height ?? null, LISTED_TOKENS);
    const found = chains.confirm(place, read);
    const tip = requireTip(place, found.state);
    const at = blockAsked(found, height, tip) ?? tip;
    const holdings = await this.#holdings(named, found, at.height);
    const parts = { place, named, found, holdings, tip, at };
    return { state: found.state, tip, balance: () => shapeCosmosBalance(parts) };
  }

  async #holdings({ address }: NamedAddress, found: CosmosBalance, height: number): Promise<Holdings> {
    const { isKnown, totals, tokens, tokenCount } = found;
    if (isKnown) return { balance: totals?.balance ?? '0', tokens, tokenCount };
    const reply = await this.#services.cosmosNodes.balances(this.#place, address, height);
    if (reply.outcome === 'answered' && reply.value) return saidHoldings(this.#place, reply.value);
    return { balance: null, tokens, tokenCount };
  }
}

/** In the order of the node: by name. */
function saidHoldings({ chain }: CosmosChainNetwork, coins: Coins): Holdings {
  const native = coins.find(([denom]) => denom === chain.nativeDenom);
  const tokens = coins.flatMap(([denom, amount]) =>
    denom === chain.nativeDenom || amount === '0' ? [] : [{ asset: denom, balance: amount }],
  );
  return { balance: native?.[1] ?? '0', tokens: tokens.slice(0, LISTED_TOKENS), tokenCount: tokens.length };
}

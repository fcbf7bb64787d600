/** What is answered of THORChain and MAYAChain: from the rows, and where those do not begin with balances, from the node. */
import type { CosmosChainNetwork } from '@chaintrail/chains';
import {
  type BlockName,
  type BlockPage,
  type CosmosBalance,
  type NewsPage,
  type NewsQuery,
  type Reader,
  readCosmosBalances,
  readCosmosBlock,
  readCosmosHistory,
  readCosmosNews,
  readCosmosTransaction,
} from '@chaintrail/db';
import type { Coins } from '../node/cosmos-nodes.js';
import { decodeSeqCursor, encodeSeqCursor } from '../read/cursor.js';
import type { NamedAddress } from '../read/followed-chain.js';
import type { AnswerSources } from '../read/read-answer.js';
import { type Holdings, shapeCosmosBalance } from '../shape/cosmos/shape-cosmos-balance.js';
import {
  shapeCosmosBlockTransaction,
  shapeCosmosHistoryTransaction,
  shapeCosmosTransaction,
} from '../shape/cosmos/shape-cosmos-transaction.js';
import { requireTip, type Tip } from '../shape/progress.js';
import { Rows } from '../shape/rows.js';
import { shownHash } from '../shape/texts.js';
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

/** Denominations of an address that are listed. */
const LISTED_TOKENS = 100;

export class CosmosFamily implements Family {
  readonly #sources: AnswerSources;
  readonly #place: CosmosChainNetwork;
  readonly #db: Reader;

  constructor(sources: AnswerSources, place: CosmosChainNetwork, db: Reader) {
    this.#sources = sources;
    this.#place = place;
    this.#db = db;
  }

  async readHistory(named: NamedAddress, request: HistoryRequest): Promise<FoundHistory> {
    const { chains } = this.#sources;
    const place = this.#place;
    const scope = cursorScope(place, named);
    const page = historyPage(place, request, (text) => decodeSeqCursor(scope, text));
    const found = chains.confirm(place, await readCosmosHistory(this.#db, place.chain.code, named.key, page));
    const { state, rows, next: position } = found;
    const extent = extentOf(page, found);
    const ownKey = named.key.toString('hex');
    return {
      ...{ state, ...extent },
      next: position && encodeSeqCursor(scope, cursorAfter(page, position), await this.#db.position()),
      transactions: (tip) =>
        Rows.of(rows, (row) => shapeCosmosHistoryTransaction(place, row, tip, ownKey, page.compact)),
    };
  }

  async readTransaction(txid: Buffer): Promise<FoundTransaction> {
    const { chains } = this.#sources;
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
    return shapedNews(page, (row, key) => shapeCosmosHistoryTransaction(place, row, tip, key, false));
  }

  async readBlock(name: BlockName, page: BlockPage): Promise<FoundBlockPage> {
    const { chains } = this.#sources;
    const found = chains.confirm(this.#place, await readCosmosBlock(this.#db, this.#place.chain.code, name, page));
    return {
      ...found,
      transactions: (tip) =>
        Rows.of(found.entries, ({ transaction }) => shapeCosmosBlockTransaction(this.#place, transaction, tip)),
    };
  }

  async readBalances(asked: readonly NamedAddress[], height: number | undefined): Promise<FoundBalances> {
    const place = this.#place;
    const keys = asked.map(({ key }) => key);
    const read = (await readCosmosBalances(this.#db, place.chain.code, keys, height ?? null, LISTED_TOKENS)) ?? [];
    const first = this.#sources.chains.confirm(place, read[0] ?? null);
    const { state } = first;
    const tip = requireTip(place, state);
    const at = blockAsked(first, height, tip) ?? tip;
    const parts = await Promise.all(
      asked.map(async (named, n) => {
        const found = read[n] ?? first;
        return { place, named, found, holdings: await this.#holdings(named, found, at.height), tip, at };
      }),
    );
    return { state, tip, balance: (n) => shapeCosmosBalance(parts[n]!) };
  }

  async #holdings({ address }: NamedAddress, found: CosmosBalance, height: number): Promise<Holdings> {
    const { isKnown, totals, tokens, hasMore } = found;
    const tokenCount = hasMore ? null : found.tokenCount;
    if (isKnown) return { balance: totals?.balance ?? '0', tokens, tokenCount };
    const reply = await this.#sources.cosmosNodes.balances(this.#place, address, height);
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

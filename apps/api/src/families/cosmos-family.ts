/**
 * What is answered of THORChain and MAYAChain: from the rows, and where those do not begin with balances, from the
 * node.
 */
import type { CosmosChainNetwork } from '@chaintrail/chains';
import {
  type CosmosBalance,
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
import { requireTip } from '../shape/progress.js';
import { Rows } from '../shape/rows.js';
import { shownHash } from '../shape/texts.js';
import { type Family, shapedNews } from './family.js';
import { cursorAfter, cursorScope, extentOf, historyPage } from './history-page.js';
import { blockAsked } from './requested-block.js';

/** Denominations of an address that are listed. */
const LISTED_TOKENS = 100;

export function cosmosFamily(
  { chains, cosmosNodes, mostWeight = null }: AnswerSources,
  place: CosmosChainNetwork,
  db: Reader,
): Family {
  const { code } = place.chain;

  async function holdingsOf({ address }: NamedAddress, found: CosmosBalance, height: number): Promise<Holdings> {
    const { isKnown, totals, tokens, hasMore } = found;
    const tokenCount = hasMore ? null : found.tokenCount;
    if (isKnown) return { balance: totals?.balance ?? '0', tokens, tokenCount };
    const reply = await cosmosNodes.balances(place, address, height);
    if (reply.outcome === 'answered' && reply.value) return saidHoldings(place, reply.value);
    return { balance: null, tokens, tokenCount };
  }

  return {
    async readHistory(named, request) {
      const scope = cursorScope(place, named);
      const page = historyPage(place, request, (text) => decodeSeqCursor(scope, text));
      const found = chains.confirm(place, await readCosmosHistory(db, code, named.key, { ...page, mostWeight }));
      const { state, rows, next: position } = found;
      const extent = extentOf(page, found);
      const ownKey = named.key.toString('hex');
      return {
        ...{ state, ...extent },
        next: position && encodeSeqCursor(scope, cursorAfter(page, position), await db.position()),
        transactions: (tip) =>
          Rows.of(rows, (row) => shapeCosmosHistoryTransaction(place, row, tip, ownKey, page.compact)),
      };
    },

    async readTransaction(txid, part) {
      const found = chains.confirm(place, await readCosmosTransaction(db, code, txid, { ...part, mostWeight }));
      const stored = found.transaction;
      return {
        state: found.state,
        transaction: stored && ((tip) => shapeCosmosTransaction(place, stored, tip, part, found.alsoIn)),
        answers: found.answers.map((txid) => shownHash(place, txid)),
      };
    },

    async readNews(query, tip) {
      const page = await readCosmosNews(db, code, query);
      return shapedNews(page, (row, key) => shapeCosmosHistoryTransaction(place, row, tip, key, false));
    },

    async readBlock(name, page) {
      const found = chains.confirm(place, await readCosmosBlock(db, code, name, { ...page, mostWeight }));
      return {
        ...found,
        transactions: (tip) =>
          Rows.of(found.entries, ({ transaction }) => shapeCosmosBlockTransaction(place, transaction, tip)),
      };
    },

    async readBalances(asked, height) {
      const keys = asked.map(({ key }) => key);
      const read = (await readCosmosBalances(db, code, keys, height ?? null, LISTED_TOKENS)) ?? [];
      const first = chains.confirm(place, read[0] ?? null);
      const { state } = first;
      const tip = requireTip(place, state);
      const at = blockAsked(first, height, tip) ?? tip;
      const parts = await Promise.all(
        asked.map(async (named, n) => {
          const found = read[n] ?? first;
          return { place, named, found, holdings: await holdingsOf(named, found, at.height), tip, at };
        }),
      );
      return { state, tip, balance: (n) => shapeCosmosBalance(parts[n]!) };
    },
  };
}

/** In the order of the node: by name. */
function saidHoldings({ chain }: CosmosChainNetwork, coins: Coins): Holdings {
  const native = coins.find(([denom]) => denom === chain.nativeDenom);
  const tokens = coins.flatMap(([denom, amount]) =>
    denom === chain.nativeDenom || amount === '0' ? [] : [{ asset: denom, balance: amount }],
  );
  return { balance: native?.[1] ?? '0', tokens: tokens.slice(0, LISTED_TOKENS), tokenCount: tokens.length };
}

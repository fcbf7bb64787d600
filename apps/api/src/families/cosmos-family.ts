/**
 * Answers about THORChain and MAYAChain: from the rows, and where those do not begin with balances, from the
 * node.
 */
import type { CosmosChainNetwork } from '@chaintrail/chains';
import {
  type CosmosBalance,
  type DenominationRequest,
  type NewsPage,
  type NewsQuery,
  type Reader,
  readCosmosBalances,
  readCosmosBlock,
  readCosmosHistory,
  readCosmosNews,
  readCosmosTransaction,
} from '@chaintrail/db';
import { type PartRequest, Rows } from '../http/rows.js';
import type { Coins, CosmosNodes } from '../node/cosmos-nodes.js';
import { decodeSeqCursor, encodeSeqCursor } from '../read/cursor.js';
import type { NamedAddress } from '../read/followed-chain.js';
import type { Tip } from '../read/progress.js';
import { type AnswerSources, atTip } from '../read/read-answer.js';
import { shownHash } from '../read/texts.js';
import { decodeTokenCursor, encodeTokenCursor } from '../read/token-cursor.js';
import type { HistoryTransaction } from '../schemas/transaction-schema.js';
import { type Holdings, shapeCosmosBalance } from '../shape/cosmos/shape-cosmos-balance.js';
import {
  shapeCosmosBlockTransaction,
  shapeCosmosHistoryTransaction,
  shapeCosmosTransaction,
} from '../shape/cosmos/shape-cosmos-transaction.js';
import { denominationsOf, requireTokens } from './asset-filter.js';
import {
  blockReader,
  type FoundBalances,
  type FoundHistory,
  type FoundTransaction,
  type HistoryRequest,
  shapedNews,
  TOKENS_WEIGHT,
  type TokenSelection,
} from './family.js';
import { cursorAfter, cursorScope, historyPage, pageAtTip } from './history-page.js';
import { blockAsked } from './requested-block.js';

/** Denominations of an address that are listed. */
const LISTED_TOKENS = 100;

export async function readHistory(
  sources: AnswerSources,
  followed: CosmosChainNetwork,
  db: Reader,
  named: NamedAddress,
  request: HistoryRequest,
): Promise<FoundHistory> {
  const scope = cursorScope(followed, named);
  const page = historyPage(followed, request, (text) => decodeSeqCursor(scope, text));
  const read = await readCosmosHistory(db, followed.chain.code, named.key, { ...page, mostWeight: sources.mostWeight });
  const { found, facts } = pageAtTip(followed, page, read);
  const { rows, next: position } = found;
  const { tip } = facts;
  const ownKey = named.key.toString('hex');
  return {
    ...facts,
    next: position && encodeSeqCursor(scope, cursorAfter(page, position), await db.position()),
    transactions: Rows.of(rows, (row) => shapeCosmosHistoryTransaction(followed, row, tip, ownKey, page.compact)),
  };
}

export async function readTransaction(
  sources: AnswerSources,
  followed: CosmosChainNetwork,
  db: Reader,
  txid: Buffer,
  part: PartRequest,
): Promise<FoundTransaction> {
  const read = await readCosmosTransaction(db, followed.chain.code, txid, { ...part, mostWeight: sources.mostWeight });
  const found = atTip(followed, read);
  const stored = found.transaction;
  const { state, tip } = found;
  return {
    ...{ state, tip },
    transaction: stored && shapeCosmosTransaction(followed, stored, tip, part, found.alsoIn),
    answers: found.answers.map((txid) => shownHash(followed, txid)),
  };
}

export async function readNews(
  followed: CosmosChainNetwork,
  db: Reader,
  query: NewsQuery,
  tip: Tip,
): Promise<NewsPage<HistoryTransaction> | null> {
  const page = await readCosmosNews(db, followed.chain.code, query);
  return shapedNews(page, (row, key) => shapeCosmosHistoryTransaction(followed, row, tip, key, false));
}

export const readBlock = blockReader(readCosmosBlock, shapeCosmosBlockTransaction);

export async function readBalances(
  sources: AnswerSources,
  followed: CosmosChainNetwork,
  db: Reader,
  asked: readonly NamedAddress[],
  height: number | undefined,
  wanted: TokenSelection,
): Promise<FoundBalances> {
  const request = requestOf(followed, asked, wanted);
  const keys = asked.map(({ key }) => key);
  const read = (await readCosmosBalances(db, followed.chain.code, keys, height ?? null, request)) ?? [];
  const first = atTip(followed, read[0] ?? null);
  const { state, tip } = first;
  const at = blockAsked(first, height, tip) ?? tip;
  const since = await db.position();
  const parts = await Promise.all(
    asked.map(async (named, n) => {
      const found = read[n] ?? first;
      const holdings = await holdingsOf(sources.cosmosNodes, followed, named, found, at.height, request);
      const nextTokens = holdings.next && encodeTokenCursor(cursorScope(followed, named), holdings.next, since);
      return { followed, named, found, holdings, nextTokens, tip, at };
    }),
  );
  return { state, tip, balances: Rows.of(parts, shapeCosmosBalance, TOKENS_WEIGHT) };
}

async function holdingsOf(
  cosmosNodes: CosmosNodes,
  followed: CosmosChainNetwork,
  { address }: NamedAddress,
  found: CosmosBalance,
  height: number,
  request: DenominationRequest,
): Promise<Holdings> {
  const { isKnown, totals, tokens, hasMore, nextTokens: next } = found;
  const tokenCount = hasMore ? null : found.tokenCount;
  if (isKnown) return { balance: totals?.balance ?? '0', tokens, tokenCount, next };
  const reply = await cosmosNodes.balances(followed, address, height);
  if (reply.outcome === 'answered' && reply.value) return saidHoldings(followed, reply.value, request);
  return { balance: null, tokens, tokenCount, next };
}

function requestOf(
  followed: CosmosChainNetwork,
  [first]: readonly NamedAddress[],
  wanted: TokenSelection,
): DenominationRequest {
  const { tokenCursor } = wanted;
  const assets = denominationsOf(followed, wanted);
  const isWalk = tokenCursor !== undefined && first !== undefined;
  const from = isWalk ? requireTokens(decodeTokenCursor(cursorScope(followed, first), tokenCursor)) : null;
  return { limit: LISTED_TOKENS, assets, from };
}

/** In the order of the node: by name. */
function saidHoldings({ chain }: CosmosChainNetwork, coins: Coins, { from, assets }: DenominationRequest): Holdings {
  const native = coins.find(([denom]) => denom === chain.nativeDenom);
  const tokens = coins.flatMap(([denom, amount]) =>
    denom === chain.nativeDenom || amount === '0' ? [] : [{ asset: denom, balance: amount }],
  );
  const balance = native?.[1] ?? '0';
  if (assets) {
    const held = new Map(coins);
    return {
      balance,
      tokens: assets.map((asset) => ({ asset, balance: held.get(asset) ?? '0' })),
      tokenCount: null,
      next: null,
    };
  }
  const following = tokens.filter(({ asset }) => asset > (from?.after?.asset ?? ''));
  const listed = following.slice(0, LISTED_TOKENS);
  const last = following.length > listed.length ? listed.at(-1) : undefined;
  const next = last ? { looked: null, after: { asset: last.asset, tokenId: null, rank: 0, since: 0 } } : null;
  return { balance, tokens: listed, tokenCount: tokens.length, next };
}

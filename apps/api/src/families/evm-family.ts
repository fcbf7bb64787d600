/** Answers about Ethereum and its layer 2s. */
import type { EvmChainNetwork } from '@chaintrail/chains';
import {
  type EvmHistory,
  type EvmHistoryPage,
  type NewsPage,
  type NewsQuery,
  originFrom,
  type Reader,
  readEvmBlock,
  readEvmHistory,
  readEvmNews,
  readEvmTransaction,
} from '@chaintrail/db';
import { type PartRequest, Rows } from '../http/rows.js';
import { decodeKeyCursor, encodeKeyCursor } from '../read/cursor.js';
import type { NamedAddress } from '../read/followed-chain.js';
import { requireTip, type Tip } from '../read/progress.js';
import type { AnswerSources } from '../read/read-answer.js';
import type { HistoryTransaction } from '../schemas/transaction-schema.js';
import {
  shapeEvmBlockTransaction,
  shapeEvmHistoryTransaction,
  shapeEvmTransaction,
} from '../shape/evm/shape-evm-transaction.js';
import { EvmBalances } from './evm-balance.js';
import {
  blockReader,
  type FoundBalances,
  type FoundHistory,
  type FoundTransaction,
  type HistoryRequest,
  shapedNews,
  type TokenSelection,
} from './family.js';
import { cursorAfter, cursorScope, extentOf, historyPage } from './history-page.js';

export async function readHistory(
  sources: AnswerSources,
  place: EvmChainNetwork,
  db: Reader,
  named: NamedAddress,
  request: HistoryRequest,
): Promise<FoundHistory> {
  const scope = cursorScope(place, named);
  const page = historyPage(place, request, (text) => decodeKeyCursor(scope, text));
  const found = await countedHistory(sources, place, db, named, page);
  const { state, rows, next: position } = found;
  const extent = extentOf(page, found);
  const tip = requireTip(place, state);
  const ownKey = named.key.toString('hex');
  for (const { transaction } of rows) {
    sources.lookedAt.tokens(place.chain.code, transaction.transfers);
    sources.lookedAt.losses(place.chain.code, transaction, ownKey);
  }
  return {
    ...{ state, tip, ...extent, incomplete: found.incomplete },
    next: position && encodeKeyCursor(scope, cursorAfter(page, position), await db.position()),
    transactions: Rows.of(rows, (row) => shapeEvmHistoryTransaction(place, row, tip, ownKey)),
  };
}

/** The node is asked once for an address that nothing is known of to count balances from, as after a first sync. */
async function countedHistory(
  { chains, nodes, mostWeight = null, chargeNode = async () => true }: AnswerSources,
  place: EvmChainNetwork,
  db: Reader,
  { key }: NamedAddress,
  page: EvmHistoryPage,
): Promise<EvmHistory> {
  const read = await readEvmHistory(db, place.chain.code, key, { ...page, mostWeight }, nodes.known(place, key));
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

export async function readTransaction(
  { chains, lookedAt, mostWeight = null }: AnswerSources,
  place: EvmChainNetwork,
  db: Reader,
  txid: Buffer,
  part: PartRequest,
): Promise<FoundTransaction> {
  const found = chains.confirm(place, await readEvmTransaction(db, place.chain.code, txid, { ...part, mostWeight }));
  const stored = found.transaction;
  lookedAt.tokens(place.chain.code, stored?.transfers ?? []);
  if (stored) lookedAt.losses(place.chain.code, stored);
  const { state } = found;
  const tip = requireTip(place, state);
  return { state, tip, transaction: stored && shapeEvmTransaction(place, found, stored, tip, part) };
}

export async function readNews(
  place: EvmChainNetwork,
  db: Reader,
  query: NewsQuery,
  tip: Tip,
): Promise<NewsPage<HistoryTransaction> | null> {
  const page = await readEvmNews(db, place.chain.code, query);
  return shapedNews(page, (row, key) => shapeEvmHistoryTransaction(place, row, tip, key));
}

export const readBlock = blockReader(readEvmBlock, shapeEvmBlockTransaction);

export async function readBalances(
  sources: AnswerSources,
  place: EvmChainNetwork,
  db: Reader,
  asked: readonly NamedAddress[],
  height: number | undefined,
  tokens: TokenSelection,
): Promise<FoundBalances> {
  return new EvmBalances(sources, place, db).read(asked, height, tokens);
}

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
  followed: EvmChainNetwork,
  db: Reader,
  named: NamedAddress,
  request: HistoryRequest,
): Promise<FoundHistory> {
  const scope = cursorScope(followed, named);
  const page = historyPage(followed, request, (text) => decodeKeyCursor(scope, text));
  const found = await countedHistory(sources, followed, db, named, page);
  const { state, rows, next: position } = found;
  const extent = extentOf(page, found);
  const tip = requireTip(followed, state);
  const ownKey = named.key.toString('hex');
  for (const { transaction } of rows) {
    sources.lookedAt.tokens(followed.chain.code, transaction.transfers);
    sources.lookedAt.losses(followed.chain.code, transaction, ownKey);
  }
  return {
    ...{ state, tip, ...extent, incomplete: found.incomplete },
    next: position && encodeKeyCursor(scope, cursorAfter(page, position), await db.position()),
    transactions: Rows.of(rows, (row) => shapeEvmHistoryTransaction(followed, row, tip, ownKey)),
  };
}

/** The node is asked once for an address that nothing is known of to count balances from, as after a first sync. */
async function countedHistory(
  { chains, nodes, mostWeight = null, chargeNode = async () => true }: AnswerSources,
  followed: EvmChainNetwork,
  db: Reader,
  { key }: NamedAddress,
  page: EvmHistoryPage,
): Promise<EvmHistory> {
  const read = await readEvmHistory(db, followed.chain.code, key, { ...page, mostWeight }, nodes.known(followed, key));
  const found = chains.confirm(followed, read);
  const { wanted, state } = found;
  if (!wanted || !nodes.isAnswering(followed) || !(await chargeNode())) return found;
  const block = { height: state.height ?? 0, hash: state.hash ?? '' };
  const said = await nodes.balanceFor(followed, key, block);
  if (said === null) return found;
  const origin = originFrom(wanted, said, block);
  nodes.learn(followed, key, origin);
  return found.countedFrom(origin);
}

export async function readTransaction(
  { chains, lookedAt, mostWeight = null }: AnswerSources,
  followed: EvmChainNetwork,
  db: Reader,
  txid: Buffer,
  part: PartRequest,
): Promise<FoundTransaction> {
  const found = chains.confirm(
    followed,
    await readEvmTransaction(db, followed.chain.code, txid, { ...part, mostWeight }),
  );
  const stored = found.transaction;
  lookedAt.tokens(followed.chain.code, stored?.transfers ?? []);
  if (stored) lookedAt.losses(followed.chain.code, stored);
  const { state } = found;
  const tip = requireTip(followed, state);
  return { state, tip, transaction: stored && shapeEvmTransaction(followed, found, stored, tip, part) };
}

export async function readNews(
  followed: EvmChainNetwork,
  db: Reader,
  query: NewsQuery,
  tip: Tip,
): Promise<NewsPage<HistoryTransaction> | null> {
  const page = await readEvmNews(db, followed.chain.code, query);
  return shapedNews(page, (row, key) => shapeEvmHistoryTransaction(followed, row, tip, key));
}

export const readBlock = blockReader(readEvmBlock, shapeEvmBlockTransaction);

export async function readBalances(
  sources: AnswerSources,
  followed: EvmChainNetwork,
  db: Reader,
  asked: readonly NamedAddress[],
  height: number | undefined,
  tokens: TokenSelection,
): Promise<FoundBalances> {
  return new EvmBalances(sources, followed, db).read(asked, height, tokens);
}

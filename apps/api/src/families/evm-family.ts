/** Answers about Ethereum and its layer 2s. */
import type { EvmChainNetwork } from '@chaintrail/chains';
import {
  type EvmHistory,
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
import type { Tip } from '../read/progress.js';
import { type AnswerSources, atTip } from '../read/read-answer.js';
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
import { cursorAfter, cursorScope, historyPage, pageAtTip } from './history-page.js';

export async function readHistory(
  sources: AnswerSources,
  followed: EvmChainNetwork,
  db: Reader,
  named: NamedAddress,
  request: HistoryRequest,
): Promise<FoundHistory> {
  const scope = cursorScope(followed, named);
  const page = historyPage(followed, request, (text) => decodeKeyCursor(scope, text));
  const { nodes, mostWeight } = sources;
  const { key } = named;
  const read = await readEvmHistory(db, followed.chain.code, key, { ...page, mostWeight }, nodes.known(followed, key));
  const { found, facts } = pageAtTip(followed, page, read);
  const { rows, incomplete, next: position } = await countedHistory(sources, followed, key, found);
  const { tip } = facts;
  const ownKey = key.toString('hex');
  for (const { transaction } of rows) {
    sources.lookedAt.tokens(followed.chain.code, transaction.transfers);
    sources.lookedAt.losses(followed.chain.code, transaction, ownKey);
  }
  return {
    ...{ ...facts, incomplete },
    next: position && encodeKeyCursor(scope, cursorAfter(page, position), await db.position()),
    transactions: Rows.of(rows, (row) => shapeEvmHistoryTransaction(followed, row, tip, ownKey)),
  };
}

/** The node is asked once for an address that nothing is known of to count balances from, as after a first sync. */
async function countedHistory(
  { nodes, chargeNode = async () => true }: AnswerSources,
  followed: EvmChainNetwork,
  key: Buffer,
  found: EvmHistory,
): Promise<EvmHistory> {
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
  sources: AnswerSources,
  followed: EvmChainNetwork,
  db: Reader,
  txid: Buffer,
  part: PartRequest,
): Promise<FoundTransaction> {
  const read = await readEvmTransaction(db, followed.chain.code, txid, { ...part, mostWeight: sources.mostWeight });
  const found = atTip(followed, read);
  const stored = found.transaction;
  sources.lookedAt.tokens(followed.chain.code, stored?.transfers ?? []);
  if (stored) sources.lookedAt.losses(followed.chain.code, stored);
  const { state, tip } = found;
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

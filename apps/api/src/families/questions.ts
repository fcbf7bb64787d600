/**
 * Questions of routes about a chain, answered by its family: the one place where they part. Each question throws
 * ProblemError for what is the client's to know.
 */
import type { BlockName, BlockPage, NewsPage, NewsQuery, Reader } from '@chaintrail/db';
import type { PartRequest } from '../http/rows.js';
import type { FollowedChain, ListedChain, NamedAddress } from '../read/followed-chain.js';
import type { Tip } from '../read/progress.js';
import { type AnswerSources, readAnswer } from '../read/read-answer.js';
import type { HistoryTransaction } from '../schemas/transaction-schema.js';
import * as cosmos from './cosmos-family.js';
import * as evm from './evm-family.js';
import type {
  FoundBalances,
  FoundBlockPage,
  FoundHistory,
  FoundTransaction,
  HistoryRequest,
  TokenSelection,
} from './family.js';
import * as utxo from './utxo-family.js';

export function readHistory(
  sources: AnswerSources,
  followed: FollowedChain,
  db: Reader,
  named: NamedAddress,
  request: HistoryRequest,
): Promise<FoundHistory> {
  switch (followed.family) {
    case 'utxo':
      return utxo.readHistory(sources, followed, db, named, request);
    case 'evm':
      return evm.readHistory(sources, followed, db, named, request);
    case 'cosmos':
      return cosmos.readHistory(sources, followed, db, named, request);
  }
}

/** @param txid as `readTxid` read it */
export function readTransaction(
  sources: AnswerSources,
  followed: FollowedChain,
  db: Reader,
  txid: Buffer,
  part: PartRequest,
): Promise<FoundTransaction> {
  switch (followed.family) {
    case 'utxo':
      return utxo.readTransaction(sources, followed, db, txid, part);
    case 'evm':
      return evm.readTransaction(sources, followed, db, txid, part);
    case 'cosmos':
      return cosmos.readTransaction(sources, followed, db, txid, part);
  }
}

export function readBlock(
  sources: AnswerSources,
  followed: FollowedChain,
  db: Reader,
  name: BlockName,
  page: BlockPage,
): Promise<FoundBlockPage> {
  switch (followed.family) {
    case 'utxo':
      return utxo.readBlock(sources, followed, db, name, page);
    case 'evm':
      return evm.readBlock(sources, followed, db, name, page);
    case 'cosmos':
      return cosmos.readBlock(sources, followed, db, name, page);
  }
}

/** The last block of a chain. */
export function readTip(sources: AnswerSources, followed: ListedChain): Promise<FoundBlockPage> {
  return readAnswer(sources, followed, (db) => readBlock(sources, followed, db, 'latest', { limit: 1, offset: 0 }));
}

/**
 * @param asked one or more. Of more than one, what only contracts of tokens could say is not asked for
 * @param height a past block, or undefined for the tip
 */
export function readBalances(
  sources: AnswerSources,
  followed: FollowedChain,
  db: Reader,
  asked: readonly NamedAddress[],
  height: number | undefined,
  tokens: TokenSelection = {},
): Promise<FoundBalances> {
  switch (followed.family) {
    case 'utxo':
      return utxo.readBalances(followed, db, asked, height, tokens);
    case 'evm':
      return evm.readBalances(sources, followed, db, asked, height, tokens);
    case 'cosmos':
      return cosmos.readBalances(sources, followed, db, asked, height, tokens);
  }
}

/** @returns null where the database has no such chain */
export function readNews(
  followed: FollowedChain,
  db: Reader,
  query: NewsQuery,
  tip: Tip,
): Promise<NewsPage<HistoryTransaction> | null> {
  switch (followed.family) {
    case 'utxo':
      return utxo.readNews(followed, db, query, tip);
    case 'evm':
      return evm.readNews(followed, db, query, tip);
    case 'cosmos':
      return cosmos.readNews(followed, db, query, tip);
  }
}

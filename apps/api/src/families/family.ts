/** Requests about a chain and their results, whichever family it is of. */
import type { ChainCode } from '@chaintrail/chains';
import type {
  BlockName,
  BlockPage,
  ChainState,
  Direction,
  FoundBlock,
  MempoolRelatives,
  Moment,
  NewsPage,
  Reader,
  StoredBlock,
  TraceGap,
} from '@chaintrail/db';
import { Rows, type WithRows } from '../http/rows.js';
import type { Order } from '../read/cursor.js';
import type { FollowedChain } from '../read/followed-chain.js';
import type { Tip } from '../read/progress.js';
import { type AnswerSources, atTip } from '../read/read-answer.js';
import type { Balance } from '../schemas/balance-schema.js';
import type { TotalReason } from '../schemas/history-schema.js';
import type { BlockTransaction, HistoryTransaction, Transaction } from '../schemas/transaction-schema.js';

/** Both ends are in; null: no end. */
export interface HistoryBounds {
  readonly since: Moment | null;
  readonly until: Moment | null;
}

/** A page of a history, as a client asks for it. */
export interface HistoryRequest extends Partial<HistoryBounds> {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string | undefined;
  readonly order?: Order | undefined;
  readonly direction?: Direction | undefined;
  /** Without mentions, where a chain has any. */
  readonly spam?: 'include' | 'exclude' | undefined;
  /** As the client wrote it. */
  readonly asset?: string | undefined;
  /** `compact`: without what is long and rarely wanted. */
  readonly fields?: 'full' | 'compact' | undefined;
}

export interface FoundHistory {
  readonly state: ChainState;
  readonly tip: Tip;
  readonly limit: number;
  /** Transactions before the page; null where they are not counted, as is {@link total}. */
  readonly offset: number | null;
  readonly total: number | null;
  /** Why there is no total. */
  readonly totalReason: TotalReason | null;
  /** Cursor of the next page. */
  readonly next: string | null;
  /** Blocks without traces that may hide something, where a chain has any. */
  readonly incomplete?: readonly TraceGap[];
  readonly transactions: Rows<HistoryTransaction>;
}

export interface FoundTransaction {
  readonly state: ChainState;
  readonly tip: Tip;
  /** Null when there is none. */
  readonly transaction: WithRows<Transaction> | null;
  /** Others beside which it waits, of a chain whose next blocks can be told; what it waits for is left to the caller. */
  readonly relatives?: MempoolRelatives | null;
  /** Where there is none: entries that answer it, since it is of another chain. */
  readonly answers?: readonly string[];
}

/** Which tokens a balance lists, as a client asks for them: those that matter most unless it says others. */
export interface TokenSelection {
  /** Cursor of an earlier answer about the same address. */
  readonly tokenCursor?: string | undefined;
  readonly asset?: readonly string[] | undefined;
}

/** All of one snapshot. */
export interface FoundBalances {
  readonly state: ChainState;
  readonly tip: Tip;
  /** In the order asked for. */
  readonly balances: Rows<Balance>;
}

/** Weight of a balance that may list a hundred tokens, in rows of a history. */
export const TOKENS_WEIGHT = 4;

export interface FoundBlockPage {
  readonly state: ChainState;
  readonly tip: Tip;
  /** Null when no indexed block of the active chain is the one. */
  readonly block: StoredBlock | null;
  readonly total: number;
  readonly transactions: Rows<BlockTransaction>;
}

/** The same page with each row as clients see it. */
export function shapedNews<Row>(
  page: NewsPage<Row> | null,
  shape: (row: Row, key: string) => HistoryTransaction,
): NewsPage<HistoryTransaction> | null {
  return page && { ...page, rows: page.rows.map((each) => ({ ...each, row: shape(each.row, each.key) })) };
}

/** Answers pages of blocks of a family. @param read from the rows @param shape each transaction */
export function blockReader<Followed extends FollowedChain, Stored>(
  read: (db: Reader, chain: ChainCode, name: BlockName, page: BlockPage) => Promise<FoundBlock<Stored> | null>,
  shape: (followed: Followed, transaction: Stored, tip: Tip) => BlockTransaction,
) {
  return async (
    sources: AnswerSources,
    followed: Followed,
    db: Reader,
    name: BlockName,
    page: BlockPage,
  ): Promise<FoundBlockPage> => {
    const found = atTip(
      followed,
      await read(db, followed.chain.code, name, { ...page, mostWeight: sources.mostWeight }),
    );
    const { tip } = found;
    return {
      ...found,
      transactions: Rows.of(found.entries, ({ transaction }) => shape(followed, transaction, tip)),
    };
  };
}

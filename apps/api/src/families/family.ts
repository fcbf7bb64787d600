/** What routes ask of a chain, whichever family it is of. */
import type { NewsPage, NewsQuery } from '@chaintrail/db';
import type { NamedAddress } from '../chain-directory.js';
import type { Order } from '../cursor.js';
import type { Balance } from '../schemas/balance.js';
import type { HistoryTransaction, Transaction } from '../schemas/transaction.js';
import type { Tip } from '../shape/progress.js';
import type { ChainState } from '../shape/reason.js';

/** A page of a history, as a client asks for it. */
export interface HistoryRequest {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string | undefined;
  readonly order?: Order | undefined;
}

export interface FoundHistory {
  readonly state: ChainState;
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
  /** Cursor of the next page. */
  readonly next: string | null;
  transactions(tip: Tip): HistoryTransaction[];
}

export interface FoundTransaction {
  readonly state: ChainState;
  /** Null when there is none. */
  readonly transaction: ((tip: Tip) => Transaction) | null;
  /** Where there is none: entries that answer it, since it is of another chain. */
  readonly answers?: readonly string[];
}

export interface FoundBalance {
  readonly state: ChainState;
  readonly tip: Tip;
  readonly balance: () => Balance;
}

/** A transaction of an address that somebody is told of. */
export interface FoundNews {
  /** Hash of its block, as it is stored; null while it is pending. */
  readonly block: string | null;
  readonly transaction: HistoryTransaction;
}

/** All of it throws ProblemError for what is the client's to know. */
export interface Family {
  readHistory(named: NamedAddress, request: HistoryRequest): Promise<FoundHistory>;
  /** @param txid as `readTxid` read it */
  readTransaction(txid: Buffer): Promise<FoundTransaction>;
  /** @param height a past block, or undefined for the tip */
  readBalance(named: NamedAddress, height: number | undefined): Promise<FoundBalance>;
  /** @returns null where the database has no such chain */
  readNews(query: NewsQuery, tip: Tip): Promise<NewsPage<FoundNews> | null>;
}

/** The same page with each row as clients see it. */
export function shapedNews<Row extends { readonly transaction: { readonly block: { readonly hash: string } | null } }>(
  page: NewsPage<Row> | null,
  shape: (row: Row, key: string) => HistoryTransaction,
): NewsPage<FoundNews> | null {
  return (
    page && {
      ...page,
      rows: page.rows.map(({ key, at, row }) => {
        return { key, at, row: { block: row.transaction.block?.hash ?? null, transaction: shape(row, key) } };
      }),
    }
  );
}

/** What routes ask of a chain, whichever family it is of. */
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

/** All of one snapshot. */
export interface FoundBalances {
  readonly state: ChainState;
  readonly tip: Tip;
  /** In the order asked for. */
  readonly balances: () => Balance[];
}

/** All of it throws ProblemError for what is the client's to know. */
export interface Family {
  readHistory(named: NamedAddress, request: HistoryRequest): Promise<FoundHistory>;
  /** @param txid as `readTxid` read it */
  readTransaction(txid: Buffer): Promise<FoundTransaction>;
  /**
   * @param asked one or more. Of more than one, what only contracts of tokens could say is not asked for
   * @param height a past block, or undefined for the tip
   */
  readBalances(asked: readonly NamedAddress[], height: number | undefined): Promise<FoundBalances>;
}

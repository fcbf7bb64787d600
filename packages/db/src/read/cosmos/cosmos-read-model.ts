/**
 * Model of what is read of Cosmos chains. Hashes and keys are hex without a prefix, amounts base units in decimal,
 * times unix seconds.
 */
import type { CosmosEntryKind, CosmosMessage, CosmosTransfer } from '@chaintrail/chains';
import type { ChainState } from '../chain-state.js';
import type { Extent, PageRequest } from '../history-part.js';
import type { TokenPosition } from '../token-position.js';

export interface StoredCosmosTransfer {
  readonly kind: CosmosTransfer['kind'];
  /** Null where it came into being. */
  readonly from: string | null;
  /** Null where it ceased to be. */
  readonly to: string | null;
  /** Denomination; null for the chain's own coin. */
  readonly asset: string | null;
  readonly amount: string;
}

export interface StoredPayout {
  /** The transaction that is answered. */
  readonly inTxid: string;
  /** Payer: a transaction of `chain`, or an entry of this one, by its hash or its text. */
  readonly txid: string;
  /** Chain that was paid on, as the protocol writes it. */
  readonly chain: string;
  readonly to: string;
  readonly asset: string;
  /** In 1e-8 of the asset. */
  readonly amount: string;
  readonly memo: string | null;
}

interface StoredOutcome {
  /** Whether it was paid for; else it was given back. */
  readonly paid: boolean;
  /** Id of the entry, or of the payout on another chain. */
  readonly txid: string;
  readonly reason: string | null;
}

/** An entry of a block: a transaction, or what the block itself moved. */
export interface StoredCosmosTransaction {
  readonly kind: CosmosEntryKind;
  /** Id; of entries of the block itself their text: `block:5:begin`. */
  readonly txid: string;
  readonly block: { readonly height: number; readonly hash: string; readonly time: number };
  /** Place among the block's transactions; null where it is none, as are the fields up to `fee`. */
  readonly index: number | null;
  readonly code: number | null;
  readonly gasWanted: number | null;
  readonly gasUsed: number | null;
  readonly fee: string | null;
  /** Key of the first signer. */
  readonly from: string | null;
  readonly memo: string | null;
  readonly failure: string | null;
  /** A part of them; the only one in each. In lists, where they are long, LISTED of them by their types alone. */
  readonly messages: readonly CosmosMessage[];
  /** For payments of EndBlock, the transaction that it answers. */
  readonly inTxid: string | null;
  readonly transferCount: number;
  /** A part, in order. In lists at most LISTED, those of the list's address first, as far as among the first 2,000. */
  readonly transfers: readonly StoredCosmosTransfer[];
  /** Payments for it, and those that it says were made for others; in chain order, the first 1,000, in lists LISTED. */
  readonly payouts: readonly StoredPayout[];
  /** Texts of the entries in which EndBlock answered it, as many. */
  readonly answers: readonly string[];
  /** Null in lists. */
  readonly messageCount: number | null;
  /** Outcome: what paid for it or gave it back, as far as blocks tell; null where none did yet, and where it failed. */
  readonly outcome: StoredOutcome | null;
}

/** Where a walk through a history goes on: at this rank, counted from 1, the oldest. */
export interface CosmosHistoryPosition {
  readonly seq: number;
}

export interface CosmosHistoryPage extends PageRequest {
  readonly from: CosmosHistoryPosition | null;
}

export interface CosmosHistoryRow {
  /** Net effect on the balance of the chain's own coin, fees included. */
  readonly delta: string;
  /** Balance after it; null where it is not known what was there before the first indexed block. */
  readonly balance: string | null;
  readonly transaction: StoredCosmosTransaction;
}

export interface CosmosHistory extends Extent {
  readonly state: ChainState;
  readonly rows: readonly CosmosHistoryRow[];
  /** Null when nothing follows. */
  readonly next: CosmosHistoryPosition | null;
}

export interface StoredDenomination {
  /** As the bank module writes it. */
  readonly asset: string;
  /** Null where it is not known what was there before the first indexed block. */
  readonly balance: string | null;
}

export interface CosmosBalance {
  readonly state: ChainState;
  /** Whether it is known what was there before the first indexed block: without that, sums are no balances. */
  readonly isKnown: boolean;
  /** Null when the address had no transaction until the height. */
  readonly totals: {
    /** Null where {@link isKnown} is false. */
    readonly balance: string | null;
    /** Gross of all it was paid; null where it may have had something before the first indexed block. */
    readonly received: string | null;
    readonly transactionCount: number;
    readonly firstSeen: number;
    readonly lastSeen: number;
  } | null;
  /** The block that was asked for, null when it is not indexed or none was. */
  readonly block: { readonly height: number; readonly hash: string; readonly time: number } | null;
  /**
   * Other denominations that are not known to be 0, a page of them: those first that the address has had longest, so
   * that what is sent to anybody hides nothing. Where some are named, those, 0 included.
   */
  readonly tokens: readonly StoredDenomination[];
  /**
   * How many there are in all, of those that were looked at. These are the first 10,000 that it ever had, by name, or
   * its share of them.
   */
  readonly tokenCount: number;
  /** Whether these are not all: it had more than were looked at, or others are named. */
  readonly hasMore: boolean;
  /** Null when nothing follows. */
  readonly nextTokens: TokenPosition | null;
}

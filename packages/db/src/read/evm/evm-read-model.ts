/**
 * Model of what is read of EVM chains. Hashes and keys are hex without a prefix, amounts base units in decimal,
 * times unix seconds.
 */
import type { TokenStandard, TransferKind } from '@chaintrail/chains';
import type { GapReason } from '../../tables/sync-tables.js';
import type { ChainState } from '../chain-state.js';
import type { Extent, PageRequest } from '../history-part.js';
import type { TokenPosition } from '../token-position.js';
import type { TransactionBlock } from '../transaction-lists.js';
import type { Counting, KnownOrigin, Stretch } from './counting.js';

/** Whether internal transfers of a transaction are indexed, are tried again, or are not. */
export type InternalTransfers = 'complete' | 'pending' | 'off';

export interface StoredTransfer {
  readonly kind: TransferKind;
  readonly from: string | null;
  readonly to: string | null;
  /** The token's contract; null for the chain's own coin. */
  readonly asset: string | null;
  readonly standard: TokenStandard | null;
  readonly amount: string;
  readonly tokenId: string | null;
  /** The token's own symbol; null where it is not known, and for the chain's own coin. */
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number | null;
  /** Whether its sender did not sign the transaction and lost nothing, by its amount or as the contract says. */
  readonly spoofed: boolean;
}

/** Effects of a transaction on the address whose list it is in, by its transfers. */
export interface Sides {
  readonly gives: boolean;
  readonly gets: boolean;
  /** Whether these are all its transfers. */
  readonly isSeen: boolean;
}

export interface StoredEvmTransaction {
  /** Null while it is unconfirmed. */
  readonly block: TransactionBlock | null;
  /** When the indexer first saw it; null once it is confirmed. */
  readonly firstSeen: number | null;
  readonly txid: string;
  /** EIP-2718 type; null for what the block itself moved. */
  readonly type: number | null;
  /** Null where it is not known, and while it is unconfirmed. */
  readonly succeeded: boolean | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly createdContract: string | null;
  readonly value: string | null;
  readonly nonce: number | null;
  readonly gasLimit: number | null;
  readonly gasUsed: number | null;
  readonly gasPrice: string | null;
  readonly fee: string | null;
  readonly blobFee: string | null;
  readonly l1Fee: string | null;
  readonly operatorFee: string | null;
  /** Hex, four bytes. */
  readonly method: string | null;
  readonly transferCount: number;
  /**
   * A part of them, in order, internal ones last and only where they are complete. In lists at most LISTED, those of
   * the address whose list it is first, as far as they are among the first some thousand.
   */
  readonly transfers: readonly StoredTransfer[];
  /** In the list of an address, where `transfers` may lack some; else null, and they say it themselves. */
  readonly sides: Sides | null;
  readonly internalTransfers: InternalTransfers;
}

/**
 * Where a walk by key goes on, through a history of an EVM chain or of an account: after the confirmed transaction with
 * this key, and after this unconfirmed one, as in WalkPosition. A key of null is before the first one.
 */
export interface KeyPosition {
  readonly txKey: number | null;
  readonly pendingId: number | null;
}

export interface EvmHistoryPage extends PageRequest {
  readonly from: KeyPosition | null;
}

export interface EvmHistoryRow {
  /** Net effect on the balance, fees and internal transfers included. */
  readonly delta: string;
  /** Balance after it; null where what is stored does not tell it exactly. */
  readonly balance: string | null;
  readonly transaction: StoredEvmTransaction;
}

/** Blocks without traces, or such that contradict an address's balances; both ends are among them. */
export interface TraceGap {
  readonly from: number;
  readonly to: number;
  readonly reason: GapReason;
}

export interface EvmHistory extends Extent {
  readonly state: ChainState;
  readonly rows: readonly EvmHistoryRow[];
  readonly next: KeyPosition | null;
  /** Gaps among the blocks that are asked for, the newest first, a bounded number. */
  readonly incomplete: readonly TraceGap[];
  /** Where the balance at the tip would tell balances after transactions of the page that are not known; else null. */
  readonly wanted: Counting | null;
  /** The same page with what that tells. */
  readonly countedFrom: (origin: KnownOrigin) => EvmHistory;
}

export interface StoredTokenBalance {
  readonly asset: string;
  /** Null of a contract that logged no transfer, which only who asks for it is told of. */
  readonly standard: TokenStandard | null;
  readonly tokenId: string | null;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
  /** Null where the contract has to be asked (again). */
  readonly balance: string | null;
  /** The block it was asked for. */
  readonly height: number | null;
  /** Whether balances of the contract were seen to differ from its transfers. */
  readonly drifts: boolean;
  /** Whether the contract gave an answer when it was asked last; null where it was not asked. */
  readonly answered: boolean | null;
}

export interface EvmBalance {
  readonly state: ChainState;
  /** Last answer of the node; null where nothing is stored. Never with a past height. */
  readonly stored: {
    readonly balance: string;
    readonly height: number;
    /** Header time of that block, unix seconds; null where it is not indexed (any more). */
    readonly time: number | null;
  } | null;
  readonly counting: Counting;
  /** Sum of all deltas up to the block that was asked for. */
  readonly running: string;
  /** Payments to it in the traced stretch up to the block that was asked for. Null where that block is not traced. */
  readonly flows: {
    readonly received: string;
    readonly sent: string;
    readonly stretch: Stretch;
  } | null;
  /** Gaps up to the block that was asked for, the newest first, a bounded number. */
  readonly incomplete: readonly TraceGap[];
  /** Net effect of unconfirmed transactions without their fees; null while not followed, and at a past height. */
  readonly pending: { readonly delta: string; readonly transactionCount: number } | null;
  /** Confirmed transactions, up to the height that was asked for. */
  readonly transactionCount: number;
  readonly firstSeen: number | null;
  readonly lastSeen: number | null;
  /** The block that was asked for, null when it is not indexed or none was. */
  readonly block: { readonly height: number; readonly hash: string; readonly time: number } | null;
  /**
   * Tokens that are not known to be 0, a page of them: first those that the address itself sent, then those with a
   * balance. None with a past height. Where contracts are asked for, what is known of those, 0 included.
   */
  readonly tokens: readonly StoredTokenBalance[];
  /**
   * How many there are in all, of those that were looked at. These are the first 10,000 that it ever had, by key, or
   * its share of them.
   */
  readonly tokenCount: number;
  /** Whether these are not all: it had more than were looked at, or others are asked for. */
  readonly hasMore: boolean;
  /** Null when nothing follows. */
  readonly nextTokens: TokenPosition | null;
}

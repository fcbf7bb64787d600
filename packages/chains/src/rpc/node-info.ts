/** Reports of every family's client about its node. */
import type { BlockRef } from '../chain.js';

export interface NodeInfo {
  /** The node's own name: `/Satoshi:29.0.0/`, `Geth/v1.16.4-stable/linux-amd64/go1.25`. */
  readonly subversion: string;
  /** The node's own name of its network (`main`, `test`, `regtest` …); on EVM chains the chain id, in decimal. */
  readonly chain: string;
  /** Height of the tip. */
  readonly blocks: number;
  /** Height of the best header; above `blocks` while the node catches up. */
  readonly headers: number;
  readonly bestHash: string;
  /**
   * The node is still downloading the chain (zebrad, which does not say: its tip is more than a day old). It can be
   * followed meanwhile; its tip is not the network's.
   */
  readonly initialBlockDownload: boolean;
  /** Blocks below some height are gone. */
  readonly pruned: boolean;
  /** Lowest height whose block is kept, on a pruned node that says so. */
  readonly pruneHeight: number | null;
  /** Warnings for the operator although the node can be followed: sentences with their remedy. */
  readonly warnings: readonly string[];
}

/** The tip of a node's active chain, and whether that is the network's. */
export interface NodeTip extends BlockRef {
  /** Height of the best chain that the node knows headers of. */
  readonly networkHeight: number;
  /** The node is still downloading the chain: its tip is old, and answers made from it would be, too. */
  readonly catchingUp: boolean;
  /** Highest final block; null where the node does not say, absent where there is no such thing. */
  readonly finalized?: BlockRef | null;
}

/** Subject of a notification. */
export type Wake = 'block' | 'transaction';

/** One transaction of the mempool in a notification. */
export type MempoolNews =
  /** It is in the mempool, or in a block that was just connected. */
  | { readonly kind: 'seen'; readonly txid: string }
  | {
      /** It left without a block where it was removed. */
      readonly kind: 'added' | 'removed';
      /** Display form. */
      readonly txid: string;
      /** As `mempool_sequence` of getrawmempool counts. */
      readonly sequence: number;
      /** Whether it is the next one behind that before: no message was lost between the two. */
      readonly isNext: boolean;
    };

/** The state of notifications, reported when it changes, for the log. */
export type NotificationStatus =
  /** Subscribed here, whether or not a node publishes there. Empty: the node publishes nothing. */
  | { readonly endpoints: readonly string[] }
  /** There are none for now, or never: a sentence with the reason. The node is polled instead. */
  | { readonly problem: string };

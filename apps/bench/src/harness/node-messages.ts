/** What a benchmark and the process of its generated node say to each other. */
import type { BlockRef, ChainCode } from '@chaintrail/chains';

export interface NodeStart {
  readonly kind: 'start';
  /** Currency code. */
  readonly chain: ChainCode;
  readonly transactions: number;
  readonly perBlock: number;
  readonly maxWeight: number | null;
  readonly spentTxOuts: boolean;
  /** Folder for the blocks. */
  readonly directory: string;
  /** So many blocks at the end are kept back. */
  readonly hidden: number;
}

export interface NodeReady {
  /** With credentials. */
  readonly url: string;
  readonly tip: BlockRef;
  readonly bytes: number;
}

/** The block that the next reveal appends. */
export interface UpcomingBlock {
  readonly height: number;
  /** Coinbase included. */
  readonly transactions: number;
  readonly lastTxid: string;
}

/** Request and answer by kind. */
export interface NodeCalls {
  readonly start: { readonly request: NodeStart; readonly answer: NodeReady };
  readonly upcoming: { readonly request: { readonly kind: 'upcoming' }; readonly answer: UpcomingBlock };
  readonly reveal: { readonly request: { readonly kind: 'reveal' }; readonly answer: BlockRef };
  readonly longPoll: {
    readonly request: { readonly kind: 'longPoll'; readonly offered: boolean };
    readonly answer: null;
  };
}

export type NodeRequest = NodeCalls[keyof NodeCalls]['request'];
export type NodeMessage =
  | { readonly kind: 'progress'; readonly transactions: number }
  | { readonly kind: 'answer'; readonly value: NodeCalls[keyof NodeCalls]['answer'] }
  | { readonly kind: 'failed'; readonly reason: string };

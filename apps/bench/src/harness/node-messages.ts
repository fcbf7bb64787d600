/** Messages between a benchmark and the process of its generated node. */
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
  /** Blocks at the end that are not served at first. */
  readonly hidden: number;
}

/** Of an account chain. */
export interface AccountNodeStart {
  readonly kind: 'startAccount';
  readonly chain: ChainCode;
  /** Of the EVM family: above an empty genesis block. */
  readonly blocks: number;
}

export interface AccountNodeReady {
  readonly url: string;
  readonly tip: BlockRef;
  readonly transactions: number;
  /** Logs of the EVM, events of Cosmos chains. */
  readonly events: number;
}

/** The cost of only reading the answers about every block. */
export interface ReadAlone {
  /** Size of the answers: blocks, and receipts or results. */
  readonly bytes: number;
  /** Processor time of `JSON.parse` over the text of these bytes, seconds. */
  readonly jsonParseSeconds: number;
  /** Of the decoder over some of the blocks, extrapolated to all of them. */
  readonly decodeSeconds: number;
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
  readonly startAccount: { readonly request: AccountNodeStart; readonly answer: AccountNodeReady };
  readonly readAlone: { readonly request: { readonly kind: 'readAlone' }; readonly answer: ReadAlone };
  readonly upcoming: { readonly request: { readonly kind: 'upcoming' }; readonly answer: UpcomingBlock };
  readonly reveal: { readonly request: { readonly kind: 'reveal' }; readonly answer: BlockRef };
  readonly longPoll: {
    readonly request: { readonly kind: 'longPoll'; readonly offered: boolean };
    readonly answer: null;
  };
}

export type NodeRequest = NodeCalls[keyof NodeCalls]['request'];
export type NodeMessage =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'answer'; readonly value: NodeCalls[keyof NodeCalls]['answer'] }
  | { readonly kind: 'failed'; readonly reason: string };

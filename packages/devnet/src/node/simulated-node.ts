import type { BlockRef, UtxoChain } from '@chaintrail/chains';
import type { LedgerModel } from '../utxo/ledger.js';
import type { FaultKind, Faults } from './faults.js';

export interface SimulatedNodeOptions {
  readonly chain: UtxoChain;
  /** 1 by default. */
  readonly seed?: number;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** True by default. */
  readonly rest?: boolean;
  /** Serves /rest/spenttxouts and reports Core 30. False by default. */
  readonly spentTxOuts?: boolean;
  /** Height that the chain has at least when the node is ready; 0 by default. */
  readonly blocks?: number;
  /** Average number of payments a block; 20 by default. */
  readonly txPerBlock?: number;
  /** Confirmations before a coinbase may be spent; by default as on the chain's regtest. */
  readonly coinbaseMaturity?: number;
  /** Publishes new blocks and transactions by ZMQ, on chains whose nodes say where. False by default. */
  readonly zmq?: boolean;
  /** Mines a block this often; null, the default, only when told. */
  readonly mineEveryMs?: number | null;
  /**
   * While mining by the clock: after every so many blocks the pace halves. Never by default. A chain lives in memory and is
   * replayed at every start, so one that is left running for weeks must not grow as fast as in its first hour.
   */
  readonly halvePaceEveryBlocks?: number | null;
  /** While mining by the clock: a reorganization of one or two blocks this often. Never by default. */
  readonly reorgEveryBlocks?: number | null;
  /** Unix seconds of the first block; blocks follow in the chain's own rhythm. While mining by the clock, it decides. */
  readonly startTime?: number;
  /** Unix seconds that no block is later than of those that are there at the start: the rhythm of the missing ones is fitted in. */
  readonly historyEnds?: number;
  /** First height with a HogEx, on chains with MWEB; 120 by default, null for never. */
  readonly mwebFromHeight?: number | null;
  /** Journal that lets a later start continue the same chain; see `Journal`. */
  readonly stateFile?: string;
}

export interface RestartOptions {
  /** How long connections are refused; 200 by default. */
  readonly downMs?: number;
  /** How long calls are answered with -28 afterwards; 300 by default. */
  readonly warmUpMs?: number;
  /** Keeps the waiting transactions, as nodes with -persistmempool do. True by default. */
  readonly keepMempool?: boolean;
}

export interface ExampleAddresses {
  /** Takes part in every fourth transaction or so. */
  readonly hot: string;
  /** One or more of every kind in use. */
  readonly typical: readonly string[];
}

/** Controls of a simulated node of any family. Hashes and txids are without `0x`. */
export interface NodeControls {
  /** With credentials, where there are some: for `<CODE>_RPC_URL`. */
  readonly url: string;
  tip(): BlockRef;
  /** Mines `blocks` (1) more. @returns the new tip */
  mine(blocks?: number): BlockRef;
  /** Replaces the last `depth` blocks by `newBlocks` (depth + 1) other ones. Some transactions return, some vanish. */
  reorg(depth: number, newBlocks?: number): BlockRef;
  /** Makes the active chain `depth` blocks shorter. */
  invalidate(depth: number): BlockRef;
  setFaults(faults: Faults): void;
  /** How often each kind of fault has struck. */
  faultCounts(): Partial<Record<FaultKind, number>>;
  /** Calls so far, by RPC method ("getblock") and REST resource ("rest/block"). */
  requestCounts(): Readonly<Record<string, number>>;
  /** Drops connections, refuses new ones for a moment, then warms up. */
  restart(options?: RestartOptions): Promise<void>;
  /** Ids of the waiting transactions, parents first. */
  mempool(): string[];
  /** Lets `count` more payments reach the mempool at once, some of them spending others that wait. @returns their ids */
  addTransactions(count: number): string[];
  /**
   * Replaces a waiting payment, by default the first that can be, by one that pays more; what spends from it goes too.
   * Where nodes keep what they saw first, it stands for a node that saw the other one first.
   * @returns the id of the new one
   * @throws RangeError when it does not wait, or cannot pay more
   */
  replaceTransaction(txid?: string): string;
  /** Lets the oldest `count` payments expire, with what spends from them. @returns the ids of all that went */
  evict(count: number): string[];
  exampleAddresses(): ExampleAddresses;
  /** Confirmed ones that differ from each other, where the newest blocks have them. */
  exampleTxids(): string[];
  close(): Promise<void>;
}

type Operation = 'mine' | 'reorg' | 'invalidate' | 'addTransactions' | 'replaceTransaction' | 'evict';

/** Where operations take a while: each waits for the one before. */
export type QueuedNodeControls = Omit<NodeControls, Operation> & {
  [Name in Operation]: (...parameters: Parameters<NodeControls[Name]>) => Promise<ReturnType<NodeControls[Name]>>;
};

export interface SimulatedNode extends NodeControls {
  readonly endpoint: { readonly url: string; readonly user: string; readonly password: string };
  /** Rows of a correct index of the active chain, and additions of the mempool. */
  model(): LedgerModel;
  /** A payment, a payout to many, a consolidation, a wholly shielded one, a coinbase. */
  exampleTxids(): string[];
}

import type { BlockRef, UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import type { SerialVersion } from '../utxo/block.js';
import type { LedgerModel } from '../utxo/ledger.js';
import type { FaultKind, Faults } from './faults.js';

export interface SimulatedNodeOptions {
  readonly chain: UtxoChain;
  /** Regtest by default. */
  readonly network?: UtxoNetwork;
  /** 1 by default. */
  readonly seed?: number;
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly host?: '127.0.0.1';
  readonly user?: string;
  readonly password?: string;
  /** Cookie authentication instead of user and password: the file is written anew on every start. */
  readonly cookieFile?: string;
  /** True by default. */
  readonly rest?: boolean;
  /** Serves /rest/spenttxouts and reports Core 30. False by default. */
  readonly spentTxOuts?: boolean;
  /** `getnetworkinfo.version` instead of the usual one; decides the dialect. */
  readonly version?: number;
  /** Height that the chain has at least when the node is ready; 0 by default. */
  readonly blocks?: number;
  /** Average number of payments a block; 20 by default. */
  readonly txPerBlock?: number;
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
  /** First height with a HogEx, on chains with MWEB; 120 by default, null for never. */
  readonly mwebFromHeight?: number | null;
  /** 1: binary answers without MWEB bytes; 2, the default: with them. */
  readonly serialVersion?: SerialVersion;
  /** False leaves the nonce search out. True by default. */
  readonly proofOfWork?: boolean;
  /** Journal that lets a later start continue the same chain; see `Journal`. */
  readonly stateFile?: string;
}

export interface RestartOptions {
  /** How long connections are refused; 200 by default. */
  readonly downMs?: number;
  /** How long calls are answered with -28 afterwards; 300 by default. */
  readonly warmUpMs?: number;
}

export interface SimulatedNode {
  /** With credentials, for `<CODE>_RPC_URL`. */
  readonly url: string;
  readonly endpoint: { readonly url: string; readonly user: string; readonly password: string };
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
  /** Drops connections, refuses new ones for a moment, then warms up; a new cookie where cookies are used. */
  restart(options?: RestartOptions): Promise<void>;
  /** Ids of the waiting transactions, parents first. */
  mempool(): string[];
  /** What a correct index of the active chain holds. */
  model(): LedgerModel;
  /** `hot`: takes part in every fourth transaction or so. `typical`: one or more of every kind in use. */
  exampleAddresses(): { readonly hot: string; readonly typical: readonly string[] };
  /** Confirmed ones: a payment, a payout to many, a consolidation, a coinbase, where the newest blocks have them. */
  exampleTxids(): string[];
  close(): Promise<void>;
}

/** What a node says about itself. Plain reads over RPC, checked; nothing is decided here. */
import type { BlockRef, ChainCode } from '../../chain.js';
import {
  blockRefAnswer,
  chainInfoAnswer,
  chainStatesAnswer,
  chainTxStatsAnswer,
  checked,
  networkInfoAnswer,
} from './answers.js';
import { hasCode, RPC_METHOD_NOT_FOUND } from './failures.js';
import type { JsonRpc } from './json-rpc.js';

export interface NodeInfo {
  /** Of getnetworkinfo, such as 290000. */
  readonly version: number;
  /** Of getnetworkinfo, such as `/Satoshi:29.0.0/`. */
  readonly subversion: string;
  /** The node's own name of its network: `main`, `test`, `regtest` … */
  readonly chain: string;
  /** Height of the tip. */
  readonly blocks: number;
  /** Height of the best header; above `blocks` while the node catches up. */
  readonly headers: number;
  readonly bestHash: string;
  /** The node is still downloading the chain. It can be followed meanwhile; its tip is not the network's. */
  readonly initialBlockDownload: boolean;
  readonly pruned: boolean;
  /** Lowest height whose block is kept, on a pruned node. */
  readonly pruneHeight: number | null;
  /** The node's estimate, 0 … 1. */
  readonly verificationProgress: number;
}

/** The tip of a node's active chain, and whether that is the network's. */
export interface NodeTip extends BlockRef {
  /** Height of the best chain that the node knows headers of. */
  readonly networkHeight: number;
  /** The node is still downloading the chain: its tip is old, and answers made from it would be, too. */
  readonly catchingUp: boolean;
}

/** Blocks between these heights are missing until a node that started from a UTXO snapshot has validated its past. */
export interface SnapshotGap {
  /** Highest block that background validation has reached. */
  readonly validatedTo: number;
  readonly snapshotHeight: number;
}

/** `chain` and the tip, which the node reads under one lock: height and hash belong together. */
export async function readChain(chain: ChainCode, rpc: JsonRpc): Promise<{ chain: string; tip: NodeTip }> {
  const method = 'getblockchaininfo';
  const answer = await rpc.call(method, []);
  const info = checked({ chain, method }, answer, (value) => chainInfoAnswer.parse(value));
  // litecoind may report fewer headers than blocks after an invalidated block was reconsidered.
  const networkHeight = Math.max(info.blocks, info.headers);
  // A regtest node calls itself syncing whenever its last block is a day old; there, only missing blocks count.
  const catchingUp = info.initialblockdownload && (info.chain !== 'regtest' || networkHeight > info.blocks);
  return { chain: info.chain, tip: { height: info.blocks, hash: info.bestblockhash, networkHeight, catchingUp } };
}

/** @throws NodeError or NodeLieError as {@link JsonRpc.call}, here and below. */
export async function readNodeInfo(chain: ChainCode, rpc: JsonRpc): Promise<NodeInfo> {
  const ask = async <T>(method: string, check: (value: unknown) => T): Promise<T> =>
    checked({ chain, method }, await rpc.call(method, []), check);
  const { version, subversion } = await ask('getnetworkinfo', (value) => networkInfoAnswer.parse(value));
  const info = await ask('getblockchaininfo', (value) => chainInfoAnswer.parse(value));
  return {
    version,
    subversion,
    chain: info.chain,
    blocks: info.blocks,
    headers: info.headers,
    bestHash: info.bestblockhash,
    initialBlockDownload: info.initialblockdownload,
    pruned: info.pruned,
    pruneHeight: info.pruneheight ?? null,
    verificationProgress: info.verificationprogress,
  };
}

/** @returns null for a node that has all blocks, or is too old to start from a snapshot (Bitcoin Core before 26). */
export async function readSnapshotGap(chain: ChainCode, rpc: JsonRpc): Promise<SnapshotGap | null> {
  const method = 'getchainstates';
  // Where it is not offered, what is missing shows when the block is asked for.
  const answer = await callIfOffered(rpc, method, []);
  if (answer === NOT_OFFERED) return null;
  const { chainstates } = checked({ chain, method }, answer, (value) => chainStatesAnswer.parse(value));
  const snapshotHash = chainstates.find((state) => state.snapshot_blockhash !== undefined)?.snapshot_blockhash;
  const background = chainstates.find((state) => state.snapshot_blockhash === undefined);
  if (snapshotHash === undefined || background === undefined) return null;
  const header = await rpc.call('getblockheader', [snapshotHash]);
  const snapshot = checked({ chain, method: 'getblockheader' }, header, (value) => blockRefAnswer.parse(value));
  return { validatedTo: background.blocks, snapshotHeight: snapshot.height };
}

/** @returns transactions of the active chain up to its tip, as the node has counted them; null when it cannot say. */
export async function readTransactionCount(chain: ChainCode, rpc: JsonRpc): Promise<number | null> {
  const method = 'getchaintxstats';
  // A window of no blocks: the total alone, which the node keeps with every block.
  const answer = await callIfOffered(rpc, method, [0]);
  if (answer === NOT_OFFERED) return null;
  return checked({ chain, method }, answer, (value) => chainTxStatsAnswer.parse(value)).txcount ?? null;
}

const NOT_OFFERED = Symbol('not offered');

/** For methods that the node may be too old for, or that its `rpcwhitelist` may leave out (HTTP 403). */
async function callIfOffered(rpc: JsonRpc, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await rpc.call(method, params);
  } catch (error) {
    if (hasCode(error, RPC_METHOD_NOT_FOUND) || hasCode(error, 403)) return NOT_OFFERED;
    throw error;
  }
}

/** A node's words about itself: checked answers, without decisions. */
import type { z } from 'zod';
import type { NodeInfo, NodeTip } from '../../rpc/node-info.js';
import {
  blockRefAnswer,
  chainInfoAnswer,
  chainStatesAnswer,
  chainTxStatsAnswer,
  deprecationAnswer,
  headerTimeAnswer,
  networkInfoAnswer,
  upgradesAnswer,
} from './answer-schemas.js';
import { type EndOfSupport, nodeWarnings } from './node-warnings.js';
import type { UtxoConnection } from './utxo-connection.js';

export interface UtxoNodeInfo extends NodeInfo {
  /** Version of getnetworkinfo, such as 290000. */
  readonly version: number;
}

/** Blocks between these heights are missing until a node that started from a UTXO snapshot has validated its past. */
export interface SnapshotGap {
  /** Highest block that background validation has reached. */
  readonly validatedTo: number;
  readonly snapshotHeight: number;
}

type ChainInfo = z.infer<typeof chainInfoAnswer>;

/** Bitcoin Core calls itself syncing at its start while its tip is older (src/kernel/chainparams.h nMaxTipAge). */
const MAX_TIP_AGE_SECONDS = 86_400;

/** `chain` and the tip, which the node reads under one lock: height and hash belong together. */
export async function readChain(node: UtxoConnection): Promise<{ chain: string; tip: NodeTip }> {
  const info = await readChainInfo(node);
  // litecoind may report fewer headers than blocks after an invalidated block was reconsidered.
  const headers = Math.max(info.blocks, info.headers);
  const downloading = isDownloading(node, info);
  // A regtest node calls itself syncing whenever its last block is a day old; there, only missing blocks count.
  const catchingUp = downloading && (node.network.name !== 'regtest' || headers > info.blocks);
  // zebrad's estimate goes by the clock and is some blocks off at any time, so it counts only while it is far away.
  const networkHeight = catchingUp ? Math.max(headers, info.estimatedheight ?? 0) : headers;
  return { chain: info.chain, tip: { height: info.blocks, hash: info.bestblockhash, networkHeight, catchingUp } };
}

/** zebrad does not report it. It knows no headers ahead of its blocks, but estimates the network's tip by the clock. */
function isDownloading({ network, chainParams }: UtxoConnection, info: ChainInfo): boolean {
  if (info.initialblockdownload !== undefined) return info.initialblockdownload;
  const expected = Math.max(info.headers, network.name === 'regtest' ? 0 : (info.estimatedheight ?? 0));
  return (expected - info.blocks) * chainParams.blockSeconds > MAX_TIP_AGE_SECONDS;
}

function readChainInfo(node: UtxoConnection): Promise<ChainInfo> {
  return node.read('getblockchaininfo', [], chainInfoAnswer);
}

/** @throws NodeError or NodeLieError as {@link JsonRpc.call}, here and below. */
export async function readNodeInfo(node: UtxoConnection): Promise<UtxoNodeInfo> {
  const { version, subversion } = await node.read('getnetworkinfo', [], networkInfoAnswer);
  const info = await readChainInfo(node);
  const initialBlockDownload = isDownloading(node, info);
  const isMainnet = info.chain === 'main';
  const facts = {
    tipTime: isMainnet && !initialBlockDownload ? await readHeaderTime(node, info.bestblockhash) : null,
    tipHeight: info.blocks,
    endOfSupport: isMainnet && node.chainParams.shielded ? await readEndOfSupport(node) : null,
  };
  return {
    version,
    subversion,
    chain: info.chain,
    blocks: info.blocks,
    headers: info.headers,
    bestHash: info.bestblockhash,
    initialBlockDownload,
    pruned: info.pruned,
    pruneHeight: info.pruneheight ?? null,
    warnings: nodeWarnings(node.chainParams, facts, Date.now() / 1000),
  };
}

/** @returns Unix seconds; null where the node does not offer headers, or is wrong about this one: it is for a warning. */
async function readHeaderTime(node: UtxoConnection, hash: string): Promise<number | null> {
  return (await node.readIfTold('getblockheader', [hash], headerTimeAnswer))?.time ?? null;
}

/** @returns null where the release names no end. */
async function readEndOfSupport(node: UtxoConnection): Promise<EndOfSupport | null> {
  const end = (await node.readIfOffered('getdeprecationinfo', [], deprecationAnswer))?.end_of_service;
  return end ? { height: end.block_height, time: end.estimated_time } : null;
}

/** @returns the branch ids of the network upgrades that a Zcash node knows. */
export async function readUpgrades(node: UtxoConnection): Promise<string[]> {
  return Object.keys((await node.read('getblockchaininfo', [], upgradesAnswer)).upgrades);
}

/** @returns null for a node that has all blocks, or is too old to start from a snapshot (Bitcoin Core before 26). */
export async function readSnapshotGap(node: UtxoConnection): Promise<SnapshotGap | null> {
  // Where it is not offered, fetching the block shows what is missing.
  const { chainstates } = (await node.readIfOffered('getchainstates', [], chainStatesAnswer)) ?? { chainstates: [] };
  const snapshotHash = chainstates.find((state) => state.snapshot_blockhash !== undefined)?.snapshot_blockhash;
  const background = chainstates.find((state) => state.snapshot_blockhash === undefined);
  if (snapshotHash === undefined || background === undefined) return null;
  const snapshot = await node.read('getblockheader', [snapshotHash], blockRefAnswer);
  return { validatedTo: background.blocks, snapshotHeight: snapshot.height };
}

/** @returns transactions of the active chain up to its tip, as the node has counted them; null when it cannot say. */
export async function readTransactionCount(node: UtxoConnection): Promise<number | null> {
  // A window of no blocks: the total alone, which the node keeps with every block.
  return (await node.readIfOffered('getchaintxstats', [0], chainTxStatsAnswer))?.txcount ?? null;
}

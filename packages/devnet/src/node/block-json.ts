/** Block headers as getblockheader and getblock print them. */
import { displayHash } from '../utxo/hash.js';
import type { ChainSource, StoredBlock } from './chain-source.js';
import type { Json } from './decimal-json.js';
import type { RpcContext } from './rpc-context.js';

/** Difficulty of the compact target (bitcoin src/rpc/blockchain.cpp GetDifficulty). */
export function difficultyOf(bits: number): number {
  return (0xffff / (bits & 0xffffff)) * 256 ** (29 - (bits >>> 24));
}

/** Regtest's target is met by every second hash, so a block is worth two. */
export function chainWork(height: number): string {
  return (BigInt(height + 1) * 2n).toString(16).padStart(64, '0');
}

/** Median time of the block and its ten ancestors (BIP113). */
export function medianTime(source: ChainSource, block: StoredBlock, timeOffset: number): number {
  const times: number[] = [];
  for (let at: StoredBlock | undefined = block; at && times.length < 11; at = source.block(parentOf(at))) {
    times.push(at.header.readUInt32LE(timeOffset));
  }
  times.sort((a, b) => a - b);
  return times[times.length >> 1] as number;
}

function parentOf(block: StoredBlock): string {
  return displayHash(block.header.subarray(4, 36));
}

/** Confirmations are -1 for a block that is not on the active chain. */
export function confirmationsOf(source: ChainSource, block: StoredBlock): number {
  return source.hashAt(block.height) === block.hash ? source.tip().height - block.height + 1 : -1;
}

export function headerJson({ source, profile }: RpcContext, block: StoredBlock): { [name: string]: Json | undefined } {
  const { header, height } = block;
  const confirmations = confirmationsOf(source, block);
  const version = header.readInt32LE(0);
  return {
    hash: block.hash,
    confirmations,
    height,
    version,
    versionHex: (version >>> 0).toString(16).padStart(8, '0'),
    merkleroot: displayHash(header.subarray(36, 68)),
    time: header.readUInt32LE(68),
    mediantime: medianTime(source, block, profile.wire.timeOffset),
    nonce: header.readUInt32LE(76),
    bits: header.readUInt32LE(72).toString(16).padStart(8, '0'),
    difficulty: difficultyOf(header.readUInt32LE(72)),
    chainwork: chainWork(height),
    nTx: profile.style.transactionCounts ? block.transactionCount : undefined,
    previousblockhash: height > 0 ? parentOf(block) : undefined,
    nextblockhash: confirmations > 0 ? source.hashAt(height + 1) : undefined,
  };
}

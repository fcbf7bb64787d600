/** The unspent outputs of blocks, found the plain way. */
import {
  addressKeyOfScript,
  isUnspendable,
  type PlacedUtxoBlock,
  type UtxoChain,
  type UtxoNetwork,
} from '@chaintrail/chains';
import { txKey } from '../../src/tx-key.js';
import type { UnspentCache } from '../../src/write/utxo/unspent-cache.js';

export interface UnspentOutput {
  /** txid in display form and index. */
  readonly outpoint: string;
  readonly txKey: number;
  readonly value: bigint;
  /** In hex; empty where the script has no address. */
  readonly key: string;
}

/** Outputs that the blocks leave unspent, the oldest first. */
export function unspentOutputs(
  chain: UtxoChain,
  network: UtxoNetwork,
  blocks: readonly PlacedUtxoBlock[],
): UnspentOutput[] {
  const unspent = new Map<string, UnspentOutput>();
  for (const { block, height } of blocks) {
    for (let t = 0; t < block.txCount; t++) {
      if (t === 0 && network.unspendableCoinbases.includes(height)) continue;
      for (let o = block.outputStart[t]!; o < block.outputStart[t + 1]!; o++) {
        const [offset, length] = [block.outputScriptOffset[o]!, block.outputScriptLength[o]!];
        if (isUnspendable(block.bytes, offset, length)) continue;
        const outpoint = `${displayed(block.txids, 32 * t)}:${o - block.outputStart[t]!}`;
        const key = addressKeyOfScript(chain, block.bytes, offset, length)?.toString('hex') ?? '';
        unspent.set(outpoint, { outpoint, txKey: txKey(height, t), value: block.outputValue[o]!, key });
      }
    }
    // After all outputs of the block: Bitcoin Cash sorts by txid, so one may be spent before it is made.
    for (const [i, vout] of block.inputPrevVout.entries()) {
      unspent.delete(`${displayed(block.bytes, block.inputPrevTxidOffset[i]!)}:${vout}`);
    }
  }
  return [...unspent.values()];
}

/** Takes everything out of a cache, the oldest first. */
export function drain(cache: UnspentCache): UnspentOutput[] {
  return cache.takeOldest(Number.POSITIVE_INFINITY).map((record) => {
    const { bytes, at } = cache.bytesOf(record);
    const key = cache.keyOf(record);
    return {
      outpoint: `${displayed(bytes, at)}:${cache.voutOf(record)}`,
      txKey: cache.txKeyOf(record),
      value: (BigInt(cache.highOf(record)) << 32n) | BigInt(cache.lowOf(record)),
      key: key.bytes.subarray(key.at, key.at + key.length).toString('hex'),
    };
  });
}

function displayed(bytes: Uint8Array, at: number): string {
  return Buffer.from(bytes.subarray(at, at + 32))
    .reverse()
    .toString('hex');
}

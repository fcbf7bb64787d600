import type { BlockRef, UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import type { Block, SerialVersion } from '../utxo/block.js';
import type { Transaction } from '../utxo/transaction.js';

export interface StoredBlock {
  readonly height: number;
  /** Display form. */
  readonly hash: string;
  /** 80 bytes. */
  readonly header: Buffer;
  readonly transactionCount: number;
}

/** What the RPC and REST faces need of a chain, simulated or generated. */
export interface ChainSource {
  tip(): BlockRef;
  /** Hash on the active chain, display form. */
  hashAt(height: number): string | undefined;
  /** Any stored block, stale ones too. */
  block(hash: string): StoredBlock | undefined;
  /** @throws RangeError for a hash that {@link block} does not know */
  raw(hash: string): Buffer;
  /** @throws RangeError for a hash that {@link block} does not know */
  spentOutputs(hash: string): Buffer;
}

/** Decoded views, which only the simulator can give: a generated chain keeps bytes alone. */
export interface ChainDetails {
  decoded(hash: string): Block | undefined;
  transaction(id: string): Transaction | undefined;
  waiting(): { readonly ids: readonly string[]; readonly sequence: number; get(id: string): Transaction | undefined };
  readonly utxoSet: { readonly count: number; readonly total: bigint };
}

export interface NodeProfile {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  /** `getnetworkinfo.version`; decides the dialect: 210000 and below 280000 answer JSON-RPC the old way. */
  readonly version: number;
  readonly subversion: string;
  readonly rest: boolean;
  /** Whether binary answers carry MWEB bytes. */
  readonly serialVersion: SerialVersion;
  readonly spentTxOuts: boolean;
}

/** The version that a node of this chain has by default: Core 30 where spent outputs are served, else older ones. */
export function defaultVersion(chain: UtxoChain, spentTxOuts: boolean): number {
  if (chain.mweb) return 210_504;
  return spentTxOuts ? 300_000 : 250_000;
}

export function subversionOf(chain: UtxoChain, version: number): string {
  const [major, minor, patch] = [Math.floor(version / 10_000), Math.floor(version / 100) % 100, version % 100];
  return chain.mweb ? `/LitecoinCore:0.${major}.${minor}.${patch}/` : `/Satoshi:${major}.${minor}.${patch}/`;
}

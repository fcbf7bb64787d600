/** Differences between the nodes that play the scenario. */
import type { RealNode, RpcClient } from '@chaintrail/testkit';

export interface ScenarioChain {
  readonly code: 'btc' | 'ltc' | 'bch' | 'doge';
  /** Types of addresses that a wallet gives out and the index can look up. */
  readonly addressTypes: readonly string[];
  /** Made of descriptors or of keys, or the one that the node starts with: it gives out P2PKH, and P2SH of its keys. */
  readonly wallet: 'descriptors' | 'keys' | 'default';
  readonly segwit: boolean;
  /** Amounts are so many times those of Bitcoin: Dogecoin's fees and dust are higher. */
  readonly scale: bigint;
  /** Blocks of chosen transactions: by the node's `generateblock`, or put together here. */
  readonly chosenBlocks: 'generateblock' | 'assembled';
  /** Which payments may be replaced (BIP125). */
  readonly replaceable: 'those that say so' | 'none';
  /** The node finds an address's coins in its set of unspent outputs. */
  readonly scansUnspent: boolean;
  /** MWEB activates in the block at this height, or never. */
  readonly mwebActivation: number | null;
  readonly cashTokens: boolean;
  /** Blocks may be mined by work for another chain (AuxPoW). */
  readonly mergedMining: boolean;
}

/** Tools of mining and paying: it may happen before the product is started. */
export interface Mining {
  readonly node: RealNode;
  readonly wallet: RpcClient;
  readonly chain: ScenarioChain;
}

export const bitcoin: ScenarioChain = {
  code: 'btc',
  addressTypes: ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'],
  wallet: 'descriptors',
  segwit: true,
  scale: 1n,
  chosenBlocks: 'generateblock',
  replaceable: 'those that say so',
  scansUnspent: true,
  mwebActivation: null,
  cashTokens: false,
  mergedMining: false,
};

/** Its MWEB wallets are not made of descriptors. */
export const litecoin: ScenarioChain = {
  ...bitcoin,
  code: 'ltc',
  addressTypes: ['legacy', 'p2sh-segwit', 'bech32'],
  wallet: 'keys',
  mwebActivation: 432,
};

const withoutSegwit = {
  ...bitcoin,
  addressTypes: ['p2pkh', 'p2sh'],
  wallet: 'default',
  segwit: false,
  chosenBlocks: 'assembled',
  replaceable: 'none',
} as const;

export const bitcoinCash: ScenarioChain = { ...withoutSegwit, code: 'bch', cashTokens: true };

export const dogecoin: ScenarioChain = {
  ...withoutSegwit,
  code: 'doge',
  scale: 100n,
  scansUnspent: false,
  mergedMining: true,
};

import type { UtxoChain, UtxoNetwork } from '../chain.js';

/** Common part of most chains of the family: each says what it has beyond it. */
export const UTXO_CHAIN = {
  family: 'utxo',
  decimals: 8,
  coinbaseMaturity: 100,
  segwit: false,
  mweb: false,
  auxPow: false,
  cashTokens: false,
  shielded: false,
} as const satisfies Partial<UtxoChain>;

/** Common part of most networks: base58check addresses alone. */
export const UTXO_NETWORK = {
  family: 'utxo',
  hrp: null,
  mwebHrp: null,
  cashAddrPrefix: null,
  zcash: null,
  unspendableCoinbases: [0],
} as const satisfies Partial<UtxoNetwork>;

/**
 * Reorg limit of proof-of-work test networks. A block of difficulty 1 is allowed 20 minutes after the one before, and may
 * take the network to that difficulty: whole periods of 2,016 blocks then come within an hour, on several branches. Main
 * networks' limits count hours. Source: bitcoin src/pow.cpp GetNextWorkRequired, fPowAllowMinDifficultyBlocks; BIP 94
 */
export const STORMY_REORG_LIMIT = 10_000;

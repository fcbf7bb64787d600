import { dogecoinWire } from '../wire/dogecoin-wire.js';
import { bitcoinRules } from './bitcoin-rules.js';
import type { ChainRules } from './chain-rules.js';

const COIN = 100_000_000n;

/** Regtest (dogecoin src/chainparams.cpp CRegTestParams, src/dogecoin.cpp GetDogecoinBlockSubsidy). */
export const dogecoinRules: ChainRules = {
  ...bitcoinRules,
  wire: dogecoinWire,
  proofOfWork: 'scrypt',
  mint: { subsidy: 500_000n * COIN, halvingInterval: 150, tail: { halvings: 6, subsidy: 10_000n * COIN } },
  coinbaseMaturity: 60,
  walletTypes: {
    exchanges: ['pubkeyhash', 'multisig_in_scripthash'],
    miners: ['pubkeyhash', 'pubkey'],
    persons: [
      ['pubkeyhash', 0.9],
      ['multisig_in_scripthash', 0.1],
    ],
  },
  exoticTypes: ['pubkey', 'multisig', 'multisig_in_scripthash', 'pubkeyhash'],
  anchors: false,
  witnessCommitment: false,
  // policy/policy.h of 1.14.9: dust below 0.01 DOGE, 0.01 DOGE a kilobyte.
  dust: 1_000_000n,
  feeRate: 1_000n,
  maxMoney: 10_000_000_000n * COIN,
  // The chain id in the upper half, as every block since height 20 must have it.
  blockVersion: 0x00620004,
};

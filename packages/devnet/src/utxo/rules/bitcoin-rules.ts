import { bitcoinWire } from '../wire/bitcoin-wire.js';
import type { ChainRules } from './chain-rules.js';

/** Regtest (bitcoin src/kernel/chainparams.cpp CRegTestParams); types about as often as on mainnet. */
export const bitcoinRules: ChainRules = {
  wire: bitcoinWire,
  proofOfWork: 'sha256d',
  mint: { subsidy: 5_000_000_000n, halvingInterval: 150 },
  coinbaseMaturity: 100,
  walletTypes: {
    exchanges: ['witness_v0_keyhash', 'scripthash'],
    miners: ['pubkeyhash', 'pubkey', 'witness_v0_keyhash'],
    persons: [
      ['witness_v0_keyhash', 0.46],
      ['witness_v1_taproot', 0.2],
      ['pubkeyhash', 0.14],
      ['scripthash', 0.14],
      ['witness_v0_scripthash', 0.06],
    ],
  },
  exoticTypes: ['pubkey', 'multisig', 'witness_unknown', 'witness_v0_scripthash', 'pubkeyhash'],
  anchors: true,
  witnessCommitment: true,
  dust: 546n,
  feeRate: 1n,
  maxMoney: 2_100_000_000_000_000n,
  blockVersion: 0x20000000,
};

/** Litecoin's regtest: Bitcoin's, four times the money (litecoin src/amount.h), and no anchors. */
export const litecoinRules: ChainRules = {
  ...bitcoinRules,
  proofOfWork: 'scrypt',
  anchors: false,
  maxMoney: 8_400_000_000_000_000n,
};

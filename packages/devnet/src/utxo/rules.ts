/** The rules of each chain's regtest. */
import type { UtxoChain } from '@chaintrail/chains';
import { zcashRules } from '../zcash/zcash-rules.js';
import { finishWithTokens } from './bch/token-traffic.js';
import { bitcoinWire, dogecoinWire } from './bitcoin-format.js';
import type { ChainRules } from './chain-rules.js';

const COIN = 100_000_000n;

const halving = (subsidy: bigint) => (height: number) => subsidy >> BigInt(Math.floor(height / 150));

/** bitcoin src/kernel/chainparams.cpp CRegTestParams; types about as often as on mainnet. */
const btc: ChainRules = {
  wire: bitcoinWire,
  subsidy: halving(50n * COIN),
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
  maxMoney: 21_000_000n * COIN,
  blockVersion: 0x20000000,
};

/** Bitcoin's, four times the money (litecoin src/amount.h), and no anchors. */
const ltc: ChainRules = { ...btc, anchors: false, maxMoney: 84_000_000n * COIN };

/** dogecoin src/chainparams.cpp CRegTestParams, src/dogecoin.cpp GetDogecoinBlockSubsidy. */
const doge: ChainRules = {
  wire: dogecoinWire,
  subsidy: (height) => (height < 900 ? halving(500_000n * COIN)(height) : 10_000n * COIN),
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
  // policy/policy.h of 1.14.9: dust below 0.01 DOGE, 0.01 DOGE a kilobyte.
  dust: 1_000_000n,
  feeRate: 1_000n,
  maxMoney: 10_000_000_000n * COIN,
  // The chain id in the upper half, as every block since height 20 must have it.
  blockVersion: 0x00620004,
};

/** Every upgrade is active from the start (BCHN src/chainparams.cpp CRegTestParams). */
const bch: ChainRules = {
  ...btc,
  walletTypes: {
    exchanges: ['pubkeyhash', 'multisig_in_scripthash'],
    miners: ['pubkeyhash', 'pubkey'],
    persons: [
      ['pubkeyhash', 0.75],
      ['multisig_in_scripthash', 0.13],
      ['multisig_in_scripthash32', 0.12],
    ],
  },
  exoticTypes: ['pubkey', 'multisig', 'multisig_in_scripthash32', 'malformed_token', 'pubkeyhash'],
  anchors: false,
  witnessCommitment: false,
  replaceByFee: false,
  // Canonical: by txid as a number, so that a payment may stand before the one whose output it spends.
  order: (payments) => payments.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  finish: finishWithTokens,
};

const RULES: Partial<Record<string, ChainRules>> = { btc, ltc, doge, bch, zec: zcashRules };

/** @throws RangeError for a chain that has no simulation */
export function rulesOf(chain: UtxoChain): ChainRules {
  const rules = RULES[chain.code];
  if (rules) return rules;
  throw new RangeError(`there is no simulated ${chain.name}: known are ${Object.keys(RULES).join(', ')}`);
}

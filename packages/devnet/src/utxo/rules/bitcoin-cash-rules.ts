import { finishWithTokens } from '../bch/token-traffic.js';
import type { Transaction } from '../utxo-transaction.js';
import { bitcoinCashWire } from '../wire/bitcoin-cash-wire.js';
import { bitcoinRules } from './bitcoin-rules.js';
import type { ChainRules } from './chain-rules.js';

/** Canonical order: by txid as a number, so that a payment may stand before the one whose output it spends. */
function byTransactionId(payments: readonly Transaction[]): Transaction[] {
  return payments.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Regtest, where every upgrade is active from the start (BCHN src/chainparams.cpp CRegTestParams). */
export const bitcoinCashRules: ChainRules = {
  ...bitcoinRules,
  wire: bitcoinCashWire,
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
  order: byTransactionId,
  finish: finishWithTokens,
};

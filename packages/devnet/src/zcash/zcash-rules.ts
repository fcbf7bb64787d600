import type { ChainRules } from '../utxo/chain-rules.js';
import { shieldedPayment, zcashParts } from './shielded-payments.js';
import { branchIdAt } from './upgrades.js';
import { finishCoinbase, subsidyAt } from './zcash-coinbase.js';
import { zcashWire } from './zcash-format.js';

/** Regtest (zebra zebra-chain/src/parameters/network/testnet.rs, new_regtest). */
export const zcashRules: ChainRules = {
  wire: zcashWire,
  subsidy: subsidyAt,
  coinbaseMaturity: 100,
  walletTypes: {
    exchanges: ['pubkeyhash', 'multisig_in_scripthash'],
    miners: ['pubkeyhash', 'pubkey'],
    persons: [
      ['pubkeyhash', 0.8],
      ['multisig_in_scripthash', 0.2],
    ],
  },
  exoticTypes: ['pubkey', 'multisig', 'multisig_in_scripthash', 'pubkeyhash'],
  dust: 54n,
  feeRate: 10n,
  maxMoney: 2_100_000_000_000_000n,
  blockVersion: 4,
  // Gives a draft a version and what goes with it; drafts that have it already stay as they are.
  finish: (draft, context) => {
    if (draft.kind === 'coinbase') return finishCoinbase(draft, context);
    const zcash = draft.zcash ?? zcashParts(context, {});
    return { ...draft, version: zcash.version, zcash };
  },
  special: { chance: 0.3, make: shieldedPayment },
  replaceByFee: false,
  // An upgrade makes everything invalid that was signed for the rules before it; a height, what expires below it.
  isValidAt: ({ zcash }, height) =>
    zcash === null ||
    (zcash.branchId === branchIdAt(height) && (zcash.expiryHeight === 0 || height <= zcash.expiryHeight)),
};

import type { ChainRules, DraftContext } from '../utxo/chain-rules.js';
import type { Transaction, TransactionDraft } from '../utxo/utxo-transaction.js';
import { NO_POOLS, poolsAfter, solventOnly } from './pools.js';
import { NOTHING_SHIELDED } from './shielded.js';
import { expiryFor, shieldedPayment } from './shielded-payments.js';
import { blockSubsidy, minerFees, subsidyShares } from './subsidy.js';
import { branchIdAt, versionsAt } from './upgrades.js';
import { finishCoinbase } from './zcash-coinbase.js';
import { zcashGenesis } from './zcash-genesis.js';
import { zcashWire } from './zcash-wire.js';

/** Gives a draft a version and what goes with it; drafts that have it already stay as they are. */
function finish(draft: TransactionDraft, context: DraftContext): TransactionDraft {
  if (draft.kind === 'coinbase') return finishCoinbase(draft, context);
  if (draft.zcash) return draft;
  const { nextHeight, random } = context;
  const version = random.pick(versionsAt(nextHeight));
  const expiryHeight = expiryFor(version, nextHeight, random);
  return { ...draft, version, zcash: { ...NOTHING_SHIELDED, version, branchId: branchIdAt(nextHeight), expiryHeight } };
}

/** An upgrade makes everything invalid that was signed for the rules before it; a height, what expires below it. */
function isValidAt({ zcash }: Transaction, nextHeight: number): boolean {
  if (!zcash) return true;
  const { branchId, expiryHeight } = zcash;
  return branchId === branchIdAt(nextHeight) && (expiryHeight === 0 || nextHeight <= expiryHeight);
}

/** What a coinbase pays out, fees apart: the lockbox is fed and emptied without an output of its own. */
function payable(height: number): bigint {
  const { lockbox, disbursed } = subsidyShares(height);
  return blockSubsidy(height) - lockbox + disbursed;
}

/** Regtest (zebra zebra-chain/src/parameters/network/testnet.rs, new_regtest). */
export const zcashRules: ChainRules = {
  wire: zcashWire,
  proofOfWork: 'none',
  subsidy: payable,
  minerFees,
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
  genesis: zcashGenesis,
  finish,
  special: { chance: 0.4, make: shieldedPayment },
  replaceByFee: false,
  isValidAt,
  pools: {
    none: NO_POOLS,
    after: poolsAfter,
    admission: solventOnly,
  },
};

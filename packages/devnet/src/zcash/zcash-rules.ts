import type { ChainRules, DraftContext } from '../utxo/chain-rules.js';
import type { DraftOutput, TransactionDraft } from '../utxo/utxo-transaction.js';
import { totalGain } from './pools.js';
import { openPools, shieldedPayment, zcashParts } from './shielded-payments.js';
import { branchIdAt } from './upgrades.js';
import { zcashWire } from './zcash-format.js';
import type { PoolMoves } from './zcash-transaction.js';

/** Per cent of a coinbase (ZIP 1015 has it of the subsidy). */
const STREAM_PERCENT = 8n;

const sum = (outputs: readonly DraftOutput[]): bigint => outputs.reduce((total, { value }) => total + value, 0n);

/** Zatoshis that the block at this height brings into being: 6.25 ZEC before the first halving of regtest. */
function subsidyAt(height: number): bigint {
  return height === 0 ? 0n : 625_000_000n >> BigInt(Math.floor(height / 288));
}

/**
 * A funding stream is paid beside the miner, who may be paid into a shielded pool.
 * @param draft with payouts that sum up to everything the block may pay in outputs and into pools
 */
function finishCoinbase(draft: TransactionDraft, context: DraftContext): TransactionDraft {
  const { nextHeight, random, population } = context;
  const miner = draft.outputs.map((output) => ({ ...output, value: output.value - percent(output.value) }));
  const value = sum(draft.outputs) - sum(miner);
  const stream = [{ value, destination: population.receive(random.pick(population.ofRole('merchant')), random) }];
  const hidden = random.chance(0.15) ? random.pick(openPools(nextHeight)) : null;
  // A stream may name a shielded address too (protocol specification §7.10): then no output is left.
  const everything = hidden !== null && random.chance(0.3);
  const moves: PoolMoves = hidden === null ? {} : { [hidden]: sum(miner) + (everything ? value : 0n) };
  // ZIP 203: a coinbase expires at its own height, which keeps its id unique.
  const zcash = zcashParts(context, moves, { coinbase: true, expiryHeight: nextHeight });
  const outputs = hidden === null ? [...miner, ...stream] : everything ? [] : stream;
  return { ...draft, version: zcash.version, outputs, poolGain: totalGain(moves), zcash };
}

function percent(value: bigint): bigint {
  return (value * STREAM_PERCENT) / 100n;
}

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

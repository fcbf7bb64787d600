/** Zcash's coinbases: founders and funding streams are paid beside the miner, who may be paid into a shielded pool. */
import type { DraftContext } from '../utxo/chain-rules.js';
import type { DraftOutput, TransactionDraft } from '../utxo/utxo-transaction.js';
import type { Pool } from './parts.js';
import { totalGain } from './parts.js';
import { NOTHING_SHIELDED } from './shielded.js';
import { fits, type PoolMoves, shield } from './shielding.js';
import { subsidyShares } from './subsidy.js';
import { branchIdAt, isActive, UPGRADES, versionsAt } from './upgrades.js';

const sum = (outputs: readonly DraftOutput[]): bigint => outputs.reduce((total, { value }) => total + value, 0n);

/** Takes what is owed to others off the miner's payouts, each in proportion. */
function without(payouts: readonly DraftOutput[], owed: bigint): DraftOutput[] {
  const total = sum(payouts);
  const [first, ...others] = payouts.map((output) => ({ ...output, value: (output.value * (total - owed)) / total }));
  if (!first) return [];
  return [{ ...first, value: total - owed - sum(others) }, ...others];
}

/** A simulation may mint less than the schedule says: then nothing is owed. */
function affordable(owed: readonly bigint[], total: bigint): readonly bigint[] {
  return owed.reduce((all, value) => all + value, 0n) <= total ? owed : [];
}

/** Pools that a coinbase may pay into (ZIP 213; ZIP 258 closed Orchard to coinbases). */
function coinbasePools(height: number): Pool[] {
  if (!isActive(UPGRADES.heartwood, height)) return [];
  if (isActive(UPGRADES.nu6_3, height)) return ['sapling', 'ironwood'];
  return isActive(UPGRADES.nu5, height) ? ['sapling', 'orchard'] : ['sapling'];
}

/** @param draft with payouts that sum up to everything the block may pay in outputs and into pools */
export function finishCoinbase(draft: TransactionDraft, context: DraftContext): TransactionDraft {
  const { nextHeight, random, population } = context;
  const owed = affordable(subsidyShares(nextHeight).owed, sum(draft.outputs));
  const foundations = population.ofRole('merchant');
  const owedOutputs: DraftOutput[] = owed.map((value, index) => ({
    value,
    destination: population.receive(foundations[index % 3] ?? random.pick(foundations), random),
  }));
  const miner = without(draft.outputs, sum(owedOutputs));
  const pools = coinbasePools(nextHeight);
  const hidden = pools.length > 0 && random.chance(0.15) ? random.pick(pools) : null;
  // Streams may name shielded addresses too (protocol specification §7.10): then no output is left.
  const everything = hidden !== null && random.chance(0.3);
  const gain = sum(miner) + (everything ? sum(owedOutputs) : 0n);
  const moves: PoolMoves = hidden !== null && gain > 0n ? { [hidden]: gain } : {};
  const version = random.pick(versionsAt(nextHeight).filter((candidate) => candidate !== 2 && fits(moves, candidate)));
  const shielded = Object.keys(moves).length > 0;
  const parts = shielded ? shield(moves, version, random, true) : NOTHING_SHIELDED;
  return {
    ...draft,
    version,
    outputs: shielded ? (everything ? [] : owedOutputs) : [...miner, ...owedOutputs],
    poolGain: totalGain(parts),
    // ZIP 203: from NU5 on a coinbase expires at its own height, which keeps its id unique.
    zcash: {
      ...parts,
      version,
      branchId: branchIdAt(nextHeight),
      expiryHeight: isActive(UPGRADES.nu5, nextHeight) ? nextHeight : 0,
    },
  };
}

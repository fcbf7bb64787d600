/** Payments that touch a shielded pool. */
import type { Random } from '../random.js';
import type { DraftContext } from '../utxo/chain-rules.js';
import { type Coin, type DraftOutput, inputsOf, type TransactionDraft } from '../utxo/utxo-transaction.js';
import { available, NO_POOLS, totalGain } from './pools.js';
import { branchIdAt, isIronwoodOpen, type TransactionVersion, versionsAt } from './upgrades.js';
import { POOLS, type Pool, type PoolMoves, shieldedBytes, type ZcashParts } from './zcash-transaction.js';

/** ZIP 317: 5,000 zatoshis for each of at least two logical actions. */
const MARGINAL_FEE = 5_000n;
const DUST = 1_000n;

/** Oldest transaction version that has a place for a pool. */
const VERSION_WITH: Readonly<Record<Pool, TransactionVersion>> = { sapling: 5, orchard: 5, ironwood: 6 };

/** Pools that take value in at a height. */
export function openPools(height: number): readonly Pool[] {
  return ['sapling', isIronwoodOpen(height) ? 'ironwood' : 'orchard'];
}

/**
 * Parts of a transaction version that has a place for the pools.
 * @param coinbase outputs only
 */
export function zcashParts(
  { random, nextHeight }: DraftContext,
  gains: PoolMoves,
  { coinbase = false, expiryHeight }: { coinbase?: boolean; expiryHeight?: number } = {},
): ZcashParts {
  const fits = (version: TransactionVersion): boolean =>
    POOLS.every((pool) => gains[pool] === undefined || version >= VERSION_WITH[pool]);
  const version = random.pick(versionsAt(nextHeight).filter(fits));
  return {
    version,
    branchId: branchIdAt(nextHeight),
    expiryHeight: expiryHeight ?? expiryFrom(nextHeight, random),
    gains,
    shielded: shieldedBytes(version, gains, random, coinbase),
  };
}

/** ZIP 203. Wallets give their transactions 40 blocks; some here give so few that one or the other expires. */
function expiryFrom(nextHeight: number, random: Random): number {
  if (random.chance(0.1)) return 0;
  return random.chance(0.25) ? nextHeight : nextHeight + 40;
}

/** The next shielded payment of whatever kind the dice say; null when there is nothing to make it of. */
export function shieldedPayment(context: DraftContext): TransactionDraft | null {
  const dice = context.random.fraction();
  if (dice < 0.5) return deposit(context);
  const rich = richPool(context);
  if (rich === null) return null;
  if (dice < 0.75) return withdrawal(context, ...rich);
  // Nothing of it is to be seen but the fee.
  if (dice < 0.9) return draft(context, { [rich[0]]: -feeFor(2) }, [], []);
  return betweenPools(context, ...rich);
}

/** From wallets into a pool, all of it or with change. */
function deposit(context: DraftContext): TransactionDraft | null {
  const { random, population, nextHeight } = context;
  const pool = random.pick(openPools(nextHeight));
  const wallet = population.pick(random);
  const coins = wallet.coins.filter(context.isMature).slice(0, random.between(1, 3));
  const fee = feeFor(2 + coins.length);
  const total = coins.reduce((sum, { value }) => sum + value, 0n) - fee;
  if (total < 2n * DUST) return null;
  const amount = random.chance(0.4) ? total : random.share(total, 0.1, 0.9);
  const change = total - amount;
  if (change <= DUST) return draft(context, { [pool]: total }, coins, []);
  return draft(context, { [pool]: amount }, coins, [
    { value: change, destination: population.receive(wallet, random) },
  ]);
}

/** Out of a pool to one or more transparent addresses. */
function withdrawal(context: DraftContext, pool: Pool, balance: bigint): TransactionDraft | null {
  const { random, population } = context;
  const payees = random.chance(0.7) ? 1 : random.between(2, 5);
  const fee = feeFor(2 + payees);
  const value = random.share(portion(context, pool, balance) / BigInt(payees), 0.05, 0.9);
  const taken = value * BigInt(payees) + fee;
  if (value < DUST || balance < taken) return null;
  const outputs = Array.from({ length: payees }, () => ({
    value,
    destination: population.receive(population.pick(random), random),
  }));
  return draft(context, { [pool]: -taken }, [], outputs);
}

/** From one pool to another that is open. */
function betweenPools(context: DraftContext, from: Pool, balance: bigint): TransactionDraft | null {
  const { random, nextHeight } = context;
  const to = random.pick(openPools(nextHeight).filter((pool) => pool !== from));
  const fee = feeFor(4);
  const amount = random.share(portion(context, from, balance), 0.1, 0.9);
  return amount <= 2n * fee ? null : draft(context, { [from]: -amount, [to]: amount - fee }, [], []);
}

/** Most that a payment may take out: little of a closed pool, so that it stays in use for hundreds of blocks. */
function portion({ nextHeight }: DraftContext, pool: Pool, balance: bigint): bigint {
  return balance / (openPools(nextHeight).includes(pool) ? 3n : 60n);
}

function feeFor(actionCount: number): bigint {
  return MARGINAL_FEE * BigInt(Math.max(2, actionCount));
}

/** One of the pools that something can leave, with what can leave it. */
function richPool({ tip, waiting, random }: DraftContext): readonly [Pool, bigint] | null {
  const amounts = available(tip.pools ?? NO_POOLS, waiting());
  const rich = POOLS.filter((pool) => amounts[pool] > 10n * DUST);
  if (rich.length === 0) return null;
  const pool = random.pick(rich);
  return [pool, amounts[pool]];
}

function draft(
  context: DraftContext,
  moves: PoolMoves,
  coins: readonly Coin[],
  outputs: readonly DraftOutput[],
): TransactionDraft {
  const zcash = zcashParts(context, moves);
  return {
    kind: 'payment',
    version: zcash.version,
    lockTime: 0,
    spends: coins,
    inputs: inputsOf(coins, context.random),
    outputs,
    poolGain: totalGain(moves),
    zcash,
  };
}

/** Payments that touch a shielded pool. */

import type { DraftContext } from '../utxo/chain-rules.js';
import { unlock } from '../utxo/destination.js';
import type { Coin, DraftOutput, TransactionDraft } from '../utxo/utxo-transaction.js';
import { POOLS, type Pool, totalGain } from './parts.js';
import { available, NO_POOLS } from './pools.js';
import { fits, openPools, type PoolMoves, shield } from './shielding.js';
import { branchIdAt, type TransactionVersion, versionsAt } from './upgrades.js';

/** ZIP 317: 5,000 zatoshis for each of at least two logical actions. */
const MARGINAL_FEE = 5_000n;
const DUST = 1_000n;

/** The next shielded payment of whatever kind the dice say; null when there is nothing to make it of. */
export function shieldedPayment(context: DraftContext): TransactionDraft | null {
  const dice = context.random.fraction();
  if (dice < 0.5) return deposit(context);
  if (dice < 0.75) return withdrawal(context);
  return dice < 0.9 ? insideOnePool(context) : betweenPools(context);
}

/** From wallets into a pool, all of it or with change. */
function deposit(context: DraftContext): TransactionDraft | null {
  const { random, population, nextHeight } = context;
  const pool = random.pick(openPools(nextHeight));
  const wallet = population.pick(random);
  const coins = wallet.coins.filter(context.isMature).slice(0, random.between(1, 3));
  const fee = feeFor(2 + coins.length);
  const total = coins.reduce((sum, { value }) => sum + value, 0n);
  if (total < fee + 2n * DUST) return null;
  const amount = random.chance(0.4) ? total - fee : random.share(total - fee, 0.1, 0.9);
  const change = total - fee - amount;
  const outputs = change > DUST ? [{ value: change, destination: population.receive(wallet, random) }] : [];
  return draft(context, { [pool]: change > DUST ? amount : total - fee }, coins, outputs);
}

/** Out of a pool to one or more transparent addresses. */
function withdrawal(context: DraftContext): TransactionDraft | null {
  const { random, population } = context;
  const [pool, balance] = richPool(context) ?? [];
  if (pool === undefined || balance === undefined) return null;
  const payees = random.chance(0.7) ? 1 : random.between(2, 5);
  const fee = feeFor(2 + payees);
  const each = random.share(portion(context, pool, balance) / BigInt(payees), 0.05, 0.9);
  if (each < DUST || balance < each * BigInt(payees) + fee) return null;
  const outputs = Array.from({ length: payees }, () => ({
    value: each,
    destination: population.receive(population.pick(random), random),
  }));
  return draft(context, { [pool]: -(each * BigInt(payees) + fee) }, [], outputs);
}

/** Nothing of it is to be seen but the fee. */
function insideOnePool(context: DraftContext): TransactionDraft | null {
  const [pool, balance] = richPool(context) ?? [];
  const fee = feeFor(2);
  return pool === undefined || balance === undefined || balance < fee ? null : draft(context, { [pool]: -fee }, [], []);
}

/** From an old pool to one that is open. */
function betweenPools(context: DraftContext): TransactionDraft | null {
  const { random, nextHeight } = context;
  const [from, balance] = richPool(context) ?? [];
  const targets = openPools(nextHeight).filter((pool) => pool !== from);
  if (from === undefined || balance === undefined || targets.length === 0) return null;
  const fee = feeFor(4);
  const amount = random.share(portion(context, from, balance), 0.1, 0.9);
  return amount <= 2n * fee ? null : draft(context, { [from]: -amount, [random.pick(targets)]: amount - fee }, [], []);
}

/** What a payment may take out at most: little of a closed pool, so that it stays in use for hundreds of blocks. */
function portion({ nextHeight }: DraftContext, pool: Pool, balance: bigint): bigint {
  return balance / (openPools(nextHeight).includes(pool) ? 3n : 60n);
}

function feeFor(actions: number): bigint {
  return MARGINAL_FEE * BigInt(Math.max(2, actions));
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
  { random, nextHeight }: DraftContext,
  moves: PoolMoves,
  coins: readonly Coin[],
  outputs: readonly DraftOutput[],
): TransactionDraft | null {
  const versions = versionsAt(nextHeight).filter((version) => fits(moves, version));
  if (versions.length === 0) return null;
  const version = random.pick(versions);
  const parts = shield(moves, version, random);
  return {
    kind: 'payment',
    version,
    lockTime: 0,
    spends: coins,
    inputs: coins.map((coin) => ({
      txid: coin.transaction.txid,
      vout: coin.vout,
      sequence: 0xffffffff,
      unlocking: unlock(coin.destination, random),
    })),
    outputs,
    poolGain: totalGain(parts),
    zcash: {
      ...parts,
      version,
      branchId: branchIdAt(nextHeight),
      expiryHeight: expiryFor(version, nextHeight, random),
    },
  };
}

/** ZIP 203. Wallets give their transactions 40 blocks; some here give so few that one or the other expires. */
export function expiryFor(
  version: TransactionVersion,
  nextHeight: number,
  random: { chance(probability: number): boolean },
): number {
  if (version < 3 || random.chance(0.1)) return 0;
  return random.chance(0.25) ? nextHeight : nextHeight + 40;
}

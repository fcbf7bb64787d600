/** Makes the next block out of what waits in the mempool. */
import { wireHash } from '@chaintrail/chains';
import { poolsAfter, solventOnly } from '../zcash/pools.js';
import type { ChainRules, DraftContext } from './chain-rules.js';
import { commitmentScript, draftCoinbase } from './coinbase.js';
import { merkleRoot } from './hash.js';
import { mwebPart } from './mweb.js';
import { type Block, makeBlock } from './utxo-block.js';
import { makeTransaction, type Transaction, weightOf } from './utxo-transaction.js';

/** BIP141's limit of 4,000,000, less room for coinbase and HogEx. */
const MAX_WEIGHT = 3_980_000;

export interface BlockPlan {
  /** Unix seconds. */
  readonly time: number;
  /** Makes blocks of two branches differ. */
  readonly branch: number;
  /** Base units that the block makes. */
  readonly subsidy: bigint;
  /** Early blocks pay many wallets from the coinbase, so that soon everybody has something to spend. */
  readonly paysMany: boolean;
}

/** Chooses transactions in order: parents first, mature inputs only, now and then one that has to wait. */
export function selectTransactions(context: DraftContext): Transaction[] {
  const { waiting, isMature, random, tip } = context;
  const chosen: Transaction[] = [];
  const left = new Set<Transaction>();
  const admits = tip.pools && solventOnly(tip.pools);
  let weight = 0;
  for (const transaction of waiting()) {
    const orphan = transaction.inputs.some((coin) => left.has(coin.transaction) || !isMature(coin));
    const next = weight + weightOf(transaction);
    if (orphan || next > MAX_WEIGHT || random.chance(0.05) || admits?.(transaction) === false) left.add(transaction);
    else {
      weight = next;
      chosen.push(transaction);
    }
  }
  return chosen;
}

function coinbasePayouts({ population, random }: DraftContext, value: bigint, paysMany: boolean) {
  const miner = random.pick(population.ofRole('miner'));
  const others = paysMany ? 12 : 0;
  const part = value / BigInt(others + 2);
  const payouts = Array.from({ length: others }, () => ({
    value: part,
    destination: population.receive(random.pick(population.wallets), random),
  }));
  return [{ value: value - part * BigInt(others), destination: population.receive(miner, random) }, ...payouts];
}

/** @returns a block on top of the tip that confirms what was chosen, with valid roots; nobody has worked for it */
export function assembleBlock(
  chain: ChainRules,
  context: DraftContext,
  chosen: readonly Transaction[],
  plan: BlockPlan,
): Block {
  const { tip, random, nextHeight: height } = context;
  const { time, branch } = plan;
  const payments = chain.order?.(chosen) ?? chosen;
  const mweb = mwebPart(context, payments);
  const transactions = mweb ? [...payments, mweb.hogEx] : payments;
  const fees = transactions.reduce((sum, transaction) => sum + transaction.fee, 0n);
  const hasWitness = transactions.some((transaction) => transaction.wtxid !== transaction.txid);
  const commits = chain.witnessCommitment && (hasWitness || random.chance(0.8));
  const draft = draftCoinbase({
    height,
    branch,
    payouts: coinbasePayouts(context, plan.subsidy + fees, plan.paysMany),
    commitment: commits ? commitmentScript(transactions.map((transaction) => transaction.wtxid)) : null,
  });
  const all = [makeTransaction(chain.finish?.(draft, context) ?? draft, chain.wire), ...transactions];
  const noise = (length: number): Buffer => random.bytes(length);
  const fields = {
    version: chain.blockVersion,
    parent: wireHash(tip.hash),
    merkleRoot: merkleRoot(all.map((transaction) => transaction.txid)),
    time,
  };
  const header = chain.wire.encodeHeader(fields, { height, transactions: all, noise });
  const proof = chain.wire.proof?.(header, noise) ?? Buffer.alloc(0);
  const pools = tip.pools && poolsAfter(tip.pools, all);
  return makeBlock({ height, header, proof, time, transactions: all, mweb: mweb?.extension ?? null, pools });
}

/** Makes the next block out of what waits in the mempool. */
import type { UtxoChain } from '@chaintrail/chains';
import type { Random } from '../random.js';
import { type Block, makeBlock } from './block.js';
import { commitmentScript, makeCoinbase } from './coinbase.js';
import type { Destination } from './destination.js';
import { merkleRoot, wireHash } from './hash.js';
import { mineHeader, type ProofOfWork, REGTEST_BITS, serializeHeader } from './header.js';
import { choosePegOuts, makeExtensionBlock, makeHogEx } from './mweb.js';
import type { Population } from './population.js';
import { isMature, type TrafficRules } from './traffic.js';
import { type Coin, type Transaction, weightOf } from './transaction.js';

/** BIP141's limit of 4,000,000, less room for coinbase and HogEx. */
const MAX_WEIGHT = 3_980_000;

export interface Mint {
  /** Base units before the first halving. */
  readonly subsidy: bigint;
  readonly halvingInterval: number;
}

/** Both chains' regtest: 50 coins, halved every 150 blocks (src/chainparams.cpp nSubsidyHalvingInterval). */
export const REGTEST_MINT: Mint = { subsidy: 5_000_000_000n, halvingInterval: 150 };

export function subsidyAt(height: number, mint: Mint): bigint {
  return mint.subsidy >> BigInt(Math.floor(height / mint.halvingInterval));
}

export interface AssemblyContext {
  readonly chain: UtxoChain;
  readonly parent: Block;
  /** Unix seconds. */
  readonly time: number;
  readonly branch: number;
  readonly mint: Mint;
  readonly proofOfWork: ProofOfWork;
  readonly population: Population;
  readonly random: Random;
  readonly rules: TrafficRules;
  /** Height from which blocks end with a HogEx once there is something to peg in; null without MWEB. */
  readonly mwebFrom: number | null;
}

/** Chooses transactions in order: parents first, mature inputs only, now and then one that has to wait. */
export function selectTransactions(waiting: Iterable<Transaction>, rules: TrafficRules, random: Random): Transaction[] {
  const chosen: Transaction[] = [];
  const left = new Set<Transaction>();
  let weight = 0;
  for (const transaction of waiting) {
    const orphan = transaction.inputs.some((coin) => left.has(coin.transaction) || !isMature(coin, rules));
    const next = weight + weightOf(transaction);
    if (orphan || next > MAX_WEIGHT || random.chance(0.05)) left.add(transaction);
    else {
      weight = next;
      chosen.push(transaction);
    }
  }
  return chosen;
}

/** The HogAddr output of a block, which the next HogEx spends. */
function hogAddrOf(block: Block): Coin | null {
  const last = block.transactions.at(-1);
  return last?.kind === 'hogex' ? (last.outputs[0] ?? null) : null;
}

interface MwebPart {
  readonly hogEx: Transaction;
  readonly extension: Buffer;
}

function mwebPart(context: AssemblyContext, height: number, payments: readonly Transaction[]): MwebPart | null {
  const { parent, random, population, mwebFrom } = context;
  if (mwebFrom === null || height < mwebFrom) return null;
  const pegIns = payments.flatMap(({ outputs }) =>
    outputs.filter((coin) => coin.destination.type === 'witness_mweb_pegin'),
  );
  const previous = hogAddrOf(parent);
  if (!previous && pegIns.length === 0) return null;
  const receiver = (): Destination => population.receive(population.pick(random), random);
  const pegOuts = previous ? choosePegOuts(previous.value, receiver, random) : [];
  const extension = makeExtensionBlock(height, pegIns, pegOuts, random);
  return { hogEx: makeHogEx(previous, pegIns, pegOuts, extension.headerHash), extension: extension.bytes };
}

/** Early blocks pay many wallets from the coinbase, so that soon everybody has something to spend. */
function coinbasePayouts(
  context: AssemblyContext,
  height: number,
  value: bigint,
): { value: bigint; destination: Destination }[] {
  const { population, random } = context;
  const miner = random.pick(population.ofRole('miner'));
  const others = height < 2 * context.chain.coinbaseMaturity ? 12 : 0;
  const part = value / BigInt(others + 2);
  const payouts = Array.from({ length: others }, () => ({
    value: part,
    destination: population.receive(random.pick(population.wallets), random),
  }));
  return [{ value: value - part * BigInt(others), destination: population.receive(miner, random) }, ...payouts];
}

/** @returns a block on top of `parent` that confirms `payments`, with valid roots and proof of work */
export function assembleBlock(context: AssemblyContext, payments: readonly Transaction[]): Block {
  const { parent, random } = context;
  const height = parent.height + 1;
  const mweb = mwebPart(context, height, payments);
  const transactions = mweb ? [...payments, mweb.hogEx] : [...payments];
  const fees = transactions.reduce((sum, transaction) => sum + transaction.fee, 0n);
  const hasWitness = transactions.some((transaction) => transaction.wtxid !== transaction.txid);
  const commits = hasWitness || random.chance(0.8);
  const coinbase = makeCoinbase({
    height,
    branch: context.branch,
    payouts: coinbasePayouts(context, height, subsidyAt(height, context.mint) + fees),
    commitment: commits ? commitmentScript(transactions.map((transaction) => transaction.wtxid)) : null,
  });
  const all = [coinbase, ...transactions];
  const header = serializeHeader({
    version: 0x20000000,
    parent: wireHash(parent.hash),
    merkleRoot: merkleRoot(all.map((transaction) => transaction.txid)),
    time: context.time,
    bits: REGTEST_BITS,
    nonce: 0,
  });
  mineHeader(header, context.proofOfWork);
  return makeBlock({ height, header, time: context.time, transactions: all, mweb: mweb?.extension ?? null });
}

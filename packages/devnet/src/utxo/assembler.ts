/** Makes the next block out of what waits in the mempool. */
import type { Random } from '../random.js';
import { commitmentScript, draftCoinbase } from './coinbase.js';
import type { Destination } from './destination.js';
import { merkleRoot, wireHash } from './hash.js';
import { choosePegOuts, makeExtensionBlock, makeHogEx } from './mweb.js';
import type { ChainRules, DraftContext, Mint } from './rules/chain-rules.js';
import { type Block, makeBlock } from './utxo-block.js';
import { type HeaderFields, type ProofOfWork, REGTEST_BITS } from './utxo-header.js';
import { isMature, type TrafficRules } from './utxo-traffic.js';
import { type Coin, makeTransaction, type Transaction, weightOf } from './utxo-transaction.js';
import type { Population } from './wallets.js';

/** BIP141's limit of 4,000,000, less room for coinbase and HogEx. */
const MAX_WEIGHT = 3_980_000;

/** Base units that the block of this height makes. */
export function subsidyAt(height: number, mint: Mint): bigint {
  if ('at' in mint) return mint.at(height);
  const { subsidy, halvingInterval, tail } = mint;
  const halvings = Math.floor(height / halvingInterval);
  return tail && halvings >= tail.halvings ? tail.subsidy : subsidy >> BigInt(halvings);
}

export interface AssemblyContext {
  readonly chain: ChainRules;
  readonly parent: Block;
  /** Unix seconds. */
  readonly time: number;
  readonly branch: number;
  readonly mint: Mint;
  readonly proofOfWork: ProofOfWork;
  readonly population: Population;
  readonly random: Random;
  readonly rules: TrafficRules;
  readonly draftContext: DraftContext;
  /** Height from which blocks end with a HogEx once there is something to peg in; null without MWEB. */
  readonly mwebFrom: number | null;
}

/**
 * Chooses transactions in order: parents first, mature inputs only, now and then one that has to wait.
 * @param admits asked last, and once for each that is chosen otherwise
 */
export function selectTransactions(
  waiting: Iterable<Transaction>,
  rules: TrafficRules,
  random: Random,
  admits: (transaction: Transaction) => boolean = () => true,
): Transaction[] {
  const chosen: Transaction[] = [];
  const left = new Set<Transaction>();
  let weight = 0;
  for (const transaction of waiting) {
    const orphan = transaction.inputs.some((coin) => left.has(coin.transaction) || !isMature(coin, rules));
    const next = weight + weightOf(transaction);
    if (orphan || next > MAX_WEIGHT || random.chance(0.05) || !admits(transaction)) left.add(transaction);
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
  const others = height < 2 * context.rules.coinbaseMaturity ? 12 : 0;
  const part = value / BigInt(others + 2);
  const payouts = Array.from({ length: others }, () => ({
    value: part,
    destination: population.receive(random.pick(population.wallets), random),
  }));
  return [{ value: value - part * BigInt(others), destination: population.receive(miner, random) }, ...payouts];
}

/** @returns a block on top of `parent` that confirms `payments`, with valid roots and proof of work */
export function assembleBlock(context: AssemblyContext, payments: readonly Transaction[]): Block {
  const { parent, random, chain } = context;
  const height = parent.height + 1;
  const ordered = chain.order?.(payments) ?? payments;
  const mweb = mwebPart(context, height, ordered);
  const transactions = mweb ? [...ordered, mweb.hogEx] : [...ordered];
  const fees = transactions.reduce((sum, transaction) => sum + transaction.fee, 0n);
  const hasWitness = transactions.some((transaction) => transaction.wtxid !== transaction.txid);
  const commits = chain.witnessCommitment && (hasWitness || random.chance(0.8));
  const draft = draftCoinbase({
    height,
    branch: context.branch,
    payouts: coinbasePayouts(
      context,
      height,
      subsidyAt(height, context.mint) + (chain.minerFees?.(height, fees) ?? fees),
    ),
    commitment: commits ? commitmentScript(transactions.map((transaction) => transaction.wtxid)) : null,
  });
  const finished = chain.finish?.(draft, context.draftContext) ?? draft;
  const all = [makeTransaction(finished, chain.wire), ...transactions];
  const noise = (length: number): Buffer => random.bytes(length);
  const fields: HeaderFields = {
    version: chain.blockVersion,
    parent: wireHash(parent.hash),
    merkleRoot: merkleRoot(all.map((transaction) => transaction.txid)),
    time: context.time,
    bits: REGTEST_BITS,
    nonce: 0,
  };
  const header = chain.wire.encodeHeader(fields, { height, transactions: all, noise });
  const proof = chain.wire.prove(header, context.proofOfWork, noise);
  const pools = chain.pools?.after(parent.pools ?? chain.pools.none, height, all) ?? null;
  const { time } = context;
  return makeBlock({ height, header, proof, time, transactions: all, mweb: mweb?.extension ?? null, pools });
}

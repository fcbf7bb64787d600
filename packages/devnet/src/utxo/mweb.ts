/** The MWEB part of Litecoin blocks: the integrating transaction (HogEx), and an extension block that no indexer reads. */
import { bitcoinWire } from './bitcoin-format.js';
import type { DraftContext } from './chain-rules.js';
import { type Destination, witnessScript } from './destination.js';
import { type Coin, type DraftOutput, inputsOf, makeTransaction, type Transaction } from './utxo-transaction.js';

/** Below this balance of the extension block nobody pegs out. */
const MIN_POOL = 10_000_000n;

interface MwebPart {
  readonly hogEx: Transaction;
  /** With its option byte. */
  readonly extension: Buffer;
}

/** The end of a block of these payments; null before anybody has pegged in. */
export function mwebPart(context: DraftContext, payments: readonly Transaction[]): MwebPart | null {
  const { tip, random, mwebFrom, nextHeight } = context;
  if (mwebFrom === null || nextHeight < mwebFrom) return null;
  const pegIns = payments.flatMap(({ outputs }) =>
    outputs.filter((coin) => coin.destination.type === 'witness_mweb_pegin'),
  );
  // The HogAddr output of the block before, which the next HogEx spends.
  const last = tip.transactions.at(-1);
  const previous: Coin | null = (last?.kind === 'hogex' && last.outputs[0]) || null;
  if (!previous && pegIns.length === 0) return null;
  const pegOuts = previous ? choosePegOuts(previous.value, context) : [];
  const hogEx = makeHogEx(previous ? [previous, ...pegIns] : pegIns, pegOuts, context);
  // Kernels, whose commitments and signatures mean nothing to indexers.
  const kernels = random.bytes(170 + 100 * (pegIns.length + pegOuts.length));
  return { hogEx, extension: Buffer.concat([Buffer.from([1]), kernels]) };
}

/** Amounts that people take out of an extension block that holds `pool` base units. */
function choosePegOuts(pool: bigint, { population, random }: DraftContext): DraftOutput[] {
  if (pool < MIN_POOL || random.chance(0.5)) return [];
  return Array.from({ length: random.between(1, 3) }, () => ({
    destination: population.receive(population.pick(random), random),
    value: random.share(pool, 0.01, 0.15),
  }));
}

/**
 * The last transaction of an MWEB block. Its first input spends the previous HogAddr output, the others are exactly the
 * block's peg-ins; its first output holds the whole extension block balance, the others are the peg-outs.
 * Source: litecoin src/mweb/mweb_node.cpp.
 */
function makeHogEx(spends: readonly Coin[], pegOuts: readonly DraftOutput[], { random }: DraftContext): Transaction {
  const pool = spends.reduce((sum, coin) => sum + coin.value, 0n);
  const paid = pegOuts.reduce((sum, { value }) => sum + value + 100n, 0n);
  // Witness version 8 commits to the extension block's header.
  const script = witnessScript(8, random.bytes(32));
  const destination: Destination = { type: 'witness_mweb_hogaddr', script, wallet: -1, reveal: Buffer.alloc(0) };
  const inputs = inputsOf(spends, random);
  const outputs = [{ value: pool - paid, destination }, ...pegOuts];
  return makeTransaction({ kind: 'hogex', version: 2, lockTime: 0, spends, inputs, outputs }, bitcoinWire);
}

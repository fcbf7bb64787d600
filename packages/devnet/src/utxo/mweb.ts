/** The MWEB part of Litecoin blocks: the integrating transaction (HogEx) and a plausible extension block. */
import type { Random } from '../random.js';
import { bitcoinWire } from './bitcoin-format.js';
import { type Destination, witnessScript } from './destination.js';
import { type Coin, makeTransaction, type Transaction, type TransactionDraft } from './utxo-transaction.js';

const EMPTY = Buffer.alloc(0);
const NO_UNLOCKING = { scriptSig: EMPTY, witness: [] };
/** Below this balance of the extension block nobody pegs out. */
const MIN_POOL = 10_000_000n;

export interface PegOut {
  readonly destination: Destination;
  readonly value: bigint;
}

/** What people take out of an extension block that holds `pool` base units. */
export function choosePegOuts(pool: bigint, receiver: () => Destination, random: Random): PegOut[] {
  if (pool < MIN_POOL || random.chance(0.5)) return [];
  return Array.from({ length: random.between(1, 3) }, () => ({
    destination: receiver(),
    value: random.share(pool, 0.01, 0.15),
  }));
}

/**
 * The last transaction of an MWEB block. Its first input spends the previous HogAddr output, the others are exactly the
 * block's peg-ins; its first output holds the whole extension block balance, the others are the peg-outs.
 * Source: litecoin src/mweb/mweb_node.cpp.
 */
export function makeHogEx(
  previous: Coin | null,
  pegIns: readonly Coin[],
  pegOuts: readonly PegOut[],
  headerHash: Buffer,
): Transaction {
  const spends = previous ? [previous, ...pegIns] : [...pegIns];
  const pool = spends.reduce((sum, coin) => sum + coin.value, 0n);
  const fee = pegOuts.length > 0 ? 100n * BigInt(pegOuts.length) : 0n;
  const paid = pegOuts.reduce((sum, pegOut) => sum + pegOut.value, 0n);
  const hogAddr: Destination = {
    type: 'witness_mweb_hogaddr',
    script: witnessScript(8, headerHash),
    wallet: -1,
    reveal: EMPTY,
  };
  const draft: TransactionDraft = {
    kind: 'hogex',
    version: 2,
    lockTime: 0,
    spends,
    inputs: spends.map((coin) => ({
      txid: coin.transaction.txid,
      vout: coin.vout,
      sequence: 0xffffffff,
      unlocking: NO_UNLOCKING,
    })),
    outputs: [{ value: pool - paid - fee, destination: hogAddr }, ...pegOuts],
  };
  return makeTransaction(draft, bitcoinWire);
}

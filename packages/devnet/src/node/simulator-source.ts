import { type Block, type SerialVersion, serializeBlock, serializeSpentOutputs } from '../utxo/block.js';
import type { UtxoSimulator } from '../utxo/simulator.js';
import { type Transaction, virtualSizeOf } from '../utxo/transaction.js';
import type { ChainDetails, ChainSource } from './chain-source.js';
import type { MempoolEntry, MempoolTotals } from './dialect.js';
import type { Arrival } from './node-events.js';

function requireBlock(simulator: UtxoSimulator, hash: string): Block {
  const block = simulator.blocksByHash.get(hash);
  if (!block) throw new RangeError(`block ${hash} was never mined here`);
  return block;
}

export function simulatorSource(simulator: UtxoSimulator, serialVersion: SerialVersion): ChainSource {
  return {
    tip: () => simulator.tipRef(),
    hashAt: (height) => simulator.blocks[height]?.hash,
    block: (hash) => {
      const block = simulator.blocksByHash.get(hash);
      if (!block) return undefined;
      const { height, header, proof, transactions } = block;
      return { height, hash, header, proof, transactionCount: transactions.length };
    },
    raw: (hash) => serializeBlock(requireBlock(simulator, hash), serialVersion),
    spentOutputs: (hash) => serializeSpentOutputs(requireBlock(simulator, hash)),
  };
}

/** @param arrivalOf when a waiting transaction came */
export function simulatorDetails(
  simulator: UtxoSimulator,
  arrivalOf: (transaction: Transaction) => Arrival,
): ChainDetails {
  const { mempool, utxoSet } = simulator;
  const waiting = (id: string): Transaction | undefined => mempool.get(id) ?? simulator.life.fillers?.get(id);
  const entry = (id: string): MempoolEntry | undefined => {
    const transaction = waiting(id);
    const parent = simulator.life.fillers?.get(id) ? simulator.life.fillers.root : transaction;
    return transaction && parent && { transaction, ...arrivalOf(parent), ...relatives(transaction, waiting) };
  };
  return {
    utxoSet,
    decoded: (hash) => simulator.blocksByHash.get(hash),
    transaction: (id) => simulator.confirmed.get(id) ?? waiting(id),
    waiting: () => ({
      ids: [...mempool.ids(), ...(simulator.life.fillers?.ids ?? [])],
      sequence: mempool.sequence,
      get: entry,
    }),
    mempoolTotals: () => totalsOf(simulator),
  };
}

function relatives(
  { inputs, outputs }: Transaction,
  waiting: (id: string) => Transaction | undefined,
): Pick<MempoolEntry, 'depends' | 'spentBy'> {
  const depends = inputs.flatMap(({ transaction }) => (waiting(transaction.id) ? [transaction.id] : []));
  const spentBy = outputs.flatMap(({ spender }) => (spender ? [spender.id] : []));
  return { depends: [...new Set(depends)], spentBy: [...new Set(spentBy)] };
}

function totalsOf({ mempool, life: { fillers } }: UtxoSimulator): MempoolTotals {
  let bytes = 0;
  let fees = 0n;
  for (const transaction of mempool.transactions()) {
    bytes += virtualSizeOf(transaction);
    fees += transaction.fee;
  }
  // The fillers are made when asked for: they are counted by the size of the first.
  const count = fillers?.size ?? 0;
  const example = fillers?.example;
  if (example) {
    bytes += count * virtualSizeOf(example);
    fees += BigInt(count) * example.fee;
  }
  return { count: mempool.size + count, bytes, fees };
}

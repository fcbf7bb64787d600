import { addressOf } from '../utxo/destination.js';
import { type Block, serializeBlock, serializeSpentOutputs } from '../utxo/utxo-block.js';
import type { UtxoSimulator } from '../utxo/utxo-simulator.js';
import type { ChainDetails, ChainSource } from './chain-source.js';

export function simulatorSource(simulator: UtxoSimulator): ChainSource {
  const { blocks, blocksByHash } = simulator;
  const required = (hash: string): Block => {
    const block = blocksByHash.get(hash);
    if (!block) throw new RangeError(`block ${hash} was never mined here`);
    return block;
  };
  return {
    tip: () => simulator.tipRef(),
    hashAt: (height) => blocks[height]?.hash,
    block: (hash) => {
      const block = blocksByHash.get(hash);
      return block && { ...block, transactionCount: block.transactions.length };
    },
    raw: (hash) => serializeBlock(required(hash), 2),
    spentOutputs: (hash) => serializeSpentOutputs(required(hash)),
  };
}

export function simulatorDetails(simulator: UtxoSimulator): ChainDetails {
  const { mempool, utxoSet, options } = simulator;
  return {
    utxoSet,
    decoded: (hash) => simulator.blocksByHash.get(hash),
    transaction: (id) => simulator.confirmed.get(id) ?? mempool.get(id),
    addressOf: ({ destination }) => addressOf(destination, options.network),
    waiting: () => mempool.ids(),
  };
}

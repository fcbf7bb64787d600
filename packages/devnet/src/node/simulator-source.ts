import { type Block, serializeBlock, serializeSpentOutputs } from '../utxo/utxo-block.js';
import type { UtxoSimulator } from '../utxo/utxo-simulator.js';
import type { ChainDetails, ChainSource } from './chain-source.js';

function requireBlock(simulator: UtxoSimulator, hash: string): Block {
  const block = simulator.blocksByHash.get(hash);
  if (!block) throw new RangeError(`block ${hash} was never mined here`);
  return block;
}

export function simulatorSource(simulator: UtxoSimulator): ChainSource {
  return {
    tip: () => simulator.tipRef(),
    hashAt: (height) => simulator.blocks[height]?.hash,
    block: (hash) => {
      const block = simulator.blocksByHash.get(hash);
      if (!block) return undefined;
      const { height, header, proof, transactions } = block;
      return { height, hash, header, proof, transactionCount: transactions.length };
    },
    raw: (hash) => serializeBlock(requireBlock(simulator, hash), 2),
    spentOutputs: (hash) => serializeSpentOutputs(requireBlock(simulator, hash)),
  };
}

export function simulatorDetails(simulator: UtxoSimulator): ChainDetails {
  const { mempool, utxoSet } = simulator;
  return {
    utxoSet,
    decoded: (hash) => simulator.blocksByHash.get(hash),
    transaction: (id) => simulator.confirmed.get(id) ?? mempool.get(id),
    waiting: () => ({ ids: mempool.ids(), sequence: mempool.sequence }),
  };
}

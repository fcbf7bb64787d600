import type { BlockRef } from '@chaintrail/chains';
import type { UtxoSimulator } from '../utxo/simulator.js';
import type { Journal, Operation } from './journal.js';

/** Applies an operation to the chain. @returns the tip that it leads to */
export function applyOperation(simulator: UtxoSimulator, operation: Operation): BlockRef {
  switch (operation.op) {
    case 'mine':
      for (let i = 0; i < operation.blocks; i++) simulator.mine(operation.time);
      break;
    case 'reorg':
      return simulator.reorg(operation.depth, operation.newBlocks, operation.time);
    case 'invalidate':
      return simulator.invalidate(operation.depth);
    case 'pay':
      simulator.life.addPayments(operation.payments);
      break;
    case 'replace':
      simulator.life.replacePayment(operation.txid);
      break;
    case 'evict':
      simulator.life.evict(operation.payments);
      break;
    case 'fill':
      simulator.life.fill(operation.payments);
      break;
  }
  return simulator.tipRef();
}

/**
 * Does again what a journal says.
 * @throws Error when the file was written by a simulator that makes other blocks of the same operations
 */
export function replay(simulator: UtxoSimulator, journal: Journal): void {
  for (const entry of journal.past) {
    // What the clock had let in by then is in no journal.
    if ('pending' in entry) simulator.advance(simulator.pending - entry.pending);
    const tip = applyOperation(simulator, entry);
    if (tip.hash !== entry.tip) {
      throw new Error(
        `${journal.path} leads to block ${tip.hash} where it used to lead to ${entry.tip}: it is from another version of the demo network; remove it, and the database that was filled from this node`,
      );
    }
  }
}

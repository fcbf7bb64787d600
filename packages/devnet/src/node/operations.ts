import type { BlockRef } from '@chaintrail/chains';
import type { JournalEntry, Operation } from './journal.js';

/** A block among others that are mined at once, as if over time. */
export interface MinedSpan {
  /** Unix seconds; no block is later. */
  readonly until: number;
  /** This one and those after it. */
  readonly blocks: number;
}

/** Chains with an EVM take several turns of the event loop to make a block; the others do all at once. */
export type MaybeLater<T> = T | Promise<T>;

/** Object of a journal's operations: a simulated chain of any family. */
export interface OperatedChain {
  mine(time?: number, span?: MinedSpan): MaybeLater<BlockRef>;
  reorg(depth: number, newBlocks: number, time?: number): MaybeLater<BlockRef>;
  invalidate(depth: number): BlockRef;
  tipRef(): BlockRef;
  /** Payments still to come before the next block. */
  readonly pending: number;
  /** Lets that many of them come now. */
  advance(count?: number): void;
  readonly life: {
    addPayments(count: number): void;
    replacePayment(txid: string): void;
    evict(count: number): void;
  };
}

/** Applies an operation to the chain. @returns the tip that it leads to */
export function applyOperation(chain: OperatedChain, operation: Operation): MaybeLater<BlockRef> {
  switch (operation.op) {
    case 'mine':
      return mineBlocks(chain, operation, operation.blocks);
    case 'reorg':
      return chain.reorg(operation.depth, operation.newBlocks, operation.time);
    case 'invalidate':
      return chain.invalidate(operation.depth);
    case 'pay':
      chain.life.addPayments(operation.payments);
      break;
    case 'replace':
      chain.life.replacePayment(operation.txid);
      break;
    case 'evict':
      chain.life.evict(operation.payments);
      break;
  }
  return chain.tipRef();
}

function mineBlocks(
  chain: OperatedChain,
  span: Pick<Extract<Operation, { op: 'mine' }>, 'time' | 'until'>,
  count: number,
): MaybeLater<BlockRef> {
  const { time, until } = span;
  for (let blocks = count; blocks > 0; blocks--) {
    const mined = chain.mine(time, until === undefined ? undefined : { until, blocks });
    if (mined instanceof Promise) return mined.then(() => mineBlocks(chain, span, blocks - 1));
  }
  return chain.tipRef();
}

/**
 * Does again what a journal says.
 * @throws Error when the file was written by a simulator that makes other blocks of the same operations
 */
export async function replay(
  chain: OperatedChain,
  journal: { readonly path: string; readonly past: readonly JournalEntry[] },
): Promise<void> {
  for (const entry of journal.past) {
    // Transactions that the clock had let in by then are in no journal.
    if ('pending' in entry) chain.advance(chain.pending - entry.pending);
    const tip = await applyOperation(chain, entry);
    if (tip.hash !== entry.tip) {
      throw new Error(
        `${journal.path} leads to block ${tip.hash} where it used to lead to ${entry.tip}: it is from another version of the demo network; remove it, and the database that was filled from this node`,
      );
    }
  }
}

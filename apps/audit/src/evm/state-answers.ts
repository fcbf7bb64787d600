/** A node's state after blocks, as far as it has kept it. */
import { BlockNotFoundError, type BlockRef, StateUnavailableError } from '@chaintrail/chains';
import type { CheckReport } from '@chaintrail/db';
import { NotComparableError } from '../audit.js';
import type { Tally } from '../tally.js';
import type { EvmAudit } from './evm-audit.js';

/** A question is asked anew so often where the node has left the block meanwhile. */
const ATTEMPTS = 5;

/** Nodes throw away the state of older blocks: where one is gone, those below it are not asked for. */
export class StateAnswers {
  private goneTo = -1;

  /** @returns null where the node has no state of this block any more. @throws BlockNotFoundError */
  async at<T>({ height, hash }: BlockRef, ask: (block: BlockRef) => Promise<T>): Promise<T | null> {
    if (height <= this.goneTo) return null;
    try {
      return await ask({ height, hash });
    } catch (error) {
      if (!(error instanceof StateUnavailableError)) throw error;
      this.goneTo = height;
      return null;
    }
  }
}

/**
 * Reads and compares anew where a reorg took the block that the node was to be asked for. @throws NotComparableError
 */
export async function withBlocksOfNode<T>({ limits, pause }: EvmAudit, compare: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await compare();
    } catch (error) {
      if (!(error instanceof BlockNotFoundError)) throw error;
      if (attempt === ATTEMPTS) {
        const remedy = 'see whether the indexer runs and follows this node, and audit again';
        throw new NotComparableError(`${error.message}, ${ATTEMPTS} times in a row; ${remedy}`);
      }
      await pause(limits.pollMs);
    }
  }
}

/** Rows by the block that the node is to be asked for, the highest first: lower ones may be gone. */
export function byBlock<Row extends { readonly height: number; readonly hash: string }>(
  rows: readonly Row[],
): readonly (readonly [BlockRef, readonly Row[]])[] {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.height);
    if (group) group.push(row);
    else groups.set(row.height, [row]);
  }
  return [...groups]
    .sort(([a], [b]) => b - a)
    .map(([height, group]) => [{ height, hash: group[0]!.hash }, group] as const);
}

/**
 * The end of a check that asked for the state of blocks. What the node has no state of any more was not compared, which
 * makes the share smaller and is no finding.
 * @param share part of all rows that were read
 * @param compared facts that count what was compared; `without state` counts what could not be
 */
export function coverage(tally: Tally, share: number, compared: readonly string[]): CheckReport {
  const done = compared.reduce((sum, fact) => sum + Number(tally.facts[fact] ?? 0), 0);
  const missed = Number(tally.facts['without state'] ?? 0);
  if (done + missed === 0)
    return tally.findings > 0 ? tally.done(share) : tally.skipped('nothing is stored that the node could be asked for');
  if (done === 0 && tally.findings === 0) {
    return tally.skipped(
      `the node has no state of the blocks that ${missed} balances are of; a node that keeps all states (an archive node) has`,
    );
  }
  return tally.done((share * done) / (done + missed));
}

/**
 * The indexer's view of a chain's tables: where they stand, and one operation that extends them or replaces their
 * end. Rows, rollback and cursor are one transaction, so a reorg is not a special mode and a crash loses nothing.
 */
import type { BlockRef } from '@chaintrail/chains';

export interface Ledger<Block> {
  /** Height of the first indexed block; what the tables were started with wins over what is asked for. */
  readonly historyFrom: number;
  /** Height up to which nothing is ever taken back, as the node said; null where nodes do not say. */
  readonly finalizedHeight: number | null;
  cursor(): Promise<BlockRef | null>;
  /** Stored blocks `from … to`, inclusive, in order of height. */
  blocks(from: number, to: number): Promise<BlockRef[]>;
  /**
   * Removes everything above `fork` and appends `blocks`, which follow it. `fork` null removes everything.
   * @param cursor where the tables stand now, as {@link cursor} said
   */
  replaceAfter(cursor: BlockRef | null, fork: BlockRef | null, blocks: readonly Block[]): Promise<void>;
}

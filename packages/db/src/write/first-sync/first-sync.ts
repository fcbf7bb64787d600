/**
 * The indexer's view of a chain's first sync. Blocks are loaded into tables without indexes. Then stages do what is
 * faster over all rows at once. Each stage goes on where it was when it, or anything else, was interrupted.
 */
import type { BlockRef } from '@chaintrail/chains';
import type { Stage } from '../../tables/sync-tables.js';

/** Called after each step of a stage: how much of the stage is done, 0 to 1. */
export type OnShare = (share: number) => void;

export interface ShownProgress {
  /** Share of the whole, 0 to 1; null where nothing was said, and where the chain was live already. */
  readonly share: number | null;
  readonly nodeHeight: number | null;
}

export interface FirstSync<Block> {
  /** Stage that it is at; null when none is under way. */
  stage(): Promise<Stage | null>;
  /** The progress that was last shown. */
  shown(): Promise<ShownProgress>;
  /** Starts one. Only while nothing is indexed. */
  begin(): Promise<void>;
  /** Goes on with the load opened before, unless it failed. @param onShare of reading back what an interruption lost */
  openLoad(onShare: OnShare): Promise<BlockLoad<Block>>;
  /** Everything that follows the load stage, from where it is. */
  finish(onStage: (stage: Stage, share: number) => void): Promise<void>;
}

/** The load stage. Blocks are written many at a time: what was added last may not be written yet. */
export interface BlockLoad<Block> {
  /** Last block written, or null before the first one. */
  readonly written: BlockRef | null;
  /** Transactions written. */
  readonly transactions: number;
  /** Adds blocks that follow the last ones. Resolves when more may be added. */
  add(blocks: readonly Block[]): Promise<void>;
  /** Writes what was added. */
  flush(): Promise<void>;
  /** Ends the stage, after a flush: no more blocks are loaded. */
  end(): Promise<void>;
}

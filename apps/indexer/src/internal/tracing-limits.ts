/** How much tracing may do at once, and how long it waits. Tests have smaller numbers. */
export interface TracingLimits {
  /** Blocks whose traces are on their way, or wait to be written, while the chain is followed at its tip. */
  readonly liveAhead: number;
  /** Bytes of their answers. */
  readonly liveAheadBytes: number;
  /** Ranges of earlier blocks that are traced side by side. */
  readonly ranges: number;
  /** Blocks of a range that are traced side by side. */
  readonly rangeAhead: number;
  /** Blocks of a range in one transaction, and bytes of their answers. */
  readonly rangeBlocks: number;
  readonly rangeBytes: number;
  /** Staged bytes of earlier blocks' events that are numbered at once. */
  readonly pieceBytes: number;
  /** After a failure: first wait, which doubles, and longest. */
  readonly waitMs: number;
  readonly longestWaitMs: number;
  /** A block that cannot be traced for so long while later ones can is left out, where not all are wanted. */
  readonly giveUpMs: number;
  /**
   * Earlier blocks are not traced when the chain was not at its tip for so long: blocks that come need the node more.
   */
  readonly restAfterMs: number;
  /** How often progress is saved, and logged. */
  readonly saveEveryMs: number;
  readonly logEveryMs: number;
}

const MIB = 2 ** 20;

/** Tracing runs a block's transactions once more: a few at a time keep a node busy and leave it answering. */
export const TRACING_LIMITS: TracingLimits = {
  liveAhead: 8,
  liveAheadBytes: 64 * MIB,
  ranges: 3,
  rangeAhead: 2,
  rangeBlocks: 64,
  rangeBytes: 32 * MIB,
  pieceBytes: MIB / 2,
  waitMs: 2_000,
  longestWaitMs: 60_000,
  giveUpMs: 15 * 60_000,
  restAfterMs: 30_000,
  saveEveryMs: 5_000,
  logEveryMs: 60_000,
};

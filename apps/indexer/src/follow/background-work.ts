/**
 * Work of a chain beside its blocks: unconfirmed transactions, traces, balances. The node is queried asynchronously;
 * rows are written in short transactions on the owner's session, between two blocks.
 */
import type { BlockRef, MempoolNews } from '@chaintrail/chains';

export interface BackgroundWork {
  /** Short. @param cursor the last indexed block, which is the node's tip */
  step(cursor: BlockRef): Promise<void>;
  /** Blocks were removed. */
  reload?(): void;
  /** The node sent a notification. @param news what it says of the mempool */
  wake?(news?: MempoolNews): void;
  /** How long until the next step has something to do, as far as that is known. */
  readonly idleMs: number;
  /**
   * No step is under way, and none may follow. Nothing of it uses the database any more when this resolves. Answers
   * that the node still owes, for minutes perhaps, are dropped.
   */
  close?(): Promise<void>;
}

/** Where blocks are all there is. */
export const NO_BACKGROUND_WORK: BackgroundWork = {
  step: async () => undefined,
  idleMs: Number.POSITIVE_INFINITY,
};

/** Several works as one, whose steps run one after the other. */
export function inSequence(works: readonly BackgroundWork[]): Required<BackgroundWork> {
  return {
    async step(cursor: BlockRef) {
      for (const work of works) await work.step(cursor);
    },
    reload() {
      for (const work of works) work.reload?.();
    },
    wake(news) {
      for (const work of works) work.wake?.(news);
    },
    get idleMs() {
      return Math.min(...works.map(({ idleMs }) => idleMs));
    },
    async close() {
      await Promise.all(works.map((work) => work.close?.()));
    },
  };
}

/** Asynchronous work whose outcome, success or failure, is looked at between blocks. */
export class BackgroundTask<T> {
  outcome: { readonly value: T } | { readonly error: unknown } | null = null;
  /** Resolves when there is an outcome. Never rejects. */
  readonly ended: Promise<void>;

  constructor(work: Promise<T>) {
    this.ended = work.then(
      (value) => {
        this.outcome = { value };
      },
      (error: unknown) => {
        this.outcome = { error };
      },
    );
  }
}

/** A chain as `chaintrail status` shows it, wherever it was read. Times are unix seconds; what is not known is null. */
export interface ChainRow {
  readonly currency: string;
  readonly network: string;
  /** A newer API may have other words. */
  readonly status: 'syncing' | 'live' | 'stalled' | 'offline' | 'halted' | (string & Record<never, never>);
  /** The obstacle; with the remedy where the database was read. */
  readonly reason: string | null;
  /** The last indexed block. */
  readonly tip: number | null;
  readonly nodeTip: number | null;
  /** Blocks. */
  readonly behind: number | null;
  /** Stage of the first sync. */
  readonly stage: string | null;
  /** 0 to 1. */
  readonly progress: number | null;
  readonly etaSeconds: number | null;
  readonly blocksPerSecond: number | null;
  readonly heartbeatAt: number;
  /** Unconfirmed transactions that are indexed. */
  readonly mempool: number | null;
  /** Host of the indexer that has the chain; "yes" and "none" where only that is known. */
  readonly owner: string | null;
  /** The last audit that ended. */
  readonly audit: { readonly result: string; readonly finishedAt: number; readonly findings: number } | null;
  /** US dollars per whole coin, in plain decimal. */
  readonly rate: string | null;
}

export function behindOf(tip: number | null, nodeTip: number | null): number | null {
  return tip === null || nodeTip === null ? null : Math.max(0, nodeTip - tip);
}

/** The progress of a first sync only rises, whatever is found out about its size meanwhile. */
export class RisingProgress {
  readonly #highest = new Map<string, number>();

  of(row: ChainRow): ChainRow {
    const { currency, progress, status, tip } = row;
    // A chain that was dropped begins anew.
    if (status === 'live' || tip === null || progress === null) {
      this.#highest.delete(currency);
      return row;
    }
    const highest = Math.max(progress, this.#highest.get(currency) ?? 0);
    this.#highest.set(currency, highest);
    return { ...row, progress: highest };
  }
}

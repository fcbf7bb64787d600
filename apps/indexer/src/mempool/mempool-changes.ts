/**
 * Changes of the node's mempool by notifications, between two lists. The list is the truth; where no message was
 * lost since it was asked for, it need not be asked for again to know what came and went.
 */
import type { MempoolNews } from '@chaintrail/chains';

/** Where more wait than this, they are dropped, and the list tells. */
const MOST_WAITING = 100_000;
/** One that left waits so long for what took its place, or for the block, which tell why it left. */
const LEAVING_MS = 500;

export class MempoolChanges {
  /** Ids of the node's mempool: of its last list, and as far as notifications have told since. */
  listed = new Set<string>();
  /** Whether nothing that happened since the list is missing. */
  isGapless = false;
  /** Named since, and not looked at yet. */
  readonly #named = new Set<string>();
  /** Those that left, and when that was told. */
  readonly #leaving = new Map<string, number>();
  /** Changes since a list was asked for that has not come yet. */
  #since: MempoolNews[] | null = null;
  #hasGap = true;
  #newestMs = Number.NEGATIVE_INFINITY;

  /** Milliseconds since the last message; Infinity without one. */
  get silentMs(): number {
    return performance.now() - this.#newestMs;
  }

  get hasNamed(): boolean {
    return this.#named.size > 0;
  }

  isLeaving(txid: string): boolean {
    return this.#leaving.has(txid);
  }

  /** When the next one of those that left is due. */
  get leavingDueMs(): number {
    for (const at of this.#leaving.values()) return at + LEAVING_MS;
    return Number.POSITIVE_INFINITY;
  }

  /** @returns whether the list is needed to know what is there */
  take(news: MempoolNews): boolean {
    this.#newestMs = performance.now();
    if (news.kind === 'seen') {
      if (!this.listed.has(news.txid)) this.#named.add(news.txid);
      return true;
    }
    const isLost = !news.isNext || this.#named.size + this.#leaving.size + (this.#since?.length ?? 0) > MOST_WAITING;
    if (isLost) this.lose();
    this.#since?.push(news);
    this.#leaving.delete(news.txid);
    if (news.kind === 'added') this.#named.add(news.txid);
    else {
      this.#named.delete(news.txid);
      this.#leaving.set(news.txid, this.#newestMs);
    }
    apply(news, this.listed);
    return isLost;
  }

  /** Something is missing: the next list tells. */
  lose(): void {
    this.isGapless = false;
    this.#hasGap = true;
    this.#named.clear();
    this.#leaving.clear();
    if (this.#since !== null) this.#since = [];
  }

  /** The node is asked for its list. */
  ask(): void {
    this.#since = [];
    this.#hasGap = false;
  }

  /** @param sequence number of the first message about what happened after the list; null where the node has none */
  answer(txids: readonly string[], sequence: number | null): void {
    this.listed = new Set(txids);
    for (const news of this.#since ?? []) {
      if (news.kind !== 'seen' && sequence !== null && news.sequence >= sequence) apply(news, this.listed);
    }
    this.#since = null;
    this.isGapless = sequence !== null && !this.#hasGap && Number.isFinite(this.#newestMs);
  }

  /** At most so many of those that were named. */
  takeNamed(most: number): string[] {
    const taken: string[] = [];
    for (const txid of this.#named) {
      if (taken.length >= most) break;
      taken.push(txid);
      this.#named.delete(txid);
    }
    return taken;
  }

  /** Those that had left long enough ago at that time. */
  takeLeft(atMs: number): string[] {
    const until = atMs - LEAVING_MS;
    const left: string[] = [];
    for (const [txid, at] of this.#leaving) {
      if (at > until) break;
      left.push(txid);
      this.#leaving.delete(txid);
    }
    return left;
  }
}

function apply({ kind, txid }: MempoolNews, listed: Set<string>): void {
  if (kind === 'added') listed.add(txid);
  else if (kind === 'removed') listed.delete(txid);
}

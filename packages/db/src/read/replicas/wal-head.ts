import type { Absence, Server } from './server.js';

/** How far the primary's log was, and when, by this process's clock: what a replica's place is measured with. */
export class WalHead {
  readonly #maxLagMs: number;
  /** Rising in both. */
  #samples: { readonly position: number; readonly atMs: number }[] = [];
  #lower = 0;

  /** @param maxLagMs a replica that lags more is not read from; lags up to so long are told exactly, longer ones as at least that */
  constructor(maxLagMs: number) {
    this.#maxLagMs = maxLagMs;
  }

  /** The highest position that is known, in bytes. */
  get position(): number {
    return this.#samples.at(-1)?.position ?? 0;
  }

  /** @param isPrimary its log is the one that counts: where it falls back, the server is another one */
  note(position: number, isPrimary: boolean, nowMs: number): void {
    if (isPrimary) {
      // Once may be an answer that was overtaken on its way by that of a replica.
      this.#lower = position < this.position ? this.#lower + 1 : 0;
      if (this.#lower > 1) this.#samples = [];
    }
    const last = this.#samples.at(-1);
    if (last && (position <= last.position || nowMs - last.atMs < this.#maxLagMs / SAMPLES)) return;
    this.#samples.push({ position, atMs: nowMs });
    // One of those that are too old tells that a lag is too long.
    while ((this.#samples[1]?.atMs ?? nowMs) < nowMs - this.#maxLagMs) this.#samples.shift();
  }

  /** Whether all that is known of the log has been replayed there. */
  hasReached(position: number): boolean {
    return position + PAGE_HEADER >= this.position;
  }

  /** Milliseconds since when the log is known to have been beyond a position. */
  lagMs(position: number, nowMs: number): number {
    const first = this.#samples.find((sample) => sample.position > position + PAGE_HEADER);
    return first ? nowMs - first.atMs : 0;
  }

  /** @returns why the replica is not read from, and the same for the operator */
  judge(replica: Server, primary: Server): readonly [Absence, string | null] {
    const { seen, position, systemIdentifier: id, options } = replica;
    if (id !== null && primary.systemIdentifier !== null && id !== primary.systemIdentifier) {
      const remedy = `correct ${options.variable}.`;
      return ['foreign', `It is no streaming replica of ${primary.options.variable}; ${remedy}`];
    }
    const now = performance.now();
    this.note(position, !seen.isStandby, now);
    replica.lagMs = seen.isStandby ? this.lagMs(position, now) : 0;
    const caughtUp = !seen.isStandby || this.hasReached(position);
    // How long the log has been beyond it is known only since this process looks; the first time its own word counts.
    const isNear =
      replica.lagMs <= this.#maxLagMs &&
      (replica.absence === null || (seen.age ?? Number.POSITIVE_INFINITY) * 1_000 <= this.#maxLagMs);
    if (caughtUp || isNear) return [null, null];
    return [
      'lagging',
      `It lags more than ${this.#maxLagMs / 1_000} s behind (REPLICA_MAX_LAG_SECONDS); see whether its replay stands still.`,
    ];
  }
}

/** In the time that is kept. */
const SAMPLES = 64;
/** An idle primary's next record begins behind a page header that no replica was sent (SizeOfXLogLongPHD). */
const PAGE_HEADER = 40;

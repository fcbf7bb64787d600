/** Where a first sync stands, read often enough to catch stages that last some milliseconds. */
import type { ChainCode } from '@chaintrail/chains';
import { closeSession, openSession, type Session } from '@chaintrail/db';
import { queryFollowed, type WaitOptions, waitFor } from '@chaintrail/testkit';

/** The stages, and what is before and after them, in order. `hand-over`: the stages are over, the tip is not reached. */
const STEPS = ['before', 'load', 'unspent', 'sort', 'tokens', 'index', 'hand-over', 'live'] as const;
export type Step = (typeof STEPS)[number];
/** Steps that a first sync passes on its way and that a test can disturb, of every family. */
export const STOPS = ['load', 'unspent', 'sort', 'tokens', 'index', 'hand-over'] as const satisfies readonly Step[];
export type Stop = (typeof STOPS)[number];
/** Those of chains with unspent outputs. */
export const UTXO_STOPS = ['load', 'unspent', 'sort', 'index', 'hand-over'] as const satisfies readonly Stop[];
/** Those of EVM chains. */
export const EVM_STOPS = ['load', 'sort', 'tokens', 'index', 'hand-over'] as const satisfies readonly Stop[];

export interface Standing {
  readonly step: Step;
  /** The cursor. */
  readonly height: number | null;
  readonly hash: string | null;
  /** Buckets of addresses whose histories are written; null when no first sync is under way. */
  readonly sortedTo: number | null;
  /** tx_key below which unspent outputs are in the table; null outside a first sync. */
  readonly unspentTo: number | null;
  /** The stage as users see it, which is written less often. */
  readonly shownStage: Step | null;
  /** Sessions that write beside the owner's. */
  readonly helpers: number;
  readonly phase: string;
  readonly reason: string | null;
}

const READ = (chain: ChainCode) => `
    SELECT s.height, encode(s.hash, 'hex') AS hash, f.sorted_to AS "sortedTo", f.unspent_to::float8 AS "unspentTo", s.stage AS "shownStage", s.phase, s.reason,
      (SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'chaintrail-indexer-${chain}-helper') AS helpers,
      CASE WHEN f.stage IS NOT NULL THEN f.stage
        WHEN s.live_since IS NOT NULL THEN 'live' WHEN s.height IS NULL THEN 'before' ELSE 'hand-over' END AS step
    FROM ${chain}.sync_state s LEFT JOIN ${chain}.first_sync f ON true`;
/**
 * Often enough for stages of 20 ms, and for stages that a brake holds open. A reading costs client and server
 * some 0.2 ms of processor time together.
 */
const POLL_MS = { passing: 5, held: 20 } as const;
const TIMEOUT_MS = 120_000;
/**
 * The indexer's commits do not wait for the disk (`synchronous_commit = off`), so a crash of the server may lose the last
 * ones: those within three `wal_writer_delay`, 30 ms in these tests. The rest is for a machine that is busy elsewhere.
 */
const MAY_BE_LOST_MS = 1_000;

export function isBefore(step: Step, other: Step): boolean {
  return STEPS.indexOf(step) < STEPS.indexOf(other);
}

/** Reads a first sync's step through a session of its own, and notes every step back. */
export class StandingWatch {
  readonly #databaseUrl: string;
  readonly #chain: ChainCode;
  #session: Session | null = null;
  /** Views, oldest first; one that stayed the same once. */
  #seen: { readonly standing: Standing; readonly atMs: number }[] = [];
  readonly #enteredMs = new Map<Step, number>();
  readonly #setbacks: string[] = [];
  readonly #intervalMs: number;

  /** @param stages whether those that matter are held until they were seen */
  constructor(databaseUrl: string, chain: ChainCode, stages: keyof typeof POLL_MS = 'passing') {
    this.#databaseUrl = databaseUrl;
    this.#chain = chain;
    this.#intervalMs = POLL_MS[stages];
  }

  /** Everything that went back though it must not: the cursor, the stage, the buckets. */
  get setbacks(): readonly string[] {
    return this.#setbacks;
  }

  /** As last read; undefined before the indexer has registered the chain. */
  get latest(): Standing | undefined {
    return this.#seen.at(-1)?.standing;
  }

  /** Whether outputs went from memory into the table while blocks were still loaded. */
  get storedWhileLoading(): boolean {
    return this.#seen.some(({ standing }) => standing.step === 'load' && (standing.unspentTo ?? 0) > 0);
  }

  /** The most sessions that were seen to write beside the owner's. */
  get mostHelpers(): number {
    return Math.max(0, ...this.#seen.map(({ standing }) => standing.helpers));
  }

  /** Steps that were seen, in the order of their first sight. */
  get visited(): Step[] {
    return [...this.#enteredMs.keys()];
  }

  /** Milliseconds between the first sight of this step and that of the next one; 0 for one that was never seen. */
  duration(step: Step): number {
    const enteredMs = this.#enteredMs.get(step);
    if (enteredMs === undefined) return 0;
    const laterMs = [...this.#enteredMs.values()].filter((atMs) => atMs > enteredMs);
    return Math.min(...laterMs, performance.now()) - enteredMs;
  }

  /** Reads without a pause worth mentioning until the condition holds. A server that is away is waited for. */
  until(
    condition: (standing: Standing) => boolean,
    options: Pick<WaitOptions, 'what' | 'processes'>,
  ): Promise<Standing> {
    return waitFor(
      async () => {
        const standing = await this.#read();
        return standing !== undefined && condition(standing) && standing;
      },
      { intervalMs: this.#intervalMs, timeoutMs: TIMEOUT_MS, ...options },
    );
  }

  /**
   * After a crash of the server: what was seen in its last moments need not be there any more.
   * @param crashedMs when it was killed, by `performance.now()`
   */
  forgiveLastCommits(crashedMs: number): void {
    this.#seen = this.#seen.filter(({ atMs }) => atMs <= crashedMs - MAY_BE_LOST_MS);
  }

  async close(): Promise<void> {
    if (this.#session) await closeSession(this.#session);
    this.#session = null;
  }

  async #read(): Promise<Standing | undefined> {
    try {
      this.#session ??= await openSession(this.#databaseUrl, 'chaintrail-test-watch');
      const rows = await queryFollowed<Standing>(this.#session, this.#chain, READ(this.#chain));
      if (rows[0]) this.#note(rows[0]);
      return rows[0];
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  #note(standing: Standing): void {
    const { latest } = this;
    if (JSON.stringify(latest) === JSON.stringify(standing)) return;
    if (latest) this.#setbacks.push(...setbacksBetween(latest, standing));
    const atMs = performance.now();
    this.#seen.push({ standing, atMs });
    if (!this.#enteredMs.has(standing.step)) this.#enteredMs.set(standing.step, atMs);
  }
}

function setbacksBetween(before: Standing, after: Standing): string[] {
  const setbacks: string[] = [];
  const note = (what: string, from: unknown, to: unknown): void => {
    setbacks.push(`${what} went back from ${from} to ${to} (${before.step} to ${after.step})`);
  };
  if (isBefore(after.step, before.step)) note('stage', before.step, after.step);
  if (before.shownStage !== null && after.shownStage !== null && isBefore(after.shownStage, before.shownStage))
    note('shown stage', before.shownStage, after.shownStage);
  if ((after.height ?? -1) < (before.height ?? -1)) note('cursor', before.height, after.height);
  if (before.sortedTo !== null && after.sortedTo !== null && after.sortedTo < before.sortedTo)
    note('sorted_to', before.sortedTo, after.sortedTo);
  return setbacks;
}

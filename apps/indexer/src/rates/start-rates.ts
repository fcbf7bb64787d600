/** Rates of coins, found out every few minutes inside the indexer and kept in every database that it knows. */
import { CHAIN_CODES } from '@chaintrail/chains';
import type { DatabaseSettings } from '@chaintrail/config';
import { type Databases, type Pool, readLastRatesAt, saveRates, takeJobLock } from '@chaintrail/db';
import { createJobs, type JobHandler } from '@chaintrail/jobs';
import type { Logger } from 'pino';
import { collectRates } from './collect-rates.js';
import type { RateSource } from './rate-source.js';

/** Feeds are written, and pools move, every few minutes; the API calls an older answer stale. */
const EVERY_MS = 300_000;

interface RatesJobOptions {
  readonly sources: readonly RateSource[];
  /** Pools of every database that chains may be in, the common one first. */
  readonly pools: readonly Pool[];
  readonly maxAgeSeconds: number;
  readonly log: Logger;
}

export interface RatesOptions extends RatesJobOptions {
  readonly redisUrl: string | undefined;
  /** Names the installation: indexers with the same one and the same sources share the work through Redis. */
  readonly installation: string;
}

/**
 * Failure with sources is a warning, said once, and never an error here.
 * @returns what stops it; resolves when nothing is asked any more
 */
export async function startRates(options: RatesOptions): Promise<() => Promise<void>> {
  const { sources, pools, redisUrl, installation, log } = options;
  const first = pools[0];
  if (sources.length === 0 || first === undefined) return async () => undefined;
  const onTrouble = (sentence: string, error: unknown) => log.warn({ err: error }, sentence);
  // Not with the audits': they take turns, and one of those may take an hour.
  const jobs = await createJobs({ redisUrl, installation, onTrouble });
  // Indexers with other sources ask those: a name for each set of them, without what Redis keys may not have.
  const name = `rates-${sources.map((source) => source.name.replace(':', '-')).join('-')}`;
  const schedule = {
    everyMs: EVERY_MS,
    lastRunMs: () => readLastRatesAt(first),
    takeLock: () => takeRatesLock(first, name),
  };
  jobs.run(name, schedule, ratesJob(options));
  return async () => {
    // Calls under way would be waited for.
    await Promise.all([jobs.close(), ...sources.map((source) => source.close())]);
  };
}

/** Where the database that has the lock is away, other databases get their rates nevertheless. */
export function takeRatesLock(pool: Pool, name: string): ReturnType<typeof takeJobLock> {
  return takeJobLock(pool, name).catch(() => async () => undefined);
}

/** Asks all sources once, and writes what they agree on. Where they say nothing that counts, nothing is written. */
export function ratesJob({ sources, pools, maxAgeSeconds, log }: RatesJobOptions): JobHandler {
  const warn = onceEach((problem) => log.warn({ problem }, 'not all is well with rates'));
  return async (signal) => {
    const { at, rates, problems } = await collectRates(sources, maxAgeSeconds, signal);
    log.debug({ rates }, 'rates were found');
    // A database that is away, or that this login may not write rates to, keeps nothing from the others. The next run
    // is soon.
    const saved = await Promise.allSettled(pools.map((pool) => saveRates(pool, at, rates)));
    warn([
      ...problems,
      ...saved.flatMap((outcome) => (outcome.status === 'rejected' ? notWritten(outcome.reason) : [])),
    ]);
  };
}

function notWritten(error: unknown): string {
  return `they could not be written (${error instanceof Error ? error.message : String(error)})`;
}

/** Passes on what was not there the time before. Digits change each time, as those of ages do. */
function onceEach(say: (sentence: string) => void): (sentences: readonly string[]) => void {
  let before = new Set<string>();
  const kindOf = (sentence: string) => sentence.replace(/\d[\d.]*/g, 'N');
  return (sentences) => {
    for (const sentence of sentences) if (!before.has(kindOf(sentence))) say(sentence);
    before = new Set(sentences.map(kindOf));
  };
}

/**
 * Every database that a chain may be in has the rates of all coins: what is answered about a chain is read from one
 * database.
 * @returns the common one first, and its place, which names the installation
 */
export function databasesOfRates(
  settings: readonly DatabaseSettings[],
  databases: Databases,
): { readonly pools: readonly Pool[]; readonly installation: string } {
  const own = new Set(settings.map(({ chain }) => chain));
  const codes = CHAIN_CODES.filter((code) => own.has(null) || own.has(code));
  // Chains without one of their own are in the common one.
  const sorted = [...codes].sort((a, b) => Number(own.has(a)) - Number(own.has(b)));
  const first = sorted[0];
  return {
    pools: [...new Set(sorted.map((code) => databases.pool(code)))],
    installation: first === undefined ? '' : databases.location(first),
  };
}

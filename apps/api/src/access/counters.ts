/** Where it is counted what clients have used: in Redis for all API processes together, else for the workers of one. */
import type { RateTier } from '@chaintrail/config';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { siteOf, widerNetworks } from './client-address.js';

/** Longer than any Redis takes that is well; requests wait for it. */
const ANSWER_MS = 500;
const CONNECT_MS = 2_000;
const RECONNECT_MS = { first: 100, longest: 2_000 };
const PREFIX = 'chaintrail-limit';
/** Clients of a tier that one window tells apart, and networks of each width beyond those: 30 MB at worst. */
const MOST_CLIENTS = 100_000;
/** Quotas that the clients of one site have together: it has 65,536 networks that are a client each. */
const QUOTAS_OF_SITE = 32;

export interface Count {
  readonly remaining: number;
  /** Until everything may be used again. */
  readonly resetMs: number;
  readonly isExceeded: boolean;
}

/** Use by the clients of one tier. */
export interface Counter {
  take(client: string, units: number): Promise<Count>;
}

/** Where units are noted. */
type Limiter = RateLimiterMemory | RateLimiterRedis;

/**
 * By which names clients are counted in a window: by their own while there are not too many, then by ever wider
 * networks. So whoever has many addresses takes a bounded amount of memory, and shares units with neighbours alone.
 */
class ClientNames {
  readonly #most: number;
  /** By how wide they are. */
  #known: Set<string>[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  forget(): void {
    this.#known = [];
  }

  nameOf(client: string): string {
    let last = client;
    for (const [width, name] of [client, ...widerNetworks(client)].entries()) {
      const known = this.#known[width] ?? new Set();
      this.#known[width] = known;
      if (known.size < this.#most) known.add(name);
      if (known.has(name)) return name;
      last = name;
    }
    return last;
  }
}

/** Units that clients of one tier have used, and their sites. */
class ClientCounts {
  readonly #tier: RateTier;
  readonly #clients: Limiter;
  readonly #sites: Limiter;
  readonly #names: ClientNames;
  /** Sites that have used everything, and until when: they take no names from others. */
  readonly #exhausted = new Map<string, number>();
  #beganMs = 0;

  /** @param limiter of names with so many units each; `kind` tells those of clients from those of sites */
  constructor(tier: RateTier, most: number, limiter: (kind: 'clients' | 'sites', points: number) => Limiter) {
    this.#tier = tier;
    this.#clients = limiter('clients', tier.quota ?? 0);
    this.#sites = limiter('sites', (tier.quota ?? 0) * QUOTAS_OF_SITE);
    this.#names = new ClientNames(most);
  }

  async take(client: string, units: number): Promise<Used> {
    this.#beginWindow();
    const site = siteOf(client);
    const resetMs = (this.#exhausted.get(site ?? '') ?? 0) - performance.now();
    if (resetMs > 0) return { consumedPoints: 0, remaining: 0, resetMs, isExceeded: true };
    const name = this.#names.nameOf(client);
    const own = countOf(await consume(this.#clients, name, units), this.#clients.points);
    // Refused requests, and clients that are counted with others, take nothing from neighbours.
    if (site === null || own.isExceeded || name !== client) return own;
    const all = countOf(await consume(this.#sites, site, units), this.#sites.points);
    if (all.isExceeded) this.#exhausted.set(site, performance.now() + all.resetMs);
    return all.isExceeded || all.remaining < own.remaining ? all : own;
  }

  #beginWindow(): void {
    const nowMs = performance.now();
    if (nowMs - this.#beganMs < this.#tier.windowSeconds * 1_000) return;
    this.#beganMs = nowMs;
    this.#names.forget();
    for (const [site, untilMs] of this.#exhausted) if (untilMs < nowMs) this.#exhausted.delete(site);
  }
}

/** In this process. */
export class MemoryCounter implements Counter {
  readonly #counts: ClientCounts;

  constructor(tier: RateTier, mostClients = MOST_CLIENTS) {
    const duration = tier.windowSeconds;
    this.#counts = new ClientCounts(tier, mostClients, (_kind, points) => new RateLimiterMemory({ points, duration }));
  }

  async take(client: string, units: number): Promise<Count> {
    const { remaining, resetMs, isExceeded } = await this.#counts.take(client, units);
    return { remaining, resetMs, isExceeded };
  }
}

/** In Redis; without it while Redis is away. */
class SharedCounter implements Counter {
  readonly #counts: ClientCounts;
  readonly #own: Counter;
  readonly #store: RedisStore;

  constructor(store: RedisStore, tier: RateTier, own: Counter, mostClients: number) {
    this.#store = store;
    this.#own = own;
    const { name, windowSeconds: duration } = tier;
    const prefix = { clients: `${PREFIX}:${name}`, sites: `${PREFIX}-sites:${name}` };
    this.#counts = new ClientCounts(
      tier,
      mostClients,
      (kind, points) =>
        new RateLimiterRedis({
          ...{ storeClient: store.client, keyPrefix: prefix[kind], points, duration },
          rejectIfRedisNotReady: true,
          // Redis hears no more of a client that has used everything.
          inMemoryBlockOnConsumed: points,
        }),
    );
  }

  async take(client: string, units: number): Promise<Count> {
    try {
      const { consumedPoints, remaining, resetMs, isExceeded } = await this.#counts.take(client, units);
      // Without units it was not Redis that answered.
      if (consumedPoints > 0) this.#store.noteAnswer();
      return { remaining, resetMs, isExceeded };
    } catch (error) {
      this.#store.noteFailure(error);
      return this.#own.take(client, units);
    }
  }
}

/** A connection to Redis that makes nobody wait: what cannot be asked at once fails. */
export class RedisStore {
  readonly client: Redis;
  readonly #log: Logger;
  #isAway = false;
  #reason = 'no connection yet';

  /** @param url holds the password */
  constructor(url: string, log: Logger) {
    this.#log = log;
    this.client = new Redis(url, {
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      commandTimeout: ANSWER_MS,
      connectTimeout: CONNECT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(RECONNECT_MS.first * 2 ** Math.min(times, 10), RECONNECT_MS.longest),
    });
    this.client.on('error', (error: Error) => {
      this.#reason = error.message;
    });
  }

  /** @param own counts while Redis is away */
  counter(tier: RateTier, own: Counter, mostClients = MOST_CLIENTS): Counter {
    return new SharedCounter(this, tier, own, mostClients);
  }

  noteAnswer(): void {
    if (this.#isAway) this.#log.info('Redis answers again: limits are counted for all API processes together');
    this.#isAway = false;
  }

  noteFailure(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    // It holds the connection and says nothing: until a new one is ready, nobody waits for it.
    if (message === 'Command timed out' && this.client.status === 'ready') this.client.disconnect(true);
    if (this.#isAway) return;
    this.#isAway = true;
    const reason = this.client.status === 'ready' ? message : this.#reason;
    this.#log.warn(
      { reason },
      'Redis does not answer (REDIS_URL): each API process counts limits by itself until it does',
    );
  }

  /** Whether Redis answered when it was asked last. */
  get isAnswering(): boolean {
    return !this.#isAway;
  }

  close(): void {
    this.client.disconnect();
  }
}

async function consume(limiter: Limiter, key: string, units: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, units);
  } catch (error) {
    // The library throws what it would return where a limit is exceeded.
    if (error instanceof RateLimiterRes) return error;
    throw error;
  }
}

type Used = Count & Pick<RateLimiterRes, 'consumedPoints'>;

function countOf({ consumedPoints, remainingPoints, msBeforeNext }: RateLimiterRes, quota: number): Used {
  // A client that Redis is not asked about any more has nothing left either.
  const isExceeded = consumedPoints > quota || consumedPoints === 0;
  const resetMs = Math.max(msBeforeNext, 0);
  return { consumedPoints, remaining: isExceeded ? 0 : remainingPoints, resetMs, isExceeded };
}

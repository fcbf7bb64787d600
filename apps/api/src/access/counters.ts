/** Where it is counted what clients have used: in Redis for all API processes together, else for the workers of one. */
import type { RateTier } from '@chaintrail/config';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Longer than any Redis takes that is well; requests wait for it. */
const ANSWER_MS = 500;
const CONNECT_MS = 2_000;
const RECONNECT_MS = { first: 100, longest: 2_000 };
const PREFIX = 'chaintrail-limit';
/** Clients that are told apart in one window of one tier: some 30 MB. More are counted together. */
const MOST_CLIENTS = 100_000;

export interface Count {
  readonly remaining: number;
  /** Until everything may be used again. */
  readonly resetMs: number;
  readonly isExceeded: boolean;
}

/** What the clients of one tier have used. */
export interface Counter {
  take(client: string, units: number): Promise<Count>;
}

/** In this process. However many addresses a client has, they take a bounded amount of memory. */
export class MemoryCounter implements Counter {
  readonly #limiter: RateLimiterMemory;
  readonly #windowMs: number;
  readonly #mostClients: number;
  #newClients = 0;
  #countedMs = 0;

  constructor({ quota, windowSeconds }: RateTier, mostClients = MOST_CLIENTS) {
    this.#limiter = new RateLimiterMemory({ points: quota ?? 0, duration: windowSeconds });
    this.#windowMs = windowSeconds * 1_000;
    this.#mostClients = mostClients;
  }

  async take(client: string, units: number): Promise<Count> {
    const nowMs = performance.now();
    if (nowMs - this.#countedMs >= this.#windowMs) {
      this.#countedMs = nowMs;
      this.#newClients = 0;
    }
    const isCrowded = this.#newClients >= this.#mostClients && (await this.#limiter.get(client)) === null;
    const count = await consume(this.#limiter, isCrowded ? 'crowd' : client, units);
    if (count.isFirstInDuration) this.#newClients++;
    return countOf(count, this.#limiter.points);
  }
}

/** In Redis; without it while Redis is away. */
class SharedCounter implements Counter {
  readonly #limiter: RateLimiterRedis;
  readonly #own: Counter;
  readonly #store: RedisStore;

  constructor(store: RedisStore, tier: RateTier, own: Counter) {
    this.#store = store;
    this.#own = own;
    const points = tier.quota ?? 0;
    this.#limiter = new RateLimiterRedis({
      ...{ storeClient: store.client, keyPrefix: `${PREFIX}:${tier.name}`, points, duration: tier.windowSeconds },
      rejectIfRedisNotReady: true,
      // Redis hears no more of a client that has used everything.
      inMemoryBlockOnConsumed: points,
    });
  }

  async take(client: string, units: number): Promise<Count> {
    try {
      const count = await consume(this.#limiter, client, units);
      // Without units it was not Redis that answered.
      if (count.consumedPoints > 0) this.#store.noteAnswer();
      return countOf(count, this.#limiter.points);
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
  counter(tier: RateTier, own: Counter): Counter {
    return new SharedCounter(this, tier, own);
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

async function consume(
  limiter: RateLimiterMemory | RateLimiterRedis,
  key: string,
  units: number,
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, units);
  } catch (error) {
    // The library throws what it would return where a limit is exceeded.
    if (error instanceof RateLimiterRes) return error;
    throw error;
  }
}

function countOf({ consumedPoints, remainingPoints, msBeforeNext }: RateLimiterRes, quota: number): Count {
  // A client that Redis is not asked about any more has nothing left either.
  const isExceeded = consumedPoints > quota || consumedPoints === 0;
  return { remaining: isExceeded ? 0 : remainingPoints, resetMs: Math.max(msBeforeNext, 0), isExceeded };
}

/** Who asks, and how much they may: from the settings to what every request passes. */
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccessSettings, RateCosts, RateLimits, RateTier, Secret } from '@chaintrail/config';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { ProblemError } from '../problem.js';
import { bareAddresses, clientNetwork, isLoopback } from './client-address.js';
import { type Count, type Counter, MemoryCounter, RedisStore } from './counters.js';
import { describeAccess } from './describe-access.js';
import { InvalidTokenError, Tokens } from './tokens.js';

/** The tier of everybody who has no other. */
const FREE = 'free';

/** Cost of a request besides itself. */
export interface Cost {
  /** Rows that the page may have. */
  readonly rows?: number;
  /** Work for the database, in rows of a history, where that is not {@link rows}. For lanes alone, not for limits. */
  readonly work?: number;
  /** Whether a node has to be asked, or may have to; or of how many addresses. */
  readonly asksNode?: boolean | number;
  /** Whether it comes on top of what the request was charged before. */
  readonly isFurther?: boolean;
}

/** Where a client stands after a request. */
interface Standing extends Count {
  readonly tier: RateTier & { readonly quota: number };
}

/** Characters. */
const NAME_LENGTH = 12;

export interface Caller {
  readonly isAuthenticated: boolean;
  readonly tier: string;
  /** Key that the limits of the caller are counted by. */
  readonly client: string;
  /** Unix milliseconds: when the token expires; null without one. */
  readonly expiresAt: number | null;
  /** `jti` of the token; null where there is none. */
  readonly tokenId: string | null;
  /** Whether nothing is counted. */
  readonly isExempt: boolean;
}

/** A caller, as logs and metrics may tell of it. */
export interface NamedCaller {
  /** The same for all that a client asks until the API is started again; tells nobody who it is. */
  readonly name: string;
  readonly tier: string;
}

export interface AccessOptions {
  readonly settings: AccessSettings;
  /** URL of a server that all API processes share; undefined for none. */
  readonly redisUrl: Secret | undefined;
  readonly log: Logger;
  /** Key that names of clients are made with; by default another one for each process. */
  readonly nameKey?: string;
  /** Counts without Redis; by default in this process. */
  readonly counterOf?: (tier: RateTier) => Counter;
}

export class Access {
  /** As Express takes it; empty for none. */
  readonly trustedProxies: string[];
  /** Facts for clients, for the index document. */
  readonly info: string;
  readonly #tokens: Tokens;
  readonly #limits: Limits | null;
  readonly #store: RedisStore | null;
  readonly #registrationUrl: string | undefined;
  readonly #nameKey: string;
  readonly #tokenTier: string;
  readonly #exemptsLoopback: boolean;
  readonly #log: Logger;
  #hasWarned = false;

  private constructor(options: AccessOptions, tokens: Tokens) {
    const { settings, redisUrl, log, counterOf = (tier) => new MemoryCounter(tier) } = options;
    this.#nameKey = options.nameKey ?? randomUUID();
    const { rateLimits, trustedProxies, registrationUrl, exemptsLoopback } = settings;
    this.trustedProxies = [...trustedProxies];
    this.#tokens = tokens;
    const store = rateLimits && redisUrl ? new RedisStore(redisUrl.reveal(), log) : null;
    this.#store = store;
    this.#limits =
      rateLimits && new Limits(rateLimits, (tier) => store?.counter(tier, counterOf(tier)) ?? counterOf(tier));
    this.#registrationUrl = registrationUrl;
    this.#tokenTier = rateLimits?.tokenTier ?? FREE;
    this.#exemptsLoopback = exemptsLoopback;
    this.#log = log;
    this.info = describeAccess({ ...settings, isChecked: tokens.isChecked });
  }

  /** @throws the error of the file system where the denylist cannot be read */
  static async open(options: AccessOptions): Promise<Access> {
    return new Access(options, await Tokens.open(options.settings.tokens, options.log));
  }

  /** Finds out who asks. A token that is not valid does no harm but to be told of (RFC 6750 §3.1). */
  readonly identify: RequestHandler = async (request, response, next) => {
    this.#readForwarded(request);
    const sent = /^bearer(?:\s+(.*))?$/i.exec(request.headers.authorization ?? '');
    let caller: Caller = {
      isAuthenticated: false,
      tier: FREE,
      client: `address:${clientNetwork(request.ip) ?? clientNetwork(request.socket.remoteAddress)}`,
      ...{ expiresAt: null, tokenId: null },
      isExempt: this.#exemptsLoopback && isLoopback(request.ip) && isLoopback(request.socket.remoteAddress),
    };
    if (sent) {
      try {
        const { id, tier, ...token } = await this.#tokens.read(sent[1]?.trim() ?? '');
        caller = {
          isAuthenticated: true,
          tier: this.#tierOf(tier),
          client: `subject:${id}`,
          ...token,
          isExempt: false,
        };
      } catch (error) {
        if (!(error instanceof InvalidTokenError)) throw error;
        response.set('WWW-Authenticate', `Bearer error="invalid_token", error_description="${error.message}"`);
      }
    }
    response.locals['caller'] = caller;
    next();
  };

  /** @throws ProblemError where the caller has used what there is */
  async charge(response: Response, cost: Cost): Promise<void> {
    response.locals['units'] = this.#limits?.unitsOf(cost) ?? 1;
    const standing = await this.#take(callerOf(response), cost);
    if (!standing) return;
    response.set(rateFields(standing));
    if (standing.isExceeded) throw this.#refusal(standing);
  }

  /** Charges for a further part of an answer, or waits for units. @throws ProblemError; the reason of `signal` */
  async chargeMore(caller: Caller, cost: Cost, mostMs: number, signal: AbortSignal): Promise<void> {
    const until = performance.now() + mostMs;
    for (;;) {
      if (await this.#tokens.isRevoked(caller.tokenId)) throw new ProblemError('rate-limited', 'the token was revoked');
      const standing = await this.#take(caller, cost);
      if (!standing?.isExceeded) return;
      if (performance.now() + standing.resetMs > until) throw this.#refusal(standing);
      await sleep(standing.resetMs + 1, undefined, { signal });
    }
  }

  /** Whether the caller's token has expired or was revoked since: what goes on for long asks now and then. */
  async isOver({ expiresAt, tokenId }: Caller): Promise<boolean> {
    return (expiresAt !== null && expiresAt <= Date.now()) || this.#tokens.isRevoked(tokenId);
  }

  /** @returns null for a request that was refused before anybody looked who sent it */
  named(response: Response): NamedCaller | null {
    const caller: Caller | undefined = callerOf(response);
    if (!caller) return null;
    const name = createHmac('sha256', this.#nameKey).update(caller.client).digest('base64url').slice(0, NAME_LENGTH);
    return { name, tier: caller.tier };
  }

  /** Whether limits are counted for all API processes together at the moment; null where they never are. */
  get areLimitsShared(): boolean | null {
    return this.#store?.isAnswering ?? null;
  }

  close(): void {
    this.#store?.close();
  }

  /** @returns null where there is no limit */
  async #take({ tier, client, isExempt }: Caller, cost: Cost): Promise<Standing | null> {
    return isExempt || !this.#limits ? null : this.#limits.take(tier, client, cost);
  }

  #tierOf(claimed: string | null): string {
    if (claimed === null) return this.#tokenTier;
    // Without limits there is no list of tiers; a name that could be in one is shown.
    const isKnown = this.#limits ? this.#limits.has(claimed) : /^[a-z][a-z0-9_-]{0,31}$/.test(claimed);
    return isKnown ? claimed : this.#tokenTier;
  }

  /** Before Express reads who forwarded what for whom. */
  #readForwarded({ headers }: Request): void {
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded !== 'string') return;
    if (this.trustedProxies.length > 0) {
      headers['x-forwarded-for'] = bareAddresses(forwarded);
      return;
    }
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#log.warn(
      'Requests bring X-Forwarded-For, and TRUSTED_PROXIES is not set: all clients of a proxy count as one. Set it to the address of the proxy; where there is none, a client made the header up',
    );
  }

  #refusal({ tier, resetMs }: Standing): ProblemError {
    const retryAfter = secondsOf(resetMs);
    const more = this.#registrationUrl === undefined ? '' : `; ${this.#registrationUrl} tells of other tiers`;
    return new ProblemError(
      'rate-limited',
      `tier ${tier.name} has ${tier.quota} units in ${tier.windowSeconds} seconds, and they are used; there are new ones in ${retryAfter} s${more}`,
      { retryAfter },
    );
  }
}

/** Who a request is from; `identify` has to have seen it. */
export function callerOf(response: Response): Caller {
  return response.locals['caller'];
}

/** Units that a request was charged; 0 for what is not. */
export function unitsOf(response: Response): number {
  return response.locals['units'] ?? 0;
}

/** As draft-ietf-httpapi-ratelimit-headers-10 has them. */
function rateFields({ tier, remaining, resetMs }: Standing): Record<string, string> {
  return {
    'RateLimit-Policy': `"${tier.name}";q=${tier.quota};w=${tier.windowSeconds}`,
    RateLimit: `"${tier.name}";r=${remaining};t=${secondsOf(resetMs)}`,
  };
}

/** Rounded up: whoever waits so long is not too early. */
function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}

export class Limits {
  readonly #tiers: ReadonlyMap<string, RateTier>;
  readonly #costs: RateCosts;
  readonly #counters = new Map<string, Counter>();

  constructor({ tiers, costs }: RateLimits, counterOf: (tier: RateTier) => Counter) {
    this.#tiers = tiers;
    this.#costs = costs;
    for (const tier of tiers.values()) this.#counters.set(tier.name, counterOf(tier));
  }

  has(tier: string): boolean {
    return this.#tiers.has(tier);
  }

  unitsOf(cost: Cost): number {
    return unitsOfCost(this.#costs, cost);
  }

  /** @returns null where there is no limit */
  async take(tierName: string, client: string, cost: Cost): Promise<Standing | null> {
    const tier = this.#tiers.get(tierName);
    if (!tier || !hasQuota(tier)) return null;
    // A request that costs more than all there is takes all there is: it could never be made otherwise.
    const units = Math.min(unitsOfCost(this.#costs, cost), tier.quota);
    if (units === 0) return null;
    return { tier, ...(await this.#counters.get(tierName)!.take(client, units)) };
  }
}

function hasQuota(tier: RateTier): tier is Standing['tier'] {
  return tier.quota !== null;
}

export function unitsOfCost({ request, rowsPerUnit, node }: RateCosts, cost: Cost): number {
  const { rows = 0, asksNode = false, isFurther = false } = cost;
  return (isFurther ? 0 : request) + Math.floor(rows / rowsPerUnit) + Number(asksNode) * node;
}

/** How much a client may ask for. */
import type { RateCosts, RateLimits, RateTier } from '@chaintrail/config';
import type { Count, Counter } from './counters.js';

/** The tier of everybody who has no other. */
export const FREE = 'free';

/** Cost of a request besides itself. */
export interface Cost {
  /** Rows that the page may have. */
  readonly rows?: number;
  /**
   * Work for the database, in rows of a history, where that is not {@link rows}. For lanes (`lanes.ts`), and not
   * for limits.
   */
  readonly work?: number;
  /** Whether a node has to be asked, or may have to; or of how many addresses. */
  readonly asksNode?: boolean | number;
  /** Whether it comes on top of what the request was charged before. */
  readonly isFurther?: boolean;
}

/** Where a client stands after a request. */
export interface Standing extends Count {
  readonly tier: RateTier & { readonly quota: number };
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
    return unitsOf(this.#costs, cost);
  }

  /** @returns null where there is no limit */
  async take(tierName: string, client: string, cost: Cost): Promise<Standing | null> {
    const tier = this.#tiers.get(tierName);
    if (!tier || !hasQuota(tier)) return null;
    // A request that costs more than all there is takes all there is: it could never be made otherwise.
    const units = Math.min(unitsOf(this.#costs, cost), tier.quota);
    if (units === 0) return null;
    return { tier, ...(await this.#counters.get(tierName)!.take(client, units)) };
  }
}

function hasQuota(tier: RateTier): tier is Standing['tier'] {
  return tier.quota !== null;
}

export function unitsOf({ request, rowsPerUnit, node }: RateCosts, cost: Cost): number {
  const { rows = 0, asksNode = false, isFurther = false } = cost;
  return (isFurther ? 0 : request) + Math.floor(rows / rowsPerUnit) + Number(asksNode) * node;
}

import type { RateLimits, RateTier } from '@chaintrail/config';

interface Facts {
  readonly isChecked: boolean;
  readonly rateLimits: RateLimits | null;
  readonly registrationUrl: string | undefined;
}

/** What a client should know of tokens and limits, in sentences. */
export function describeAccess({ isChecked, rateLimits, registrationUrl }: Facts): string {
  const tokens = isChecked
    ? 'No token is needed. A valid one, as `Authorization: Bearer <token>`, gives the tier that it names.'
    : 'No token is needed. This server does not check tokens: every caller is in tier "free".';
  const registration = registrationUrl === undefined ? [] : [`Tokens: ${registrationUrl}`];
  return [tokens, limitsText(rateLimits), ...registration].join(' ');
}

function limitsText(limits: RateLimits | null): string {
  if (!limits) return 'No rate limit applies.';
  const { request, rowsPerUnit, node } = limits.costs;
  const tiers = [...limits.tiers.values()].map((tier) => `"${tier.name}" ${quotaText(tier)}`).join(', ');
  return `Units of each tier: ${tiers}. A request costs ${request}, one more for each ${rowsPerUnit} rows asked for, and ${node} more where a node is asked.`;
}

function quotaText({ quota, windowSeconds }: RateTier): string {
  return quota === null ? 'without limit' : `${quota} in ${windowSeconds} seconds`;
}

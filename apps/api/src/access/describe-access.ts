import type { AccessSettings, RateLimits, RateTier } from '@chaintrail/config';

interface Facts extends Pick<AccessSettings, 'rateLimits' | 'registrationUrl' | 'exemptsLoopback' | 'tokens'> {
  readonly isChecked: boolean;
}

/** Facts about tokens and limits for clients, in sentences. */
export function describeAccess(facts: Facts): string {
  const { isChecked, rateLimits, registrationUrl, exemptsLoopback } = facts;
  const sentences = isChecked
    ? ['No token is needed.', tierText(rateLimits), ...sourceText(facts)]
    : ['No token is needed. This server does not check tokens: every caller is in tier "free".'];
  const exempt = rateLimits && exemptsLoopback ? ['Clients on the machine of the server have no limit.'] : [];
  const registration = registrationUrl === undefined ? [] : [`Tokens: ${registrationUrl}`];
  return [...sentences, limitsText(rateLimits), ...exempt, ...registration].join(' ');
}

function tierText(limits: RateLimits | null): string {
  const otherwise = limits ? `, or else "${limits.tokenTier}"` : '';
  return `A valid one, as \`Authorization: Bearer <token>\`, gives the tier that it names${otherwise}.`;
}

/** Where the one who runs the server issues tokens. */
function sourceText({ registrationUrl, tokens }: Facts): readonly string[] {
  const isSigning = tokens.keys.some(({ algorithms }) => algorithms.includes('HS256'));
  if (registrationUrl !== undefined || !isSigning) return [];
  return ['Whoever runs this server makes one with `npx chaintrail token issue --subject NAME --days 90`.'];
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

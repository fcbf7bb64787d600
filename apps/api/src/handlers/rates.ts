import type { ChainCode } from '@chaintrail/chains';
import { isStoreError } from '@chaintrail/db';
import { z } from 'zod';
import { answerNow } from '../http/answer.js';
import type { ListedChain } from '../read/followed-chain.js';
import { readLastRates } from '../read/read-rates.js';
import { type ShownRate, shownRate } from '../read/usd.js';
import { atParameter } from '../schemas/parameters.js';
import { Rates } from '../schemas/rates-schema.js';
import type { Services } from '../services/open-services.js';
import { NO_DATABASE, route } from '../services/route.js';

const UNKNOWN = { rate: null, asOf: null, sources: [], stale: true };

export const rates = route({
  path: '/rates',
  operationId: 'getRates',
  tag: 'Chains',
  summary: 'US dollars per whole coin of every currency, now or at a past moment',
  description:
    'The median of the sources that agree. Those of the operator come first: price feeds on Ethereum and its layer 2s, and pools of ' +
    'THORChain and MAYAChain. A rate is `stale` where its price is older than two hours, or no source has confirmed it for 15 minutes. ' +
    'A past rate is `stale` where the record has none of the two hours before. Beyond the maximum age of the server it is null, as it is where ' +
    'sources contradict each other from the start, and on public test networks. Currencies whose coin is the same share its rate.',
  query: z.strictObject({ at: atParameter }),
  response: Rates,
  problems: { 503: NO_DATABASE },
  async handle(services, { query: { at = null } }) {
    const { chains: followed } = await services.chains.list();
    const found = at === null ? await ratesOfNow(services, followed) : await ratesAt(services, followed, at);
    const shown = followed.map(({ chain: { code } }) => [code, found.get(code) ?? UNKNOWN] as const);
    return answerNow({ quote: 'usd' as const, at, rates: Object.fromEntries(shown) }, 5);
  },
});

type ShownRates = ReadonlyMap<ChainCode, ShownRate | null>;

/** A database that is away tells nothing of its chains, and those of others are answered. */
async function ratesOfNow({ rates, databases }: Services, followed: readonly ListedChain[]): Promise<ShownRates> {
  const answering = followed.filter(({ isAnswering }) => isAnswering);
  const found = answering.map(async (listed) => {
    const rate = await rates.of(listed).catch((error: unknown) => {
      if (!isStoreError(error) || databases.all.length === 1) throw error;
      return null;
    });
    return [listed.chain.code, rate] as const;
  });
  return new Map(await Promise.all(found));
}

async function ratesAt(services: Services, followed: readonly ListedChain[], at: number): Promise<ShownRates> {
  const { databases, rates, asking } = services;
  const found = await readLastRates(databases, followed, at, asking);
  return new Map([...found].map(([code, rate]) => [code, shownRate(rate, at, rates.maxAgeSeconds)]));
}

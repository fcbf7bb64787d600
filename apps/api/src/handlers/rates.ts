import { z } from 'zod';
import { route } from '../http/route.js';
import { Rates } from '../schemas/rates.js';
import { NO_DATABASE } from './problems.js';
import { answerNow } from './respond.js';

export const rates = route({
  path: '/rates',
  atRoot: false,
  operationId: 'getRates',
  tag: 'Chains',
  summary: 'US dollars per whole coin of every currency',
  description: 'This version asks no source of prices: every `rate` is null and marked stale.',
  pathParameters: z.strictObject({}),
  query: z.strictObject({}),
  response: Rates,
  problems: { 503: NO_DATABASE },
  async handle({ chains }) {
    const { chains: followed } = await chains.list();
    const unknown = { rate: null, asOf: null, sources: [], stale: true };
    return answerNow(
      { quote: 'usd' as const, rates: Object.fromEntries(followed.map(({ chain }) => [chain.code, unknown])) },
      5,
    );
  },
});

import { z } from 'zod';
import { route } from '../http/route.js';
import { answerNow } from './respond.js';

export const metrics = route({
  path: '/metrics',
  atRoot: true,
  operationId: 'getMetrics',
  tag: 'Server',
  summary: 'Metrics for Prometheus: this process, its requests, and every chain',
  description: 'Answers without a database, too: `chaintrail_store_up` is 0 then, and nothing is said of the chains.',
  pathParameters: z.strictObject({}),
  query: z.strictObject({}),
  response: { mediaType: 'text/plain; version=0.0.4', description: "Prometheus' text format." },
  problems: {},
  isForOperators: true,
  async handle({ scrape }) {
    return answerNow(await scrape());
  },
});

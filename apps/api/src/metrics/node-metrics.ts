import { Histogram, type Registry } from 'prom-client';
import type { NoteQuestion } from '../node/node-queue.js';

/** Seconds. A request waits two at most; a client of a node gives up after some more. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Times what the API asks nodes for: balances and names. What the indexer asks them is in each chain's own metrics. */
export function timeQuestions(registry: Registry): NoteQuestion {
  const durations = new Histogram({
    name: 'chaintrail_api_node_question_duration_seconds',
    help: 'Questions of the API to nodes, by outcome; away: no answer in time. What is known already is not asked.',
    labelNames: ['currency', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  return (currency, outcome, seconds) => durations.observe({ currency, outcome }, seconds);
}

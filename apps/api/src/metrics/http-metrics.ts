import type { RequestHandler } from 'express';
import { Counter, Histogram, type Registry } from 'prom-client';
import { callerOf } from '../access/access.js';
import { routeOf } from '../http/access-log.js';
import { notedProblem } from '../problem.js';
import { PROBLEM_CODES } from '../schemas/problem-types.js';

/** Seconds. The goal is a p99 of 25 ms; what takes seconds is a database in trouble. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts and times every request. Labels are closed lists, so that no client can make series of its own. */
export function timeRequests(registry: Registry): RequestHandler {
  const registers = [registry];
  const durations = new Histogram({
    name: 'chaintrail_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, by route as documented and class of status.',
    labelNames: ['route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const problems = new Counter({
    name: 'chaintrail_http_problems_total',
    help: 'Requests that were answered with a problem, by its code.',
    labelNames: ['code'],
    registers,
  });
  // A series that begins with its first event hides that event from increase().
  for (const code of PROBLEM_CODES) problems.inc({ code }, 0);
  const limited = new Counter({
    name: 'chaintrail_rate_limited_total',
    help: 'Requests that were refused because a client had used its limit, by tier.',
    labelNames: ['tier'],
    registers,
  });
  return (_request, response, next) => {
    const start = performance.now();
    response.once('close', () => {
      const status = `${Math.floor(response.statusCode / 100)}xx`;
      durations.observe({ route: routeOf(response) ?? 'none', status }, (performance.now() - start) / 1_000);
      const code = notedProblem(response);
      if (code !== undefined) problems.inc({ code });
      // Only tiers of the settings have limits.
      if (code === 'rate-limited') limited.inc({ tier: callerOf(response).tier });
    });
    next();
  };
}

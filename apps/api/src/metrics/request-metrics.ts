/** Time and bytes of requests, and the clients that use most, for operators. */
import type { RequestHandler } from 'express';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { callerOf, type NamedCaller } from '../access/access.js';
import { notedProblem, routeOf } from '../http/access-log.js';
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

/** Clients of each process: series of those that are not among them end. */
const SHOWN = 10;
/** Clients that are told apart. Beyond, the one that used least is forgotten: whoever sends much stays. */
const TOLD_APART = 256;
const WINDOW_MS = 300_000;
/** Bytes that weigh as much as a unit. */
const BYTES_PER_UNIT = 65_536;

/** Use of one request. */
export interface Use {
  readonly units: number;
  readonly bytes: number;
}

const weightOf = ({ units, bytes }: Use): number => units + bytes / BYTES_PER_UNIT;
const NOTHING: Use = { units: 0, bytes: 0 };
const add = (a: Use, b: Use): Use => ({ units: a.units + b.units, bytes: a.bytes + b.bytes });

export class ClientMetrics {
  readonly #units: Gauge;
  readonly #bytes: Gauge;
  /** By `tier client`. */
  #uses = new Map<string, Use>();
  #before: ReadonlyMap<string, Use> = new Map();
  #sinceMs = performance.now();

  constructor(registry: Registry) {
    const common = { labelNames: ['client', 'tier'], registers: [registry] };
    const when = 'in the last five to ten minutes, of those that used most; names are those of the log';
    this.#units = new Gauge({ name: 'chaintrail_client_units', help: `Units that a client used ${when}.`, ...common });
    this.#bytes = new Gauge({ name: 'chaintrail_client_bytes', help: `Bytes that a client got ${when}.`, ...common });
  }

  note({ name, tier }: NamedCaller, use: Use): void {
    this.#turn();
    const client = `${tier} ${name}`;
    const known = this.#uses.get(client);
    if (!known && this.#uses.size >= TOLD_APART) this.#forgetLeast();
    this.#uses.set(client, add(known ?? NOTHING, use));
  }

  /** Sets the series of this process. */
  set(): void {
    this.#turn();
    const all = new Map(this.#before);
    for (const [client, use] of this.#uses) all.set(client, add(all.get(client) ?? NOTHING, use));
    const most = [...all].sort(([, a], [, b]) => weightOf(b) - weightOf(a)).slice(0, SHOWN);
    this.#units.reset();
    this.#bytes.reset();
    for (const [client, { units, bytes }] of most) {
      const [tier = '', name = ''] = client.split(' ');
      this.#units.set({ client: name, tier }, units);
      this.#bytes.set({ client: name, tier }, bytes);
    }
  }

  #turn(): void {
    const pastMs = performance.now() - this.#sinceMs;
    if (pastMs < WINDOW_MS) return;
    this.#before = pastMs < 2 * WINDOW_MS ? this.#uses : new Map();
    this.#uses = new Map();
    this.#sinceMs = performance.now();
  }

  #forgetLeast(): void {
    let least: string | undefined;
    let weight = Number.POSITIVE_INFINITY;
    for (const [client, use] of this.#uses) {
      if (weightOf(use) >= weight) continue;
      least = client;
      weight = weightOf(use);
    }
    if (least !== undefined) this.#uses.delete(least);
  }
}

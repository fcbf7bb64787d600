/** Which clients use most, for operators. */
import { Gauge, type Registry } from 'prom-client';
import type { NamedCaller } from '../access/access.js';

/** Clients of each process: series of those that are not among them end. */
const SHOWN = 10;
/**
 * Clients that are told apart. Beyond, the one that has used least is forgotten, so whoever sends more than one request
 * in so many stays.
 */
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

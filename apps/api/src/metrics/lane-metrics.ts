import { LANES, type ReadDatabases } from '@chaintrail/db';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Lanes } from '../http/lanes.js';

/** Requests under way and waiting, by lane; and bytes that clients have not taken. */
export class LaneMetrics {
  readonly #gauges: Readonly<Record<'running' | 'waiting', Gauge>>;
  readonly #refused: Counter;
  readonly #unsent: Gauge;
  readonly #databases: ReadDatabases;
  readonly #lanes: Lanes;

  constructor(registry: Registry, databases: ReadDatabases, lanes: Lanes) {
    this.#databases = databases;
    this.#lanes = lanes;
    const common = { labelNames: ['lane'], registers: [registry] };
    this.#gauges = {
      running: new Gauge({
        ...{ name: 'chaintrail_lane_busy', help: 'Questions to databases that are under way, by lane.', ...common },
      }),
      waiting: new Gauge({
        ...{ name: 'chaintrail_lane_waiting', help: 'Requests and questions that wait for their turn, by lane.' },
        ...common,
      }),
    };
    this.#refused = new Counter({
      name: 'chaintrail_lane_refused_total',
      help: 'Requests and questions whose turn did not come: the queue was full, or they waited too long or left; by lane.',
      ...common,
    });
    this.#unsent = new Gauge({
      name: 'chaintrail_unsent_bytes',
      help: 'Bytes of answers that clients have not taken yet.',
      registers: [registry],
    });
  }

  /** Sets the figures of this process. */
  set(): void {
    const servers = this.#databases.all.flatMap((database) => database.reports());
    this.#refused.reset();
    for (const lane of LANES) {
      const requests = lane === 'heavy' ? this.#lanes.heavy : { waiting: 0, refused: 0 };
      const sum = (figure: 'running' | 'waiting' | 'refused'): number =>
        servers.reduce((total, { lanes }) => total + lanes[lane][figure], 0);
      this.#gauges.running.set({ lane }, sum('running'));
      this.#gauges.waiting.set({ lane }, sum('waiting') + requests.waiting);
      this.#refused.inc({ lane }, sum('refused') + requests.refused);
    }
    this.#unsent.set(this.#lanes.unsent.bytes);
  }
}

import { Counter, Gauge, type Registry } from 'prom-client';

/** Counts events to clients that listen. Labels are closed lists. */
export class StreamMetrics {
  readonly open: Gauge;
  readonly #events: Counter;

  constructor(registry: Registry) {
    this.open = new Gauge({
      name: 'chaintrail_streams_open',
      help: 'Clients that listen.',
      registers: [registry],
    });
    this.#events = new Counter({
      name: 'chaintrail_stream_events_total',
      help: 'Events that were sent to clients, by currency and kind.',
      labelNames: ['currency', 'event'],
      registers: [registry],
    });
  }

  sent(currency: string, event: string): void {
    this.#events.inc({ currency, event });
  }
}

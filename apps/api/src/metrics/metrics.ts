/** What Prometheus scrapes. */
import { isStoreError, type ReadDatabases } from '@chaintrail/db';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ChainDirectory } from '../chain-directory.js';
import { readAudits } from '../read-audits.js';
import { ChainMetrics } from './chain-metrics.js';
import { DatabaseMetrics } from './database-metrics.js';
import { timeRequests } from './http-metrics.js';
import { StreamMetrics } from './stream-metrics.js';

export class Metrics {
  /** Times every request that passes. */
  readonly timeRequests: RequestHandler;
  readonly streams: StreamMetrics;
  readonly #registry = new Registry();
  readonly #chains: ChainMetrics;
  readonly #storeUp: Gauge;
  readonly #databases: DatabaseMetrics;
  readonly #read: () => Promise<void>;
  #reading: Promise<void> | undefined;

  constructor(databases: ReadDatabases, directory: ChainDirectory) {
    collectDefaultMetrics({ register: this.#registry });
    this.timeRequests = timeRequests(this.#registry);
    this.streams = new StreamMetrics(this.#registry);
    this.#chains = new ChainMetrics(this.#registry);
    this.#storeUp = new Gauge({
      name: 'chaintrail_store_up',
      help: '1 when every database answered this scrape, else 0; nothing is said of the chains in one that did not.',
      registers: [this.#registry],
    });
    this.#databases = new DatabaseMetrics(this.#registry, databases);
    this.#read = async () => {
      const { chains, unavailable } = await directory.list();
      const answering = chains.filter(({ isAnswering }) => isAnswering);
      this.#chains.set(answering, (await readAudits(databases, answering)).latest);
      this.#storeUp.set(Number(unavailable.length === 0));
    };
  }

  /** The text format of Prometheus. Scrapes at the same time share one look at the database: two small statements. */
  async text(): Promise<string> {
    this.#reading ??= this.#look().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
    return this.#registry.metrics();
  }

  async #look(): Promise<void> {
    this.#databases.set();
    try {
      await this.#read();
    } catch (error) {
      if (!isStoreError(error)) throw error;
      this.#chains.clear();
      this.#storeUp.set(0);
    }
  }
}

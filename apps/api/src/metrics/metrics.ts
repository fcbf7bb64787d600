/** What Prometheus scrapes. */
import { type Pool, readLatestAudits } from '@chaintrail/db';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ChainDirectory } from '../chain-directory.js';
import { isStoreError } from '../http/store-error.js';
import { ChainMetrics } from './chain-metrics.js';
import { timeRequests } from './http-metrics.js';

export class Metrics {
  /** Times every request that passes. */
  readonly timeRequests: RequestHandler;
  readonly #registry = new Registry();
  readonly #chains: ChainMetrics;
  readonly #storeUp: Gauge;
  readonly #read: () => Promise<void>;
  #reading: Promise<void> | undefined;

  constructor(pool: Pool, directory: ChainDirectory) {
    collectDefaultMetrics({ register: this.#registry });
    this.timeRequests = timeRequests(this.#registry);
    this.#chains = new ChainMetrics(this.#registry);
    this.#storeUp = new Gauge({
      name: 'chaintrail_store_up',
      help: '1 when the database answered this scrape, else 0; without it nothing is known of the chains.',
      registers: [this.#registry],
    });
    this.#read = async () => this.#chains.set(await directory.list(), await readLatestAudits(pool));
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
    try {
      await this.#read();
      this.#storeUp.set(1);
    } catch (error) {
      if (!isStoreError(error)) throw error;
      this.#chains.clear();
      this.#storeUp.set(0);
    }
  }
}

/** Metrics that Prometheus scrapes. */
import { isStoreError, OWN, type ReadDatabases } from '@chaintrail/db';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Access } from '../access/access.js';
import type { Lanes } from '../http/lanes.js';
import type { NoteQuestion } from '../node/node-queue.js';
import type { ChainDirectory } from '../read/chain-directory.js';
import type { ChainAudits } from '../read/read-audits.js';
import { readLastRates } from '../read/read-rates.js';
import { Recent } from '../read/recent.js';
import { countWorkers, type ProcessMetrics, type Snapshot } from '../shares/snapshot.js';
import { VERSION } from '../version.js';
import { ChainMetrics } from './chain-metrics.js';
import { showDatabases } from './database-metrics.js';
import { showLanes } from './lane-metrics.js';
import { timeQuestions } from './node-metrics.js';
import { ClientMetrics, timeRequests } from './request-metrics.js';
import { StreamMetrics } from './stream-metrics.js';

export interface MetricsOptions {
  readonly databases: ReadDatabases;
  readonly directory: ChainDirectory;
  readonly audits: ChainAudits;
  readonly access: Access;
  readonly lanes: Lanes;
}

export class Metrics implements ProcessMetrics {
  /** Times every request that passes. */
  readonly timeRequests: RequestHandler;
  readonly noteQuestion: NoteQuestion;
  readonly streams: StreamMetrics;
  readonly clients: ClientMetrics;
  /** Metrics of this process. */
  readonly #own = new Registry();
  /** Metrics that are the same whichever process looks. */
  readonly #common = new Registry();
  readonly #chains: ChainMetrics;
  readonly #storeUp: Gauge;
  readonly #read: () => Promise<void>;
  /** A few small statements. */
  readonly #looks = new Recent(() => this.#look());

  constructor({ databases, directory, audits, access, lanes }: MetricsOptions) {
    collectDefaultMetrics({ register: this.#own });
    countWorkers(this.#own);
    this.timeRequests = timeRequests(this.#own);
    this.noteQuestion = timeQuestions(this.#own);
    this.streams = new StreamMetrics(this.#own);
    this.clients = new ClientMetrics(this.#own);
    this.#chains = new ChainMetrics(this.#common);
    const common = { registers: [this.#common] };
    new Gauge({
      ...{ name: 'chaintrail_build_info', help: 'Always 1; version is that of this process.', ...common },
      labelNames: ['version'],
    }).set({ version: VERSION }, 1);
    this.#storeUp = new Gauge({
      name: 'chaintrail_store_up',
      help: '1 when every database answered this scrape, else 0; nothing is said of the chains in one that did not.',
      ...common,
    });
    new Gauge({
      name: 'chaintrail_limits_shared',
      help: '1 while limits are counted in Redis for all API processes, 0 while Redis is away; absent without REDIS_URL or limits.',
      labelNames: ['store'],
      registers: [this.#own],
      aggregator: 'min',
      collect() {
        const areShared = access.areLimitsShared;
        if (areShared !== null) this.set({ store: 'redis' }, Number(areShared));
      },
    });
    showDatabases({ own: this.#own, common: this.#common }, databases);
    showLanes(this.#own, databases, lanes);
    this.#read = async () => {
      const { chains, unavailable } = await directory.list();
      const answering = chains.filter(({ isAnswering }) => isAnswering);
      const [{ latest, running }, rates, isOwned, foreignLocks] = await Promise.all([
        audits.read(answering),
        readLastRates(databases, answering, null, OWN),
        audits.owners(),
        audits.foreignLocks(),
      ]);
      const audited = new Set(running.map(({ chain }) => chain));
      this.#chains.set(answering, { audits: latest, audited, rates, isOwned, foreignLocks });
      this.#storeUp.set(Number(unavailable.length === 0));
    };
  }

  async snapshot(): Promise<Snapshot> {
    this.clients.set();
    return this.#own.getMetricsAsJSON();
  }

  /** Answers of the databases, a second old at most, whoever scrapes. */
  async text(): Promise<string> {
    await this.#looks.get();
    return this.#common.metrics();
  }

  async #look(): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      if (!isStoreError(error)) throw error;
      this.#chains.clear();
      this.#storeUp.set(0);
    }
  }
}

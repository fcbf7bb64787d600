import type { ReadDatabases } from '@chaintrail/db';
import { Gauge, type Registry } from 'prom-client';

/** The setting that names a server, and its place there: hosts are nobody's business here. */
const BY_REPLICA = ['setting', 'place'] as const;

/** Which read replicas are in use. */
export class DatabaseMetrics {
  readonly #databases: ReadDatabases;
  readonly #used: Gauge;
  readonly #lag: Gauge;
  readonly #reads: Gauge;

  constructor(registry: Registry, databases: ReadDatabases) {
    this.#databases = databases;
    const gauge = (name: string, help: string) =>
      new Gauge({ name: `chaintrail_database_${name}`, help, labelNames: [...BY_REPLICA], registers: [registry] });
    this.#used = gauge('used', '1 while answers are read from the server, else 0; place 0 is the primary.');
    this.#lag = gauge('lag_seconds', 'How long the log of the primary has been beyond what a replica has replayed.');
    this.#reads = gauge('answers', 'Answers that were read from the server since the process started.');
  }

  set(): void {
    for (const report of this.#databases.all.flatMap((database) => database.reports())) {
      const labels = { setting: report.variable, place: report.place };
      this.#used.set(labels, Number(report.isUsed));
      this.#reads.set(labels, report.reads);
      if (report.place > 0) this.#lag.set(labels, report.lagSeconds);
    }
  }
}

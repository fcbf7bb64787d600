import { OWN, type ReadDatabase, type ReadDatabases, readDatabaseSize } from '@chaintrail/db';
import { Counter, Gauge, type Registry } from 'prom-client';

/** The setting that names a server, and its place there: hosts are nobody's business here. */
const BY_REPLICA = ['setting', 'place'] as const;
/** Sizes change slowly, and PostgreSQL looks at every file of a database for them. */
const SIZE_FRESH_MS = 60_000;

type Server = ReturnType<ReadDatabase['reports']>[number];

/** `together`: what the figures of several workers make. */
const GAUGES: readonly (readonly [
  name: string,
  help: string,
  value: (server: Server) => number | null,
  together: 'sum' | 'min' | 'max',
])[] = [
  [
    'used',
    '1 while answers are read from the server, by every worker, else 0; place 0 is the primary.',
    ({ isUsed }) => Number(isUsed),
    'min',
  ],
  [
    'lag_seconds',
    'How long the log of the primary has been beyond what a replica has replayed.',
    ({ place, lagSeconds }) => (place > 0 ? lagSeconds : null),
    'max',
  ],
  ['answers', 'Answers that were read from the server since the API started.', ({ reads }) => reads, 'sum'],
  ['waiting', 'Questions that wait for a connection.', ({ waiting }) => waiting, 'sum'],
  ['connections_busy', 'Connections that are in use.', ({ busy }) => busy, 'sum'],
];

const COUNTERS: readonly (readonly [name: string, help: string, (server: Server) => number])[] = [
  [
    'failures_total',
    'Questions that the server failed, by being away or by taking too long.',
    ({ failures }) => failures,
  ],
  [
    'slow_answers_total',
    'Questions that took longer than a second, waiting for a connection included.',
    ({ slow }) => slow,
  ],
  [
    'seconds_total',
    'Seconds that all questions took together, waiting for a connection included.',
    ({ seconds }) => seconds,
  ],
];

/** Which servers are in use, how they do, and how large databases are. */
export class DatabaseMetrics {
  readonly #databases: ReadDatabases;
  readonly #gauges: readonly (readonly [Gauge, (server: Server) => number | null])[];
  readonly #counters: readonly (readonly [Counter, (server: Server) => number])[];
  readonly #size: Gauge;
  readonly #sizes = new Map<ReadDatabase, { readonly bytes: number | null; readonly atMs: number }>();

  constructor({ own, common }: Readonly<Record<'own' | 'common', Registry>>, databases: ReadDatabases) {
    this.#databases = databases;
    const named = (name: string, help: string) => ({
      ...{ name: `chaintrail_database_${name}`, help, labelNames: [...BY_REPLICA], registers: [own] },
    });
    this.#gauges = GAUGES.map(([name, help, value, aggregator]) => [
      new Gauge({ ...named(name, help), aggregator }),
      value,
    ]);
    this.#counters = COUNTERS.map(([name, help, value]) => [new Counter(named(name, help)), value]);
    this.#size = new Gauge({
      name: 'chaintrail_database_size_bytes',
      help: 'Bytes of all files of the database; with Citus, of the coordinator. Looked at once a minute.',
      labelNames: ['setting'],
      registers: [common],
    });
  }

  /** Sets the figures of this process. */
  set(): void {
    for (const [counter] of this.#counters) counter.reset();
    for (const report of this.#databases.all.flatMap((database) => database.reports())) {
      const labels = { setting: report.variable, place: report.place };
      for (const [gauge, value] of this.#gauges) {
        const figure = value(report);
        if (figure !== null) gauge.set(labels, figure);
      }
      for (const [counter, value] of this.#counters) counter.inc(labels, value(report));
    }
  }

  /** Sets the figures of the databases themselves. */
  setSizes(): void {
    this.#size.reset();
    for (const database of this.#databases.all) {
      const bytes = this.#sizeOf(database);
      if (bytes !== null) this.#size.set({ setting: database.options.variable }, bytes);
    }
  }

  /** The last known size; asks where that is old, for the next scrape, so that none waits for it. */
  #sizeOf(database: ReadDatabase): number | null {
    const known = this.#sizes.get(database) ?? { bytes: null, atMs: Number.NEGATIVE_INFINITY };
    if (performance.now() - known.atMs >= SIZE_FRESH_MS) {
      this.#sizes.set(database, { ...known, atMs: performance.now() });
      database.read(readDatabaseSize, { heights: () => new Map(), asking: OWN }).then(
        (bytes) => this.#sizes.set(database, { bytes, atMs: performance.now() }),
        // Away, or not allowed to say: other metrics tell of that, and this one is absent until it is asked again.
        () => this.#sizes.set(database, { bytes: null, atMs: performance.now() }),
      );
    }
    return known.bytes;
  }
}

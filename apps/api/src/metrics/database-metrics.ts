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
export function showDatabases({ own, common }: Record<'own' | 'common', Registry>, databases: ReadDatabases): void {
  const named = (name: string, help: string) => ({
    ...{ name: `chaintrail_database_${name}`, help, labelNames: [...BY_REPLICA], registers: [own] },
  });
  const figures = (value: (server: Server) => number | null) =>
    databases.all
      .flatMap((database) => database.reports())
      .map((server) => [{ setting: server.variable, place: server.place }, value(server)] as const);
  for (const [name, help, value, aggregator] of GAUGES)
    new Gauge({
      ...{ ...named(name, help), aggregator },
      collect() {
        for (const [labels, figure] of figures(value)) if (figure !== null) this.set(labels, figure);
      },
    });
  for (const [name, help, value] of COUNTERS)
    new Counter({
      ...named(name, help),
      collect() {
        this.reset();
        for (const [labels, figure] of figures(value)) this.inc(labels, figure ?? 0);
      },
    });
  const sizes = new Map<ReadDatabase, Size>();
  new Gauge({
    name: 'chaintrail_database_size_bytes',
    help: 'Bytes of all files of the database; with Citus, of the coordinator. Looked at once a minute.',
    labelNames: ['setting'],
    registers: [common],
    collect() {
      this.reset();
      for (const database of databases.all) {
        const bytes = sizeOf(database, sizes);
        if (bytes !== null) this.set({ setting: database.options.variable }, bytes);
      }
    },
  });
}

interface Size {
  readonly bytes: number | null;
  readonly atMs: number;
}

/** The last known size; asks where that is old, for the next scrape, so that none waits for it. */
function sizeOf(database: ReadDatabase, sizes: Map<ReadDatabase, Size>): number | null {
  const known = sizes.get(database) ?? { bytes: null, atMs: Number.NEGATIVE_INFINITY };
  if (performance.now() - known.atMs >= SIZE_FRESH_MS) {
    sizes.set(database, { ...known, atMs: performance.now() });
    database.read(readDatabaseSize, { heights: () => new Map(), asking: OWN }).then(
      (bytes) => sizes.set(database, { bytes, atMs: performance.now() }),
      // Away, or not allowed to say: other metrics tell of that, and this one is absent until it is asked again.
      () => sizes.set(database, { bytes: null, atMs: performance.now() }),
    );
  }
  return known.bytes;
}

/** A simulated chain that the indexer's own parts have indexed; its rows can be damaged and put back. */
import type { ChainCode, ChainNetwork } from '@chaintrail/chains';
import { chainTables, closeSession, openSession, type Session } from '@chaintrail/db';
import { createChainDatabase, type TestDatabase } from '@chaintrail/testkit';
import { pino } from 'pino';
import { createDecoder, type Decoder } from '../../indexer/src/decode/decoder.js';
import type { ProgressReporter } from '../../indexer/src/follow/progress-reporter.js';
import type { AuditTarget } from '../src/audit.js';
import type { AuditLimits } from '../src/limits.js';
import { type AuditOptions, type AuditOutcome, runAudit } from '../src/run-audit.js';

export const log = pino({ level: 'silent' });
/** Whoever is told of progress, and does not care. */
export const reporter = new Proxy({}, { get: () => async () => undefined }) as ProgressReporter;

/** Findings, check by check. */
export function problemsOf({ checks }: AuditOutcome): Record<string, string[]> {
  return Object.fromEntries(
    checks
      .filter(({ findings }) => findings > 0)
      .map(({ name, examples }) => [name, [...new Set(examples.map(({ problem }) => problem))].sort()]),
  );
}

export interface FixtureParts<Place, Simulated> {
  readonly place: Place;
  readonly simulated: Simulated;
  readonly database: TestDatabase;
  readonly session: Session;
}

/** An empty database, with a session that writes to it. */
export async function openParts<Place extends ChainNetwork, Simulated>(
  place: Place,
  simulated: Simulated,
): Promise<FixtureParts<Place, Simulated>> {
  const made = { chain: place.chain.code, network: place.network.name, indexed: true };
  const database = await createChainDatabase(made);
  return { place, simulated, database, session: await openSession(database.url, 'audit-test') };
}

interface Closable {
  close(): Promise<void>;
}

/** Rows of a chain that tests damage and put back. */
export class DamagedRows {
  readonly database: TestDatabase;
  readonly session: Session;
  private readonly code: ChainCode;
  private readonly corrupted = new Set<string>();

  protected constructor(code: ChainCode, database: TestDatabase, session: Session) {
    this.code = code;
    this.database = database;
    this.session = session;
  }

  /** Keeps every row of the chain, to be put back by {@link restore}. */
  async keep(): Promise<void> {
    const { code } = this;
    await this.session.query('CREATE SCHEMA kept');
    for (const table of [...chainTables(code), 'sync_state']) {
      await this.session.query(`CREATE TABLE kept.${table} AS TABLE ${code}.${table}`);
    }
  }

  /** Puts back what {@link corrupt} changed, as if there had been no audit. */
  async restore(): Promise<void> {
    const { code } = this;
    for (const table of this.corrupted) {
      await this.session.query(
        `DELETE FROM ${code}.${table}; INSERT INTO ${code}.${table} SELECT * FROM kept.${table}`,
      );
    }
    this.corrupted.clear();
    await this.session.query(`DELETE FROM ${code}.audits`);
  }

  async rows<Row extends object>(sql: string): Promise<Row[]> {
    return (await this.session.query<Row>(sql)).rows;
  }

  /** @param sql statements of which each has to change something */
  async corrupt(...sql: readonly string[]): Promise<void> {
    for (const statement of sql) {
      const { rowCount } = await this.session.query(statement);
      if (rowCount === 0) throw new Error(`nothing was changed by ${statement}`);
      const table = /^(?:UPDATE|DELETE FROM|INSERT INTO) \w+\.(\w+)/.exec(statement)![1]!;
      // Audits are none of the chain's tables, and leave with every one.
      if (table !== 'audits') this.corrupted.add(table);
    }
  }
}

export abstract class IndexedFixture<Place extends ChainNetwork, Simulated extends Closable> extends DamagedRows {
  readonly place: Place;
  readonly simulated: Simulated;
  protected readonly decoder: Decoder = createDecoder({ threads: 0 });
  protected abstract readonly client: Closable;
  protected abstract readonly limits: Partial<AuditLimits>;

  protected constructor({ place, simulated, database, session }: FixtureParts<Place, Simulated>) {
    super(place.chain.code, database, session);
    this.place = place;
    this.simulated = simulated;
  }

  protected abstract target(): AuditTarget;

  /** Takes the first sync for over. */
  protected async goLive(): Promise<void> {
    await this.session.query(`UPDATE ${this.place.chain.code}.sync_state SET live_since = now(), phase = 'live'`);
  }

  /** An audit of everything, unless said otherwise. */
  audit(options: Partial<Omit<AuditOptions, 'target' | 'limits'>> & { readonly limits?: Partial<AuditLimits> } = {}) {
    return runAudit({
      databaseUrl: this.database.url,
      target: this.target(),
      scope: 'full',
      sampledBlocks: 1_000,
      idle: 0,
      signal: new AbortController().signal,
      ...options,
      limits: { standstillMs: 500, historyRows: 100, blocks: 25, ...this.limits, ...options.limits },
    });
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.decoder.close();
    await closeSession(this.session);
    await this.database.drop();
    await this.simulated.close();
  }
}

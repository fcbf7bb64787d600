/** The product as an operator runs it: a database, one indexer, which may be killed, and one API. */
import { createTestDatabase, type TestDatabase } from './postgres.js';
import type { SpawnedProcess } from './process.js';
import { type SpawnedApi, spawnApi, spawnIndexer } from './services.js';

export interface ProductOptions {
  /** Settings of the indexer. */
  readonly env: Readonly<Record<string, string>>;
  /** Settings of the API; default none. */
  readonly apiEnv?: Readonly<Record<string, string>>;
  /** URL of a migrated, empty database; default one of its own, which is gone afterwards. */
  readonly databaseUrl?: string;
}

const LAST_CHARS = 1_500;

export class Product {
  /** Settings of the indexer, for commands that ask the same nodes. */
  readonly env: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  readonly apiUrl: string;
  readonly api: SpawnedProcess;
  readonly #own: TestDatabase | null;
  #indexer: SpawnedProcess;

  private constructor({ env }: ProductOptions, databaseUrl: string, api: SpawnedApi, own: TestDatabase | null) {
    this.env = { DATABASE_URL: databaseUrl, ...env };
    this.databaseUrl = databaseUrl;
    this.apiUrl = api.url;
    this.api = api.process;
    this.#own = own;
    this.#indexer = spawnIndexer(this);
  }

  static async start(options: ProductOptions): Promise<Product> {
    const own = options.databaseUrl === undefined ? await createTestDatabase() : null;
    const databaseUrl = options.databaseUrl ?? own!.url;
    const api = await spawnApi({ databaseUrl, env: options.apiEnv ?? {} });
    return new Product(options, databaseUrl, api, own);
  }

  /** The one that runs now. */
  get indexer(): SpawnedProcess {
    return this.#indexer;
  }

  /** Both, for {@link waitFor}. */
  get processes(): readonly SpawnedProcess[] {
    return [this.#indexer, this.api];
  }

  /** Ends the indexer, in order or as a power cut would, and starts another one. */
  async restartIndexer(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await this.#indexer.kill(signal);
    this.#indexer = spawnIndexer(this);
  }

  /** @returns one sentence for each program that has ended by itself */
  unexpectedEnds(): string[] {
    const ended = this.processes.filter((program) => program.exitStatus() !== null);
    return ended.map(
      (each) => `the ${each.name} ended (${each.exitStatus()}): ${each.output().trim().slice(-LAST_CHARS)}`,
    );
  }

  /** @returns one sentence for each program that does not stop in order */
  async stop(): Promise<string[]> {
    await Promise.all(this.processes.map((program) => program.stop()));
    await this.#own?.drop();
    const failed = this.processes.filter((program) => program.exitStatus() !== 'exit code 0');
    return failed.map((each) => `the ${each.name} stopped with ${each.exitStatus()}, not exit code 0`);
  }
}

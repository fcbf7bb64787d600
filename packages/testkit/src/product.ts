/** The product as an operator runs it: a database, one indexer, which may be killed, and one API. */
import { createTestDatabase } from './postgres.js';
import type { SpawnedProcess } from './process.js';
import { spawnApi, spawnIndexer } from './services.js';

export interface ProductOptions {
  /** Settings of the indexer. */
  readonly env: Readonly<Record<string, string>>;
  /** Settings of the API; default none. */
  readonly apiEnv?: Readonly<Record<string, string>>;
  /** Of a migrated, empty database; default one of its own, which is gone afterwards. */
  readonly databaseUrl?: string;
}

const LAST_CHARS = 1_500;

export class Product {
  readonly databaseUrl: string;
  readonly apiUrl: string;
  readonly api: SpawnedProcess;
  readonly #env: Readonly<Record<string, string>>;
  readonly #drop: () => Promise<void>;
  #indexer: SpawnedProcess;

  private constructor(
    { env }: ProductOptions,
    databaseUrl: string,
    api: { readonly url: string; readonly process: SpawnedProcess },
    drop: () => Promise<void>,
  ) {
    this.databaseUrl = databaseUrl;
    this.apiUrl = api.url;
    this.api = api.process;
    this.#env = env;
    this.#drop = drop;
    this.#indexer = spawnIndexer({ databaseUrl, env });
  }

  static async start(options: ProductOptions): Promise<Product> {
    const { apiEnv = {} } = options;
    const database = options.databaseUrl === undefined ? await createTestDatabase() : null;
    const databaseUrl = options.databaseUrl ?? database!.url;
    const api = await spawnApi({ databaseUrl, env: apiEnv });
    return new Product(options, databaseUrl, api, async () => database?.drop());
  }

  /** The one that runs now. */
  get indexer(): SpawnedProcess {
    return this.#indexer;
  }

  /** Settings of the indexer, for commands that ask the same nodes. */
  get env(): Readonly<Record<string, string>> {
    return { DATABASE_URL: this.databaseUrl, ...this.#env };
  }

  /** Both, for {@link waitFor}. */
  get processes(): readonly SpawnedProcess[] {
    return [this.#indexer, this.api];
  }

  /** Ends the indexer, in order or as a power cut would, and starts another one. */
  async restartIndexer(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await this.#indexer.kill(signal);
    this.#indexer = spawnIndexer({ databaseUrl: this.databaseUrl, env: this.#env });
  }

  /** @returns one sentence for each program that has ended by itself */
  unexpectedEnds(): string[] {
    return this.processes.flatMap((program) => {
      const status = program.exitStatus();
      return status === null
        ? []
        : [`the ${program.name} ended (${status}): ${program.output().trim().slice(-LAST_CHARS)}`];
    });
  }

  /** @returns one sentence for each program that does not stop in order */
  async stop(): Promise<string[]> {
    await Promise.all(this.processes.map((program) => program.stop()));
    await this.#drop();
    return this.processes.flatMap((program) => {
      const status = program.exitStatus();
      return status === 'exit code 0' ? [] : [`the ${program.name} stopped with ${status}, not exit code 0`];
    });
  }
}

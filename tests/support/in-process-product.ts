/** The product without processes of its own, of which each takes a second of a processor to start. */
import { createTestDatabase } from '@chaintrail/testkit';
import { startApi, type TestApi } from '../../apps/api/test/support/start-api.js';
import { InProcessIndexer } from './in-process-indexer.js';

/** An index that follows a node in this process, and its API. */
export class InProcessProduct {
  readonly env: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  readonly api: TestApi;
  readonly indexer: InProcessIndexer;
  readonly #drop: () => Promise<void>;

  private constructor(
    env: Readonly<Record<string, string>>,
    databaseUrl: string,
    api: TestApi,
    drop: () => Promise<void>,
  ) {
    this.env = { DATABASE_URL: databaseUrl, ...env };
    this.databaseUrl = databaseUrl;
    this.api = api;
    this.#drop = drop;
    this.indexer = new InProcessIndexer(databaseUrl, env);
  }

  /** @param env settings of indexer and API */
  static async start(env: Readonly<Record<string, string>>): Promise<InProcessProduct> {
    const { url, drop } = await createTestDatabase();
    return new InProcessProduct(env, url, await startApi(url, { env }), drop);
  }

  get apiUrl(): string {
    return this.api.url;
  }

  get processes(): readonly InProcessIndexer[] {
    return [this.indexer];
  }

  async stop(): Promise<void> {
    await Promise.all([this.indexer.stop(), this.api.stop()]);
    await this.#drop();
  }
}

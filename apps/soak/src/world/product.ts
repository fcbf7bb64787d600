/** The product as an operator runs it: one indexer for all chains, which is killed now and then, and one API. */
import { type SpawnedProcess, spawnApi, spawnIndexer } from '@chaintrail/testkit';
import type { FollowedChain } from './followed-chain.js';

export class Product {
  readonly apiUrl: string;
  kills = 0;
  readonly #databaseUrl: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #api: SpawnedProcess;
  #indexer: SpawnedProcess;

  private constructor(databaseUrl: string, env: Readonly<Record<string, string>>, apiUrl: string, api: SpawnedProcess) {
    this.#databaseUrl = databaseUrl;
    this.#env = env;
    this.apiUrl = apiUrl;
    this.#api = api;
    this.#indexer = this.#startIndexer();
  }

  /** @param databaseUrl of a migrated, empty database */
  static async start(databaseUrl: string, chains: readonly FollowedChain[]): Promise<Product> {
    const env: Record<string, string> = Object.assign({}, ...chains.map((chain) => chain.settings));
    const apiEnv: Record<string, string> = Object.assign({}, ...chains.map((chain) => chain.apiSettings));
    const { url, process } = await spawnApi({ databaseUrl, env: apiEnv });
    return new Product(databaseUrl, env, url, process);
  }

  /** Settings of the indexer, for commands that ask the same nodes. */
  get environment(): Readonly<Record<string, string>> {
    return { DATABASE_URL: this.#databaseUrl, ...this.#env };
  }

  /** Both, for {@link waitFor}. */
  processes(): readonly SpawnedProcess[] {
    return [this.#indexer, this.#api];
  }

  /** Ends the indexer as a power cut would, and starts another one. */
  async killIndexer(): Promise<void> {
    this.kills++;
    await this.#indexer.kill('SIGKILL');
    this.#indexer = this.#startIndexer();
  }

  /** @returns one sentence for each program that has ended by itself */
  unexpectedEnds(): string[] {
    return this.processes().flatMap((program) => {
      const status = program.exitStatus();
      return status === null ? [] : [`the ${program.name} ended (${status}): ${lastLines(program.output())}`];
    });
  }

  /** @returns one sentence for each program that does not stop in order */
  async stop(): Promise<string[]> {
    await Promise.all(this.processes().map((program) => program.stop()));
    return this.processes().flatMap((program) => {
      const status = program.exitStatus();
      return status === 'exit code 0' ? [] : [`the ${program.name} stopped with ${status}, not exit code 0`];
    });
  }

  #startIndexer(): SpawnedProcess {
    return spawnIndexer({ databaseUrl: this.#databaseUrl, env: this.#env });
  }
}

const LAST_CHARS = 1_500;

function lastLines(output: string): string {
  return output.trim().slice(-LAST_CHARS);
}

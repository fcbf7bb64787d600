/** First syncs from a simulated node, whose chain a test can change while they run. */
import type { ChainCode } from '@chaintrail/chains';
import { closeSession, openSession } from '@chaintrail/db';
import type { SimulatedNode } from '@chaintrail/devnet';
import {
  createChainDatabase,
  type SpawnedProcess,
  spawnIndexer,
  type TestDatabase,
  waitFor,
} from '@chaintrail/testkit';
import { expect } from 'vitest';
import { Brake } from './first-sync-brake.js';
import { type FirstSyncEnd, readEnd } from './first-sync-end.js';
import { type Standing, StandingWatch, type Stop } from './first-sync-standing.js';
import { settingsFor } from './followed-chain.js';
import { InProcessIndexer } from './in-process-indexer.js';

type Settings = Readonly<Record<string, string>>;

export interface Following {
  readonly settings?: Settings;
  /** Stages that the first sync does not leave before the brake is released. */
  readonly held?: readonly Stop[];
  /** Whether the indexer is a process, with threads, which can be killed. One in this process starts in a tenth of the time. */
  readonly ownProcess?: boolean;
}

/** A database, an indexer that follows the node into it, and who watches. */
export class FollowingIndexer {
  readonly chain: ChainCode;
  readonly node: SimulatedNode;
  readonly database: TestDatabase;
  readonly watch: StandingWatch;
  readonly brake: Brake;
  #settings: Settings;
  readonly #ownProcess: boolean;
  #indexer: SpawnedProcess | InProcessIndexer;

  private constructor(
    chain: ChainCode,
    node: SimulatedNode,
    database: TestDatabase,
    brake: Brake,
    { settings = {}, ownProcess = false }: Following,
  ) {
    this.chain = chain;
    this.node = node;
    this.database = database;
    this.watch = new StandingWatch(database.url, chain, 'held');
    this.brake = brake;
    this.#settings = settings;
    this.#ownProcess = ownProcess;
    this.#indexer = this.#start();
  }

  static async start(chain: ChainCode, node: SimulatedNode, options: Following = {}): Promise<FollowingIndexer> {
    const database = await createChainDatabase({ chain });
    const brake = await Brake.hold(database.url, chain, options.held ?? []);
    return new FollowingIndexer(chain, node, database, brake, options);
  }

  /** Waits until the first sync is at this step. */
  at(step: Stop): Promise<Standing> {
    return this.until((standing) => standing.step === step, `the first sync to be at ${step}`);
  }

  until(condition: (standing: Standing) => boolean, what: string): Promise<Standing> {
    return this.watch.until(condition, { processes: [this.#indexer], what });
  }

  /** Waits until everything the node has is indexed and the chain is live. */
  async live(): Promise<void> {
    const { hash, height } = this.node.tip();
    await this.until(
      (standing) => standing.step === 'live' && standing.phase === 'live' && standing.hash === hash,
      `${this.chain} to be live at block ${height} ${hash}`,
    );
  }

  /** Waits until the first sync has done everything of a stage that it is held in. */
  async heldAt(stop: Stop): Promise<Standing> {
    await this.at(stop);
    await waitFor(() => this.brake.isReached(stop), { processes: [this.#indexer], what: `${stop} to be done` });
    return this.at(stop);
  }

  /** Ends the process as a power cut would, and its sessions, which might else finish the statement they are at. */
  async kill(): Promise<void> {
    if (this.#indexer instanceof InProcessIndexer) throw new Error('this indexer has no process of its own');
    await this.#indexer.kill('SIGKILL');
    const admin = await openSession(this.database.url, 'chaintrail-test-admin');
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'chaintrail-indexer%'`,
    );
    await closeSession(admin);
  }

  /** Starts the indexer again, after it was killed or in place of it. */
  async restart(settings: Settings = this.#settings): Promise<void> {
    await this.#indexer.stop();
    this.#settings = settings;
    this.#indexer = this.#start();
  }

  /** Waits for the node's tip, stops and reads what was written. */
  async end(): Promise<FirstSyncEnd> {
    await this.live();
    await this.#indexer.stop();
    expect(this.#indexer.exitStatus()).toBe(this.#ownProcess ? 'exit code 0' : 'stopped');
    return readEnd(this.database.url, this.chain);
  }

  async close(): Promise<void> {
    await this.brake.close();
    await this.#indexer.stop();
    await this.watch.close();
    await this.database.drop();
  }

  #start(): SpawnedProcess | InProcessIndexer {
    const env = { ...settingsFor(this.chain, this.node), ...this.#settings };
    return this.#ownProcess
      ? spawnIndexer({ name: 'indexer', databaseUrl: this.database.url, env })
      : new InProcessIndexer(this.database.url, env);
  }
}

/** Syncs the node's chain from nothing, in stages. */
export async function syncInStages(
  chain: ChainCode,
  node: SimulatedNode,
  options: Omit<Following, 'held'>,
): Promise<FirstSyncEnd> {
  // Held, so that none of the stages is over before it was seen.
  const indexer = await FollowingIndexer.start(chain, node, { ...options, held: ['load', 'index'] });
  try {
    await indexer.at('load');
    await indexer.brake.release('load');
    await indexer.at('index');
    await indexer.brake.release('index');
    return await indexer.end();
  } finally {
    await indexer.close();
  }
}

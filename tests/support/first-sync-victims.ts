/** Parts of a first sync, each killed as by the machine it runs on, and brought back. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type CrashablePostgres, type SpawnedProcess, spawnIndexer, type TestDatabase } from '@chaintrail/testkit';
import type { Brake } from './first-sync-brake.js';
import type { NodeProxy } from './first-sync-node-proxy.js';
import type { StandingWatch } from './first-sync-standing.js';

const NODE_DOWN_MS = 300;

/** An indexer at its first sync, and who watches it. */
export interface Sync {
  readonly database: TestDatabase;
  readonly watch: StandingWatch;
  readonly brake: Brake;
  indexer: SpawnedProcess;
}

export interface Victim {
  readonly name: string;
  /** How many kills the product recovers from without its pauses growing beyond a test's patience. */
  readonly killsPerSync: number;
  /** Ends it at once. */
  end(sync: Sync): Promise<void>;
  bringBack(sync: Sync): Promise<void>;
}

/** @param env its settings */
export function indexerVictim(env: Readonly<Record<string, string>>): Victim {
  return {
    name: 'the indexer',
    killsPerSync: 10,
    end: ({ indexer }) => indexer.kill('SIGKILL'),
    async bringBack(sync) {
      sync.indexer = spawnIndexer({ name: 'indexer', databaseUrl: sync.database.url, env });
    },
  };
}

export function postgresVictim(postgres: CrashablePostgres): Victim {
  return {
    name: 'PostgreSQL',
    killsPerSync: 5,
    async end({ watch, brake }) {
      const crashedMs = performance.now();
      await postgres.crash();
      watch.forgiveLastCommits(crashedMs);
      brake.lost();
    },
    async bringBack({ brake }) {
      await postgres.recover();
      await brake.holdAgain();
    },
  };
}

/** A node behind a relay: its connections end and new ones are refused for a moment. */
export function relayedNodeVictim(proxy: NodeProxy): Victim {
  return {
    name: 'the node',
    killsPerSync: 5,
    end: () => proxy.cut(),
    async bringBack() {
      await sleep(NODE_DOWN_MS);
      await proxy.restore();
    },
  };
}

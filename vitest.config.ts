import { basename } from 'node:path';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const common: TestUserConfig = {
  setupFiles: ['tests/setup.ts'],
  pool: 'forks',
  // A worker lives for minutes and throws away nearly all that it makes: a larger nursery saves a tenth of its time.
  execArgv: ['--max-semi-space-size=64'],
  // Other workspaces are used as they are built, by Node itself, as in production.
  server: { deps: { external: [/\/dist\//] } },
};
const unit: TestUserConfig = {
  ...common,
  // Twice as many as processors: a file waits for its database and its programs for nearly half of its time.
  maxWorkers: 4,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  sequence: { groupOrder: 1 },
};
/** Time for a noisy machine. */
const endToEnd: TestUserConfig = { ...common, testTimeout: 180_000, hookTimeout: 180_000 };

const UNIT = ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts'];
/**
 * They mock a module, which would stay mocked, or load a native one. The files of all other suites share workers, each
 * of which loads the workspaces once: 0.6 s of CPU time for a file of packages/chains, 2.5 s for an end-to-end one.
 * What a file leaves in `process.env`, the next one finds.
 */
const ISOLATED = [
  'packages/chains/test/**/node-notifications-missing.test.ts',
  'packages/db/test/**/upgrade.test.ts',
  'apps/analysts/test/**/*.test.ts',
  'apps/api/test/**/server.test.ts',
  'apps/indexer/test/**/{follow-chain,mempool-follower,refresh-balances}.test.ts',
  'apps/web/test/**/journeys.test.ts',
];
/** Clients that attack, and one whose answers are timed meanwhile: another suite beside them would be a further attack. */
const TIMED = ['apps/api/test/fairness-of-routes.test.ts'];
/**
 * Files that take longest begin first, so that no lane goes on long after the others: half a minute or more on two
 * processors, in the order of these lists. All other files follow.
 */
const LONG = [
  ...['first-sync-kills', 'pending-litecoind', 'e2e-anvil', 'recorded-nitro', 'recorded-utxo', 'pending-bitcoind'],
  ...['golden-cosmos', 'first-sync-litecoind', 'first-sync-reorgs', 'paging', 'e2e-zebrad', 'e2e-op-geth', 'reorgs'],
  ...['e2e-nitro', 'e2e-thornode', 'e2e-mayanode', 'e2e-dogecoind', 'e2e-bchn', 'pending-dogecoind', 'pending-bchn'],
  ...[
    'faults',
    'first-sync-same-rows',
    'evm-faults',
    'crashes',
    'soak',
    'e2e-geth',
    'e2e-tokens',
    'e2e-esplora',
    'e2e-blockbook',
    'e2e-geth-forks',
    'e2e-bitcoind',
  ],
  ...['audit', 'golden-cosmos-live', 'e2e-litecoind', 'evm-crashes', 'upgrades', 'replicas', 'evm-service'],
  ...['worker-memory', 'audit-account', 'audit-nodes', 'recorded-answers', 'citus', 'backups', 'two-servers'],
  // While the demo starts, it must not be silent for long: not beside all of the others.
  ...['utxo-first-sync', 'journeys', 'export', 'utxo-ledger', 'service', 'evm-audit', 'connections', 'utxo-audit'],
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONG.indexOf(basename(moduleId, '.test.ts'));
      return found === -1 ? LONG.length : found;
    };
    // Stable; what belongs to another group waits for it anyway.
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    // Here and not in the projects, which would each run it.
    globalSetup: ['tests/global-setup.ts'],
    ...(common.server && { server: common.server }),
    sequence: { sequencer: LongFirst },
    projects: [
      { test: { ...unit, name: 'unit, isolated', include: ISOLATED } },
      { test: { ...unit, name: 'unit, shared', include: UNIT, exclude: [...ISOLATED, ...TIMED], isolate: false } },
      {
        // Real nodes and processes, which wait for polls, starts and each other more than they compute. Among them go
        // those of a million rows, and a soak of every chain.
        test: {
          ...endToEnd,
          name: 'end-to-end',
          include: ['tests/*.test.ts'],
          isolate: false,
          maxWorkers: 5,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: { ...endToEnd, name: 'timed', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
    ],
  },
});

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { defineConfig, type TestUserConfig, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Loads modules by Node itself, as a whole run has just built them, wherever tests name their sources: vitest would
 * translate each, and each worker load it a second time beside the one that other workspaces use.
 */
const AS_BUILT: ViteUserConfig = {
  plugins: [
    {
      name: 'as-built',
      enforce: 'pre',
      resolveId(source, importer) {
        if (process.env['TEST_PROGRAMS'] !== 'bundle' || importer === undefined || !source.startsWith('.')) return null;
        const path = join(dirname(importer), source);
        const built = path.replace(/(\/(?:apps|packages)\/[^/]+)\/src\//, '$1/dist/');
        return built !== path && existsSync(built) ? built : null;
      },
    },
  ],
};

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
  // Two and a half for each processor: files wait for databases, programs and limits of time for half of their time, and
  // where four of them did so at once, both processors were idle.
  maxWorkers: 5,
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
 * Files that take longest begin first, in the order of these lists, so that no worker goes on long after the others: of
 * end-to-end suites those of seven seconds or more on two busy processors, of others those of ten. All other files follow.
 */
const LONG = [
  ...['first-sync-kills', 'pending-bitcoind', 'soak', 'first-sync-reorgs', 'e2e-zebrad'],
  // Suites that mostly wait for blocks and retries between those that compute.
  ...['e2e-geth', 'recorded-nitro', 'lasting-faults', 'recorded-utxo', 'faults', 'first-sync-litecoind'],
  ...['golden-cosmos', 'e2e-bitcoind', 'e2e-nitro'],
  ...['e2e-anvil', 'e2e-litecoind', 'pending-dogecoind', 'pending-bchn', 'audit'],
  ...['e2e-thornode', 'e2e-mayanode', 'e2e-dogecoind', 'e2e-bchn', 'crashes', 'evm-crashes', 'first-sync-same-rows'],
  ...['pending-litecoind', 'e2e-geth-forks', 'upgrades', 'evm-service', 'e2e-op-geth', 'e2e-esplora'],
  ...['golden-cosmos-live', 'e2e-tokens', 'recorded-answers', 'replicas', 'evm-faults', 'paging', 'audit-evm'],
  ...['worker-memory', 'backups', 'citus', 'cosmos-following', 'nodes-behind', 'two-servers', 'e2e-blockbook'],
  ...[
    'client-package',
    'evm-paging',
    'evm-first-sync-kills',
    'compose',
    'raw-transactions',
    'balances-after',
    'release',
  ],
  // Between those that compute, those that mostly wait: raw-sockets, connections, evm-balance, heartbeat.
  ...['utxo-first-sync', 'journeys', 'raw-sockets', 'export', 'utxo-ledger', 'evm-audit', 'connections', 'utxo-audit'],
  ...['address-functions', 'evm-balance', 'stream', 'workers', 'heartbeat', 'damaged-answers'],
  // While the demo starts, it must not be silent for long: after the longest, and the fuzzer's own demo.
  ...['service', 'unavailable', 'export-interrupted', 'evm-audit-damage', 'upgrade', 'large-transactions'],
  ...['contract', 'evm-model', 'shared-views', 'fairness', 'commands', 'server', 'doctor'],
  ...['internal-simulated-node', 'history-parts', 'load', 'evm-ledger', 'access', 'evm-node-notifications'],
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONG.indexOf(basename(moduleId, '.test.ts'));
      return found === -1 ? LONG.length : found;
    };
    // A shared worker ends, with all that it has loaded, where the next file is an isolated one: those go first.
    const isShared = ({ project }: TestSpecification): number => Number(!project.config.isolate);
    // Stable; what belongs to another group waits for it anyway.
    return (await super.sort(files)).sort((a, b) => isShared(a) - isShared(b) || rank(a) - rank(b));
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
      {
        ...AS_BUILT,
        test: { ...unit, name: 'unit, shared', include: UNIT, exclude: [...ISOLATED, ...TIMED], isolate: false },
      },
      {
        // Real nodes and processes, which wait for polls, starts and each other more than they compute. Among them go
        // those of half a million rows, and a soak.
        ...AS_BUILT,
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
        ...AS_BUILT,
        test: { ...endToEnd, name: 'timed', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
    ],
  },
});

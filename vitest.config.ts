import { defineConfig, type TestUserConfig } from 'vitest/config';

const common: TestUserConfig = {
  setupFiles: ['tests/setup.ts'],
  pool: 'forks',
  // Other workspaces are used as they are built, by Node itself, as in production.
  server: { deps: { external: [/\/dist\//] } },
};
const unit: TestUserConfig = {
  ...common,
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  sequence: { groupOrder: 1 },
};

/**
 * No database, no processes, and no mocked module, which would stay mocked: files share a worker, which loads the
 * workspaces once (packages/chains and config: 34 s of CPU time instead of 95 s).
 */
const SHARED = [
  '{packages/{config,devnet},apps/{bench,soak}}/test/**/*.test.ts',
  'packages/chains/test/**/!(node-notifications-missing).test.ts',
];

export default defineConfig({
  test: {
    // Here and not in the projects, which would each run it.
    globalSetup: ['tests/global-setup.ts'],
    ...(common.server && { server: common.server }),
    projects: [
      { test: { ...unit, name: 'pure', include: SHARED, isolate: false } },
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts'],
          exclude: SHARED,
        },
      },
      {
        // Real nodes, processes and a million rows: one file after the other, with time for a noisy machine.
        test: {
          ...common,
          name: 'end-to-end',
          include: ['tests/*.test.ts'],
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

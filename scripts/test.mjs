#!/usr/bin/env node
/** `npm test [-- vitest arguments]`: installs and builds what is missing, runs the tests, ends with a line of totals. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './lib/build.js';
import { installWhatIsMissing } from './lib/install.js';
import { ROOT, requireNode } from './lib/project.js';

let totals = { passed: 0, failed: 0, skipped: 0 };
process.on('exit', (code) => {
  const { passed, skipped } = totals;
  // Something outside every test went wrong (the build, a setup, an unhandled rejection): still a failure to show.
  const failed = code !== 0 ? Math.max(1, totals.failed) : totals.failed;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
});

requireNode();
await installWhatIsMissing();
await build();
// All tests together start programs some hundred times; a few of them are over before the bundles would be made.
if (process.argv.length === 2 && process.env.TEST_PROGRAMS === undefined) {
  const bundled = spawnSync(process.execPath, [join(ROOT, 'scripts/bundle.mjs')], { stdio: 'inherit' });
  if (bundled.status !== 0) process.exit(1);
  process.env.TEST_PROGRAMS = 'bundle';
}

const folder = mkdtempSync(join(tmpdir(), 'chaintrail-tests-'));
const report = join(folder, 'report.json');
// Whoever runs all files that exercise the product, but with arguments, names the file.
if (process.argv.length === 2) process.env.TEST_EXERCISED ??= join(folder, 'exercised');
// The terminal's Ctrl-C reaches vitest too; wait for it to clean up and then report.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
const { status } = spawnSync(
  process.execPath,
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    `--reporter=${join(ROOT, 'scripts/lib/slowest-files.js')}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: ROOT, stdio: 'inherit' },
);
totals = readTotals(report);
process.exitCode = status ?? 1;
if (status === 0 && process.env.TEST_EXERCISED !== undefined) {
  const { unexercised } = await import('./lib/unexercised.js');
  const lines = await unexercised(process.env.TEST_EXERCISED);
  if (lines.length > 0) {
    console.error(['Not exercised by any test:', ...lines].join('\n  '));
    // Tests skipped for want of a program may be those that exercise it. CI has those that it takes.
    if (process.env.CI === 'true' || totals.skipped === 0) process.exitCode = 1;
  }
}
rmSync(folder, { recursive: true, force: true });

function readTotals(file) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    // A file that could not even be loaded has no test to fail.
    const broken = testResults.filter(
      (each) => each.status === 'failed' && !each.assertionResults.some((one) => one.status === 'failed'),
    );
    return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests + numTodoTests };
  } catch (error) {
    if (error.code !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

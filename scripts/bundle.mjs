#!/usr/bin/env node
/**
 * `node scripts/bundle.mjs`: makes one file of each program that tests start often, as `dist/bundle/<program>.js` beside its `dist/<program>.js`. Loading
 * 750 modules one by one takes Node.js 0.9 s of processor time, one file of the same modules 0.3 s; `.ci/run` starts some hundred of them.
 * Tests start them where `TEST_PROGRAMS=bundle` says so.
 */
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from './lib/project.js';

const PROGRAMS = [
  'apps/api/dist/main.js',
  'apps/indexer/dist/main.js',
  'apps/audit/dist/main.js',
  // Threads of the indexer.
  'apps/indexer/dist/decode/worker.js',
  'packages/db/dist/write/first-sync/numbering-worker.js',
].map((path) => join(ROOT, path));

const bundleOf = (program) => join(dirname(program), 'bundle', basename(program));

/** What lies beside a module is found from where the module is; a thread, in its bundle. */
const placed = {
  name: 'placed',
  setup({ onLoad }) {
    onLoad({ filter: /\/(apps|packages)\/[^/]+\/dist\/.*\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text
        .replaceAll(/new URL\('([^']+)', import\.meta\.url\)/g, (whole, name) => {
          const file = fileURLToPath(new URL(name, pathToFileURL(path)));
          return PROGRAMS.includes(file) ? `new URL(${JSON.stringify(pathToFileURL(bundleOf(file)).href)})` : whole;
        })
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: 'js' };
    });
  },
};

await Promise.all(
  PROGRAMS.map((program) =>
    build({
      entryPoints: [program],
      outfile: bundleOf(program),
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      // Errors tell the names of their classes.
      keepNames: true,
      // Native code, and what nobody has installed.
      external: ['zeromq', 'pg-native'],
      // Packages in CommonJS ask for modules of Node.js by `require`.
      banner: {
        js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
      },
      plugins: [placed],
      logLevel: 'warning',
    }),
  ),
);

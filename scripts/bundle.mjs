#!/usr/bin/env node
/**
 * `node scripts/bundle.mjs`: makes one file of each program that tests start often, in `dist/bundle` beside its
 * `dist/<program>.js`. Loading 750 modules one by one takes Node.js 0.9 s of processor time, one file of them 0.3 s,
 * and one that is compiled already 0.2 s; `.ci/run` starts some hundred of them. Tests start `dist/bundle/main.cjs`
 * where `TEST_PROGRAMS=bundle` says so.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from './lib/project.js';

const inRoot = (path) => join(ROOT, path);
const PROGRAMS = [
  'apps/api/dist/main.js',
  'apps/indexer/dist/main.js',
  'apps/audit/dist/main.js',
  'apps/analysts/dist/export.js',
].map(inRoot);
const THREADS = ['apps/indexer/dist/decode/worker.js', 'packages/db/dist/write/first-sync/numbering-worker.js'].map(
  inRoot,
);
/** How long a program tries in vain after its first line of log. */
const RUN_MS = 500;

const bundleOf = (path, name = basename(path)) => join(dirname(path), 'bundle', name);

/** A file beside a module is found from where the module is; a thread, in its bundle. */
const placed = {
  name: 'placed',
  setup({ onLoad }) {
    onLoad({ filter: /\/(apps|packages)\/[^/]+\/dist\/.*\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = (PROGRAMS.includes(path) ? awaited(text) : text)
        .replaceAll(/new URL\('([^']+)', import\.meta\.url\)/g, (whole, name) => {
          const file = fileURLToPath(new URL(name, pathToFileURL(path)));
          return THREADS.includes(file) ? `new URL(${JSON.stringify(pathToFileURL(bundleOf(file)).href)})` : whole;
        })
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: 'js' };
    });
  },
};

/** A script, unlike a module, does not wait: what a program does after its imports becomes a function that does. */
function awaited(text) {
  const lines = text.replace(/^#!.*\n/, '').split('\n');
  const first = lines.findLastIndex((line) => /^(import|\}) .*from '.*';$/.test(line)) + 1;
  // As Node.js ends a module that waits for what never comes.
  const ends = "const waitsInVain = () => process.exit(13);\nprocess.once('beforeExit', waitsInVain);";
  const program = [ends, ...lines.slice(first), "process.off('beforeExit', waitsInVain);"].join('\n');
  return [...lines.slice(0, first), `void (async () => {\n${program}\n})();`].join('\n');
}

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  // Errors tell the names of their classes.
  keepNames: true,
  // Native code, and what nobody has installed.
  external: ['zeromq', '@duckdb/node-api', 'pg-native'],
  plugins: [placed],
  logLevel: 'warning',
};

async function bundleThread(path) {
  // Packages in CommonJS ask for modules of Node.js by `require`.
  const js = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";
  await build({ ...common, entryPoints: [path], outfile: bundleOf(path), format: 'esm', banner: { js } });
}

async function bundleProgram(path) {
  const { outputFiles } = await build({
    ...{ ...common, entryPoints: [path], outfile: bundleOf(path, 'program.cjs'), format: 'cjs' },
    // Where a script imports while it runs, Node.js warns; it may require.
    ...{ minifyWhitespace: true, write: false, supported: { 'dynamic-import': false } },
  });
  // ASCII takes half the memory and needs no decoding.
  const escaped = (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const program = outputFiles[0].text.replaceAll(/[^\0-\x7f]/g, escaped);
  await mkdir(dirname(bundleOf(path)), { recursive: true });
  await writeFile(bundleOf(path, 'program.cjs'), program);
  const main = bundleOf(path, 'main.cjs');
  await copyFile(join(ROOT, 'scripts/lib/compiled-program.cjs'), main);
  await rm(bundleOf(path, 'program.cache'), { force: true });
  // Code that it has compiled until it finds no database.
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', KEEP_COMPILED: '1' };
  const settings = { HOST: '127.0.0.1', BTC_RPC_URL: 'http://127.0.0.1:1', BTC_NETWORK: 'regtest', API_WORKERS: '1' };
  const options = { env: { ...env, ...settings }, stdio: ['ignore', 'pipe', 'ignore'] };
  const started = spawn(process.execPath, [main, 'btc'], options);
  const ended = once(started, 'close');
  started.stdout.once('data', () => setTimeout(() => started.kill('SIGTERM'), RUN_MS));
  await ended;
}

await Promise.all([...THREADS.map(bundleThread), ...PROGRAMS.map(bundleProgram)]);

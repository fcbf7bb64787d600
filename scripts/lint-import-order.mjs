#!/usr/bin/env node
/** Folders of a workspace import downwards only: each may import those above it in this list, and files beside them. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From the ground up. A folder that is not here is an error, so a new one gets its place. */
const ORDER = {
  'packages/chains/src': ['bytes', 'json', 'params', 'rpc', 'account', 'utxo', 'evm', 'cosmos'],
  'packages/db/src': ['tables', 'migrate', 'write', 'read', 'rates', 'audit', 'maintain'],
  'apps/indexer/src': ['decode', 'follow', 'balances', 'first-sync', 'internal', 'mempool', 'rates'],
  'apps/audit/src': ['utxo', 'evm', 'cosmos'],
  'apps/api/src': [
    ...[
      'schemas',
      'access',
      'shares',
      'node',
      'read',
      'http',
      'shape',
      'metrics',
      'families',
      'accounts',
      'export',
      'stream',
    ],
    ...['services', 'handlers', 'esplora', 'blockbook', 'documents', 'server', 'workers'],
  ],
};
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const problems = Object.entries(ORDER).flatMap(([workspace, order]) => {
  const base = join(ROOT, workspace);
  const files = readdirSync(base, { recursive: true }).filter((path) => /\.tsx?$/.test(path));
  return files.flatMap((path) => {
    const place = placeOf(path, order);
    if (place === undefined)
      return [`${join(workspace, path)}: its folder has no place in scripts/lint-import-order.mjs`];
    const imports = readFileSync(join(base, path), 'utf8').matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g);
    return [...imports]
      .map(([, name]) => relative(base, normalize(join(base, dirname(path), name))))
      .filter((target) => target.includes('/') && place < placeOf(target, order))
      .map((target) => `${join(workspace, path)} imports ${target}, which lies above it`);
  });
});
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

/** @returns the higher, the more it may import; Infinity for files beside the folders */
function placeOf(path, order) {
  if (!path.includes('/')) return Number.POSITIVE_INFINITY;
  const place = order.indexOf(path.split('/')[0]);
  return place < 0 ? undefined : place;
}

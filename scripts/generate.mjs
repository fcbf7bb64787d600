#!/usr/bin/env node
/**
 * `npm run generate`: writes the files that are made from the code and committed.
 * `npm run check:generated`: fails when one of them is not what the code would make.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './lib/build.js';
import { installWhatIsMissing } from './lib/install.js';
import { fail, ROOT, requireNode } from './lib/project.js';

/** Every generated file and how it is made. `from` is the module, after the build. */
const GENERATED = [
  {
    file: 'docs/configuration.md',
    from: 'packages/config/dist/index.js',
    make: ({ configurationDocument }) => configurationDocument(),
  },
  {
    file: '.env.example',
    from: 'packages/config/dist/index.js',
    make: ({ exampleEnvironment }) => exampleEnvironment(),
  },
  {
    file: 'docs/openapi.json',
    from: 'apps/api/dist/documents/openapi.js',
    make: ({ openApiDocument }) => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  },
  {
    file: 'packages/client/src/schema.ts',
    from: 'packages/client/generate.js',
    make: async ({ typesOf }) => typesOf(JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'))),
  },
  {
    file: 'docs/schema.md',
    from: 'packages/testkit/dist/index.js',
    make: ({ schemaDocument }) => schemaDocument(),
  },
];

requireNode();
await installWhatIsMissing();
await build(['packages/config', 'packages/testkit', 'apps/api']);

const check = process.argv.includes('--check');
const stale = [];
for (const { file, from, make } of GENERATED) {
  const source = join(ROOT, from);
  if (!existsSync(source)) continue;
  const text = await make(await import(pathToFileURL(source).href));
  const path = join(ROOT, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  stale.push(file);
  if (check) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`wrote ${file}`);
}
if (check && stale.length > 0)
  fail(`Not up to date: ${stale.join(', ')}. Run "npm run generate" and commit the result.`);

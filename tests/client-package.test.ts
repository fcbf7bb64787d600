/** The package as its users get it: packed, unpacked where npm puts it, compiled against, and run beside a real API. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { formatAddress, requireChain } from '@chaintrail/chains';
import { createTestDatabase, type TestDatabase, temporaryFolder } from '@chaintrail/testkit';
import { SpawnedProcess } from '@chaintrail/testkit/process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUSY, demoChain } from '../apps/api/test/support/demo-chain.js';
import { type SeededChain, seedChain } from '../apps/api/test/support/seed-chain.js';
import { startApi, type TestApi } from '../apps/api/test/support/start-api.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = join(ROOT, 'packages/client');
const SAMPLE = join(ROOT, 'tests/support/client-sample.ts');
const TYPESCRIPT_5 = join(PACKAGE, 'node_modules/typescript/bin/tsc');
const TYPESCRIPT = join(ROOT, 'node_modules/typescript/bin/tsc');
const CHROMIUM = process.env['CHROMIUM'] ?? 'chromium';

let folder: string;
let installed: string;
let database: TestDatabase;
let api: TestApi;
let seeded: SeededChain;

async function run(command: string, args: readonly string[], cwd = folder): Promise<string> {
  const child = new SpawnedProcess({ name: command, command, args, cwd });
  await child.exited();
  expect(child.exitStatus(), child.output()).toBe('exit code 0');
  return child.output();
}

/** Examples of the documentation, which compile, too. */
async function examplesOf(file: string): Promise<string[]> {
  const examples = [...(await readFile(file, 'utf8')).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);
  expect(examples.length).toBeGreaterThan(0);
  return examples;
}

beforeAll(async () => {
  folder = await temporaryFolder('client');
  await run('npm', ['pack', '--silent', '--pack-destination', folder], PACKAGE);
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(folder, 'package.json'), '{ "name": "app", "private": true, "type": "module" }');
  installed = join(folder, 'node_modules/@chaintrail/client');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', tarball!, '-C', installed, '--strip-components=1']);
  await writeFile(join(folder, 'sample.ts'), await readFile(SAMPLE));
  for (const [at, example] of (await examplesOf(join(installed, 'README.md'))).entries())
    await writeFile(join(folder, `example-${at}.ts`), example);
  database = await createTestDatabase();
  seeded = await seedChain(database.url, { chain: 'btc', network: 'regtest', blocks: demoChain().blocks });
  api = await startApi(database.url);
});
afterAll(async () => {
  await api?.stop();
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

describe('the package', () => {
  it('has what it needs and nothing else, with sources for its maps', async () => {
    expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json', 'src']);
    expect(await readFile(join(installed, 'LICENSE'), 'utf8')).toBe(await readFile(join(ROOT, 'LICENSE'), 'utf8'));
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('private');
    // npm would install the package and nothing else, and run nothing.
    for (const kind of [
      'dependencies',
      'peerDependencies',
      'optionalDependencies',
      'bundleDependencies',
      'bundledDependencies',
    ])
      expect(manifest).not.toHaveProperty(kind);
    expect(Object.keys(manifest.scripts)).toEqual(['prepack']);
    expect(manifest.version).toBe(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).version);
    const built = (await readdir(join(installed, 'dist'))).sort();
    const modules = (await readdir(join(installed, 'src'))).map((name) => name.replace(/\.ts$/, ''));
    const endings = ['.d.ts', '.d.ts.map', '.js', '.js.map'];
    expect(built).toEqual(modules.flatMap((name) => endings.map((ending) => name + ending)).sort());
    for (const map of built.filter((name) => name.endsWith('.map'))) {
      const { sources } = JSON.parse(await readFile(join(installed, 'dist', map), 'utf8'));
      for (const source of sources) await readFile(join(installed, 'dist', source));
    }
  });
});

describe('an application', () => {
  const options = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: 'ES2022',
    skipLibCheck: false,
    noEmitOnError: true,
  };
  const compile = async (compiler: string, name: string, more: object) => {
    const project = join(folder, `${name}.json`);
    await writeFile(project, JSON.stringify({ compilerOptions: { ...options, ...more }, include: ['*.ts'] }));
    await run(process.execPath, [compiler, '-p', project]);
  };
  const browser = { lib: ['ES2022', 'DOM'], types: [] };

  // The first one makes what the others run.
  beforeAll(() => compile(TYPESCRIPT_5, 'run', { ...browser, module: 'NodeNext' }));

  it('compiles with TypeScript 5 and 7, for browsers, bundlers and Node, with nothing but its own types', async () => {
    await compile(TYPESCRIPT, 'newest', { ...browser, module: 'NodeNext', noEmit: true });
    await compile(TYPESCRIPT, 'bundler', { ...browser, module: 'ESNext', moduleResolution: 'bundler', noEmit: true });
    const node = { lib: ['ES2022'], types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] };
    await compile(TYPESCRIPT_5, 'node', { ...node, module: 'NodeNext', noEmit: true });
  });

  const address = formatAddress(requireChain('btc').networks.find(({ name }) => name === 'regtest')!, BUSY);
  const expected = () => {
    const rows = seeded.histories.get(BUSY.toString('hex'))!;
    const { balance } = rows.at(-1)!;
    return {
      isAuthenticated: false,
      codes: ['btc'],
      balance: String(balance),
      coins: (Number(balance) / 1e8).toFixed(8).replace(/\.?0+$/, ''),
      units: String(balance),
      twice: [String(balance), String(balance)],
      past: String(rows[0]!.balance),
      txids: rows.map(({ txid }) => txid),
      states: ['is there'],
      net: String(balance),
      total: rows.length,
      tip: demoChain().blocks.length - 1,
      // Nobody can spend what the genesis block pays.
      unspent: String(balance - 5_000_000_000n),
      parts: 1,
      inBlock: seeded.txids.slice(1, 3),
      blockTransactions: 2,
      event: demoChain().blocks.length - 1,
      later: { done: true },
      failures: [
        'invalid-parameter 400 true',
        'address-malformed 400 true',
        'unknown-transaction 404 true',
        'AbortError',
      ],
    };
  };

  it('runs in Node', async () => {
    const program = `const { report } = await import(${JSON.stringify(pathToFileURL(join(folder, 'sample.js')).href)});
      console.log(JSON.stringify(await report(${JSON.stringify(api.url)}, ${JSON.stringify(address)})));`;
    const output = await run(process.execPath, ['--input-type=module', '--eval', program]);
    expect(JSON.parse(output)).toMatchObject(expected());
  });

  it('runs in a browser, as modules of a page of another origin', async ({ skip }) => {
    const version = new SpawnedProcess({ name: 'chromium', command: CHROMIUM, args: ['--version'] });
    await version.exited();
    skip(
      version.exitStatus() !== 'exit code 0',
      'Chromium is not installed (Debian: chromium); CHROMIUM names another one',
    );
    const page = await servePage(`
      <script type="importmap">{"imports": {"@chaintrail/client": "/node_modules/@chaintrail/client/dist/index.js"}}</script>
      <script type="module">
        const tell = (told) => fetch('/told', { method: 'POST', body: JSON.stringify(told) });
        try {
          const { report } = await import('/sample.js');
          await tell(await report(${JSON.stringify(api.url)}, ${JSON.stringify(address)}));
        } catch (error) {
          await tell({ error: String(error) });
        }
      </script>`);
    const chromium = new SpawnedProcess({
      name: 'chromium',
      command: CHROMIUM,
      args: ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${join(folder, 'profile')}`, page.url],
    });
    const ended = chromium.exited().then(() => ({ error: chromium.output() }));
    expect(await Promise.race([page.told, ended])).toMatchObject(expected());
    await chromium.stop();
    await page.stop();
  });
});

/** Serves the folder, and a page that tells what it has found. */
async function servePage(html: string) {
  let tell: (told: unknown) => void;
  const told = new Promise<unknown>((resolve) => {
    tell = resolve;
  });
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      tell(JSON.parse(Buffer.concat(chunks).toString()));
      response.end();
    } else if (request.url?.endsWith('.js')) {
      response.setHeader('Content-Type', 'text/javascript').end(await readFile(join(folder, request.url)));
    } else {
      response.setHeader('Content-Type', 'text/html').end(html);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    told,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

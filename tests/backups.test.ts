/** docs/operations.md, run as printed: a chain is backed up while it is followed, restored elsewhere, and followed from there. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireUtxoChain } from '@chaintrail/chains';
import { migrate, openSession } from '@chaintrail/db';
import { type SimulatedNode, startSimulatedNode } from '@chaintrail/devnet';
import { dumpRows, freePort, type SpawnedProcess, spawnApi, spawnIndexer, temporaryFolder } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSameRows, reach, settingsFor } from './support/followed-chain.js';
import { startSystemPostgres, systemPostgresOrSkip } from './support/system-postgres.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/operations.md`, 'utf8');
/** The command that npx runs, without its own checks of what is installed and built. */
const NPX = `npx() { shift; '${process.execPath}' '${ROOT}apps/cli/dist/main.js' "$@"; }`;

/** Commands as documents print them; .ci/containers/run runs those of containers. */
const COMMANDS = [
  ...(PAGE + readFileSync(`${ROOT}docs/runbooks.md`, 'utf8'))
    .replaceAll(/<!-- container: .* -->\n(\n| {4}.*\n)+/g, '')
    .matchAll(/^ {4,}(?=[A-Za-z_])(.*)$/gm),
].map(([, command]) => command!);
/** Commands that the machine of a test cannot run, or that run elsewhere as printed. */
const NOT_HERE = [
  /^docker (run|compose .*\b(up -d --build|run --rm))\b/, // an engine, and images
  /^(useradd|systemctl|install) /, // the rights of root, and systemd; apps/api/test/operations.test.ts verifies the units
  /^(scripts\/compose-secrets\.sh|docker compose config --quiet)$/, // compose.test.ts
];

/** Commands below a mark of the page. */
function commandsBelow(mark: string): string {
  const [, after = ''] = PAGE.split(`<!-- ${mark} -->\n`);
  const [block = ''] = after.split(/\n(?! {4}|\n)/);
  expect(block).toContain('    ');
  return block.replaceAll(/^ {4}/gm, '');
}

const bin = systemPostgresOrSkip();
const hasJq = spawnSync('jq', ['--version']).status === 0;

describe.runIf(bin)('backups', () => {
  let server: { readonly url: string; stop(): Promise<void> };
  let node: SimulatedNode;
  let folder: string;
  let env: Record<string, string>;
  let restoredUrl: string;
  const indexers: SpawnedProcess[] = [];

  beforeAll(async () => {
    server = await startSystemPostgres(bin!);
    await migrate(server.url);
    await query(server.url, 'CREATE DATABASE restored');
    restoredUrl = Object.assign(new URL(server.url), { pathname: '/restored' }).href;
    folder = await temporaryFolder('backups');
    node = await startSimulatedNode({ chain: requireUtxoChain('btc'), seed: 17, blocks: 110, txPerBlock: 5 });
    env = { ...settingsFor('btc', node), AUDIT_EVERY_HOURS: '0', DATABASE_URL: server.url };
    await follow(server.url);
    await query(server.url, `INSERT INTO chaintrail.rates VALUES (1800000000, 1800000000, 'BTC', 61234.5, '{test}')`);
  });
  afterAll(async () => {
    await Promise.all(indexers.map((indexer) => indexer.stop()));
    await Promise.all([node?.close(), server?.stop()]);
  });

  async function follow(url: string): Promise<void> {
    const indexer = spawnIndexer({ databaseUrl: url, env: { ...env, DATABASE_URL: url } });
    indexers.push(indexer);
    await reach(url, 'btc', node.tip(), [indexer]);
  }

  async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
    const session = await openSession(url, 'chaintrail-test');
    try {
      return (await session.query<Row>(sql)).rows;
    } finally {
      await session.end();
    }
  }

  /** As an operator's shell runs them, where the first that fails ends all. @returns what they said */
  async function run(
    commands: string,
    databaseUrl = server.url,
    more: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly status: number | null; readonly said: string }> {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', `${NPX}\n${commands}`], {
      cwd: folder,
      env: { ...env, PATH: `${bin}:${PATH}`, HOME, DATABASE_URL: databaseUrl, RESTORED_URL: restoredUrl, ...more },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8');
      });
    const status = await new Promise<number | null>((resolve) => {
      child.once('close', resolve);
    });
    return { status, said };
  }

  test('are restored into another database, which is followed from there', async () => {
    expect(await run(commandsBelow('backup'))).toMatchObject({ status: 0 });
    const globals = readFileSync(join(folder, 'globals.sql'), 'utf8');
    for (const role of ['chaintrail_read', 'chaintrail_api']) expect(globals).toContain(`CREATE ROLE ${role};`);
    expect(globals).not.toMatch(/PASSWORD '/);
    expect(await run(commandsBelow('restore'))).toMatchObject({ status: 0 });
    expectSameRows(await dumpRows(restoredUrl, 'btc'), await dumpRows(server.url, 'btc'));
    for (const table of ['chaintrail.chains', 'chaintrail.rates', `chaintrail.migrations WHERE schema = 'btc'`])
      expect(await query(restoredUrl, `SELECT * FROM ${table}`)).toEqual(
        await query(server.url, `SELECT * FROM ${table}`),
      );
    // Indexes, rights and the views over all chains are there, too.
    for (const sql of [
      `SELECT indexdef FROM pg_indexes WHERE schemaname = 'btc' ORDER BY 1`,
      `SELECT grantee, table_name, privilege_type FROM information_schema.role_table_grants WHERE table_schema IN ('btc', 'chaintrail') ORDER BY 1, 2, 3`,
      'SELECT chain, height, hash FROM chaintrail.blocks ORDER BY height',
    ]) {
      const expected = await query(server.url, sql);
      expect(expected.length).toBeGreaterThan(10);
      expect(await query(restoredUrl, sql)).toEqual(expected);
    }
    // The node leaves blocks that the backup has.
    node.reorg(3, 5);
    await follow(restoredUrl);
    await reach(server.url, 'btc', node.tip(), indexers);
    expectSameRows(await dumpRows(restoredUrl, 'btc'), await dumpRows(server.url, 'btc'));
  });

  // The full audit among them proves what was restored.
  test('of every command on the page PostgreSQL takes, none is mistaken', async () => {
    const commands = COMMANDS.filter((command) => /^(psql "\$DATABASE_URL"|npx chaintrail audit) /.test(command));
    expect(commands.length).toBeGreaterThan(8);
    for (const command of commands) expect(await run(command, restoredUrl), command).toMatchObject({ status: 0 });
  });

  test('are not all: the first look and the doctor are as printed, too', async () => {
    // As its owner: the login of other tests is not on this server.
    const api = await spawnApi({ databaseUrl: restoredUrl, env: { DATABASE_URL: restoredUrl } });
    const port = String(await freePort());
    const looks = COMMANDS.filter((command) => /^(npx chaintrail (status|doctor)|curl )/.test(command));
    expect(looks).toHaveLength(3);
    for (const look of looks) {
      const command = hasJq ? look : look.replace(/ \| jq .*/, '');
      const { status, said } = await run(command.replace('localhost:3000', new URL(api.url).host), restoredUrl, {
        PORT: port,
      });
      // A doctor finds much about the server of a test, and says so.
      expect(status, said).toBeLessThanOrEqual(look.endsWith('doctor') ? 2 : 0);
      expect(said).toContain('btc');
    }
    writeFileSync(join(folder, 'api.log'), api.process.output());
    const [, client = ''] = /"client":"([^"]+)"/.exec(api.process.output()) ?? [];
    const counting = COMMANDS.find((command) => command.startsWith('grep '))!;
    const { status, said } = await run(counting.replace('kJ3vQz0aB1cD', client), restoredUrl);
    expect({ status, said }).toMatchObject({
      status: 0,
      said: expect.stringMatching(/\d+ "route":"\/\S*","status":200/),
    });
  });

  test('and the rest leave no command that nothing has run', () => {
    const blocks = commandsBelow('backup') + commandsBelow('restore');
    const isRun = (command: string): boolean =>
      /^(psql "\$DATABASE_URL"|npx chaintrail|curl|grep) /.test(command) || blocks.includes(command);
    const others = COMMANDS.filter((command) => !isRun(command) && !NOT_HERE.some((some) => some.test(command)));
    expect(others).toEqual([]);
  });
});

/** Files that operators load into Prometheus and Grafana, against the metrics of a real API. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatAddress, requireChain } from '@chaintrail/chains';
import { openSession } from '@chaintrail/db';
import { skip, type TestDatabase, temporaryFolder, waitFor, withApiLogin } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoChain, demoDatabase } from './support/demo-chain.js';
import { AT, EVM_BLOCKS } from './support/evm-demo.js';
import { type FakeEvmNode, startFakeEvmNode } from './support/fake-evm-node.js';
import { accountOf, seedEvmChain } from './support/seed-evm-chain.js';
import { seedMempool } from './support/seed-mempool.js';
import { startApi, type TestApi } from './support/start-api.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const RULES = 'deploy/prometheus/chaintrail.rules.yml';
const RUNBOOKS = 'docs/runbooks.md';
const MONITORING = 'docs/operations.md';
const DASHBOARDS = readdirSync(join(ROOT, 'deploy/grafana/dashboards')).map(
  (file) => `deploy/grafana/dashboards/${file}`,
);

/** Labels that Prometheus itself adds to every sample of a target. */
const OF_TARGETS = ['job', 'instance'];
/**
 * Series that Prometheus adds to a target, and those that have samples only where there are rates or listeners: with
 * their labels.
 */
const BESIDE = new Map([
  ['up', []],
  ['chaintrail_rate_age_seconds', ['currency', 'network']],
  ['chaintrail_rate_confirmed_age_seconds', ['currency', 'network']],
  ['chaintrail_streams_open', []],
  ['chaintrail_stream_events_total', ['currency', 'event']],
]);
/** Roles, and what Docker calls networks and volumes of docker-compose.yml. */
const NO_METRICS = ['chaintrail_api', 'chaintrail_read', 'chaintrail_web', 'chaintrail_nodes', 'chaintrail_postgres'];

/** Grafana's own notation for a variable. */
const DATA_SOURCE = ['$', '{datasource}'].join('');

interface Used {
  readonly name: string;
  readonly labels: readonly string[];
}

/** Metrics that a text names, with the labels that it asks of each. */
function metricsIn(text: string): Used[] {
  const found = text.matchAll(/\b(up|(?:chaintrail|nodejs|process)_[a-z0-9_]+)\b(?:\{([^}]*)\})?/g);
  return [...found].flatMap(([, name = '', matchers = '']) =>
    NO_METRICS.includes(name) || (name === 'up' && matchers === '')
      ? []
      : [{ name, labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label) }],
  );
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource?: { readonly type: string; readonly uid: string };
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly {
    readonly expr: string;
    readonly refId: string;
    readonly datasource: { readonly uid: string };
  }[];
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly query: unknown }[];
  };
  readonly panels: readonly Panel[];
}

const dashboards: readonly Dashboard[] = DASHBOARDS.map((path) => JSON.parse(read(path)));
const queriesOf = ({ panels }: Dashboard): string[] =>
  panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) {
  skip("promtool is not installed: install Debian's package prometheus.", { isMistakeInCi: true });
}
/** @returns what it said where it failed */
function promtool(args: readonly string[], input = ''): string | null {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: join(ROOT, 'deploy/prometheus'), input });
  return status === 0 ? null : `${stdout}${stderr}`;
}

describe('what is exposed', () => {
  let database: TestDatabase;
  let node: FakeEvmNode;
  let api: TestApi;
  let text: string;
  /** Labels of the samples of each name. */
  const samples = new Map<string, Set<string>>();

  beforeAll(async () => {
    const { blocks } = demoChain();
    ({ database } = await demoDatabase({ nodeHeight: blocks.length }));
    await seedMempool(database.url, 'btc', []);
    await seedEvmChain(database.url, { chain: 'eth', blocks: EVM_BLOCKS, tracedTo: AT.tip });
    // A chain that says of itself all that a chain can say.
    const session = await openSession(database.url, 'test');
    await session.query(`
      UPDATE btc.sync_state SET share = 0.5, eta_seconds = 60, blocks_per_second = 1, transactions_per_second = 1,
        node_requests = 1, node_failures = 0, node_seconds = 1;
      INSERT INTO btc.audits (scope, result, finished_at, findings) VALUES ('full', 'clean', now(), 0)`);
    await session.end();
    node = await startFakeEvmNode();
    api = await startApi(database.url, {
      env: {
        ...{ ETH_RPC_URL: node.url, ETH_NETWORK: 'local', RATE_LIMITS: 'free=20/1h' },
        ...{ DATABASE_READ_URL: withApiLogin(database.url), REDIS_URL: 'redis://127.0.0.1:1' },
      },
    });
    const network = requireChain('eth').networks.find(({ name }) => name === 'local')!;
    await api.get(`/v0/addresses/eth/${formatAddress(network, accountOf('stranger'))}/balance`);
    for (let status = 200; status !== 429; ) ({ status } = await api.get('/v0/currencies'));
    // The size is known a little later, and a request is counted when its connection says that it has ended.
    await waitFor(
      async () => {
        ({ text } = await api.get('/metrics'));
        return /^chaintrail_database_size_bytes\{/m.test(text) && /^chaintrail_rate_limited_total\{/m.test(text);
      },
      { what: 'everything to be counted' },
    );
    for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
      const known = samples.get(name) ?? new Set(OF_TARGETS);
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
      samples.set(name, known);
    }
  });
  afterAll(async () => {
    await api?.stop();
    await node?.close();
    await database?.drop();
  });

  it.each<[string, () => string]>([
    [RULES, () => read(RULES)],
    ...dashboards.map((each, at): [string, () => string] => [DASHBOARDS[at]!, () => queriesOf(each).join('\n')]),
    [`${MONITORING} and ${RUNBOOKS}`, () => read(MONITORING) + read(RUNBOOKS)],
  ])('has every metric, with its labels, that %s names', (_path, textOf) => {
    const used = metricsIn(textOf());
    expect(used.length).toBeGreaterThan(10);
    for (const { name, labels } of used) {
      const known = BESIDE.get(name) ?? samples.get(name);
      expect(known, name).toBeDefined();
      for (const label of labels) expect([...known!, ...OF_TARGETS], name).toContain(label);
    }
    const every = new Set([...samples.values()].flatMap((labels) => [...labels]));
    for (const [, list = ''] of textOf().matchAll(/\b(?:by|on|without|ignoring) \(([^)]*)\)/g))
      for (const label of list.split(/,\s*/)) expect(every).toContain(label);
  });

  it('has for everything that it says a place in a rule, a dashboard or the documents', () => {
    const shown = metricsIn(
      [read(RULES), ...dashboards.flatMap(queriesOf), read(MONITORING), read(RUNBOOKS)].join('\n'),
    );
    const names = new Set(shown.map(({ name }) => name.replace(/_(bucket|sum|count)$/, '')));
    const said = [...samples.keys()].filter((name) => name.startsWith('chaintrail_'));
    expect(said.filter((name) => !names.has(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([]);
  });

  it.runIf(hasPromtool)('is what Prometheus takes', () => {
    // Its advice on names is for new metrics; these two have been there before.
    const said = promtool(['check', 'metrics'], text) ?? '';
    const advice = said.split('\n').filter((line) => line.startsWith('chaintrail_'));
    expect(advice).toEqual([]);
  });
});

describe('alerts', () => {
  const names = [...read(RULES).matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);

  it('have a section of their own in the runbooks, and no section is of none', () => {
    expect(names.length).toBeGreaterThan(20);
    expect(new Set(names).size).toBe(names.length);
    const sections = [...read(RUNBOOKS).matchAll(/^## ([A-Z]\w+)$/gm)].map(([, name]) => name!);
    expect(sections.toSorted()).toEqual(names.toSorted());
    const links = [...read(RULES).matchAll(/runbook: (\S+)/g)].map(([, link]) => link);
    expect(links).toEqual(names.map((name) => `${RUNBOOKS}#${name.toLowerCase()}`));
  });

  it.runIf(hasPromtool)('are what Prometheus takes, and fire when they should', () => {
    expect(promtool(['check', 'config', 'prometheus.yml'])).toBeNull();
    expect(promtool(['test', 'rules', 'chaintrail.rules.test.yml'])).toBeNull();
    const tested = [
      ...read('deploy/prometheus/chaintrail.rules.test.yml').matchAll(/alertname: (\w+)\n\s+exp_alerts:/g),
    ];
    expect(new Set(tested.map(([, name]) => name))).toEqual(new Set(names));
  });
});

describe('dashboards', () => {
  it.each(dashboards.map((each) => [each.title, each] as const))(
    '%s is whole',
    (_title, { uid, schemaVersion, templating, panels }) => {
      expect(uid).toMatch(/^[a-z0-9-]{1,40}$/);
      // Grafana 11's: newer ones bring it up to date, older ones refuse it.
      expect(schemaVersion).toBe(39);
      expect(templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      const taken = new Set<string>();
      for (const { type, title, datasource, targets = [], gridPos } of panels) {
        expect(title).not.toBe('');
        for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
          for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
            expect(taken, `${title} lies upon another panel`).not.toContain(`${x} ${y}`);
            taken.add(`${x} ${y}`);
          }
        expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
        if (type === 'row') continue;
        expect(datasource).toEqual({ type: 'prometheus', uid: DATA_SOURCE });
        expect(targets.length, `${title} asks for nothing`).toBeGreaterThan(0);
        expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
        for (const target of targets) {
          expect(target.expr).not.toBe('');
          expect(target.datasource.uid).toBe(DATA_SOURCE);
          for (const [, name] of target.expr.matchAll(/\$(?!__)\{?(\w+)/g))
            expect(templating.list.map((variable) => variable.name)).toContain(name);
        }
      }
    },
  );

  it('have names of their own', () => {
    expect(dashboards.length).toBeGreaterThan(1);
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
  });

  it.runIf(hasPromtool)('ask what Prometheus understands', async () => {
    const rules = dashboards.flatMap(queriesOf).map((query, at) => ({
      record: `query_${at}`,
      expr: query.replaceAll('$__rate_interval', '5m').replaceAll(/\$\w+/g, 'any'),
    }));
    const file = join(await temporaryFolder('queries'), 'queries.yml');
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
    expect(promtool(['check', 'rules', file])).toBeNull();
  });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) skip('systemd-analyze is not installed.');

describe('systemd units', () => {
  const units = readdirSync(join(ROOT, 'deploy/systemd'));

  it.each(units)('%s starts a program that there is', (unit) => {
    const [, program = ''] =
      /^ExecStart=\/usr\/bin\/node --enable-source-maps (\S+)$/m.exec(read(`deploy/systemd/${unit}`)) ?? [];
    expect(program).toMatch(/^apps\/(api|indexer)\/dist\/main\.js$/);
    expect(existsSync(join(ROOT, program))).toBe(true);
  });

  it.runIf(hasSystemd)('are what systemd takes', async () => {
    const folder = await temporaryFolder('units');
    const files = units.map((unit) => join(folder, unit));
    for (const [at, file] of files.entries())
      await writeFile(file, read(`deploy/systemd/${units[at]}`).replace('/usr/bin/node', process.execPath));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
      encoding: 'utf8',
    });
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});

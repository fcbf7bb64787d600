/** docker-compose.yml without an engine: what can be said of it, its scripts, and compose's own opinion where that is installed. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHAINS } from '@chaintrail/chains';
import { settingsReadBy } from '@chaintrail/config';
import { migrate, openSession, readChains } from '@chaintrail/db';
import { startEmbeddedPostgres } from '@chaintrail/embedded-postgres';
import { freePort, inSession, redisOrSkip, skip, temporaryFolder, waitFor } from '@chaintrail/testkit';
import { SpawnedProcess } from '@chaintrail/testkit/process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listOf, servicesOf } from './support/compose-file.js';
import { systemPostgresOrSkip } from './support/system-postgres.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const COMPOSE = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const NODES = readFileSync(join(ROOT, 'deploy/nodes/docker-compose.yml'), 'utf8');
const services = servicesOf('docker-compose.yml');

function run(script: string, args: readonly string[], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  return spawnSync(join(ROOT, 'scripts', script), args, { env: { PATH, ...env }, encoding: 'utf8' });
}

describe('docker-compose.yml', () => {
  test.each([...services])('%s may do no more than it has to', (name, text) => {
    expect(text).toMatch(/<<: \*(hardened|program)\n/);
    expect(text).toMatch(/\n {4}mem_limit: /);
    expect(text).not.toMatch(/privileged|network_mode|docker\.sock/);
    // One-off programs apart, each says whether it is well.
    expect(/healthcheck:\n {6}(disable|test):/.exec(text)?.[1]).toBe(name === 'migrate' ? 'disable' : 'test');
    const [, image] = /\n {4}image: (\S+)/.exec(text) ?? [];
    if (image !== undefined) expect(image).toMatch(/^[a-z/]+:v?\d+\.\d+(\.\d+)?(-\w+)?(@sha256:[0-9a-f]{64})?$/);
  });

  test('has the services and profiles that its head tells of, and no password', async () => {
    expect([...services.keys()]).toEqual(['postgres', 'migrate', 'indexer', 'api', 'redis', 'prometheus', 'grafana']);
    expect(COMPOSE).toMatch(
      /x-hardened: &hardened\n[\s\S]*read_only: true\n[\s\S]*cap_drop: \[ALL\]\n[\s\S]*no-new-privileges:true/,
    );
    for (const [, value] of COMPOSE.matchAll(/PASSWORD\w*: (.*)$/gm)) expect(value).toMatch(/^\/run\/secrets\//);
    const names = [
      ...(COMPOSE + NODES).matchAll(
        /\n {4}file: (?:\.\/|\.\.\/\.\.\/)secrets\/(\w+|\$\{REDIS_SECRET:-redis_off\})(?=\n)/g,
      ),
    ].flatMap(([, file]) => (file!.startsWith('$') ? ['redis_off', 'redis_url'] : [file!]));
    const folder = join(await temporaryFolder('secrets'), 'secrets');
    expect(run('compose-secrets.sh', [folder]).status).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
  });

  test('has passwords at random, which a second run leaves as they are', async () => {
    const folder = join(await temporaryFolder('secrets'), 'secrets');
    const read = () =>
      Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    run('compose-secrets.sh', [folder]);
    const first = read();
    expect(run('compose-secrets.sh', [folder]).status).toBe(0);
    expect(read()).toEqual(first);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(first['postgres_password']).toMatch(/^[0-9a-f]{48}$/);
    expect(first['postgres_api_password']).not.toBe(first['postgres_password']);
    expect(first['postgres_superuser_password']).toMatch(/^[0-9a-f]{48}$/);
    expect(first['postgres_superuser_password']).not.toBe(first['postgres_password']);
    expect(first['redis_off']).toBe('');
    expect(first['redis_url']).toBe(`redis://:${first['redis_conf']!.replace('requirepass ', '')}@redis:6379`);
    expect(first['database_url']).toBe(`postgres://chaintrail:${first['postgres_password']}@postgres:5432/chaintrail`);
    const [user, password] = first['node_rpc_cookie']!.split(':');
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    expect(first['node_rpc_conf']).toBe(`rpcuser=${user}\nrpcpassword=${password}`);
    expect(first['engine_jwt']).toMatch(/^[0-9a-f]{64}$/);
    expect(first['api_database_url']).toContain(`chaintrail_web:${first['postgres_api_password']}@`);
  });

  test('gives programs the settings that are files, whatever is in them', async () => {
    const folder = await temporaryFolder('run-secrets');
    const hostile = 'postgres://u:$(id)`id`"\' \\ p@h/d';
    writeFileSync(join(folder, 'DATABASE_URL'), `${hostile}\n`);
    writeFileSync(join(folder, 'lower_case'), 'x');
    writeFileSync(join(folder, 'REDIS_URL'), '');
    mkdirSync(join(folder, 'not.a-name'));
    const { status, stdout } = run('with-secrets.sh', [process.execPath, '-p', 'JSON.stringify(process.env)'], {
      ...{ SECRETS_DIR: folder, DATABASE_URL: 'of the environment', REDIS_URL: 'of the environment' },
    });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ DATABASE_URL: hostile, REDIS_URL: 'of the environment' });
    expect(JSON.parse(stdout)).not.toHaveProperty('lower_case');
    expect(run('with-secrets.sh', ['false'], { SECRETS_DIR: join(folder, 'none') }).status).toBe(1);
  });

  const psql = systemPostgresOrSkip();
  test.runIf(psql)('makes an owner who is no superuser, and a superuser who cannot log in', async () => {
    const folder = join(await temporaryFolder('secrets'), 'secrets');
    expect(run('compose-secrets.sh', [folder]).status).toBe(0);
    const dataDir = await temporaryFolder('compose-roles');
    // Started by root, the server runs as another user.
    chmodSync(dataDir, 0o755);
    const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), durable: false });
    onTestFinished(() => server.stop());
    const superuser = await openSession(
      Object.assign(new URL(server.superuserUrl), { pathname: '/postgres' }).href,
      'test',
    );
    onTestFinished(() => superuser.end());
    // As the entry point of the image leaves it, and runs the file.
    await superuser.query('DROP DATABASE chaintrail');
    await superuser.query('DROP OWNED BY chaintrail; DROP ROLE chaintrail');
    await superuser.query('CREATE DATABASE chaintrail');
    const roles = readFileSync(join(ROOT, 'scripts/compose-roles.sql'), 'utf8').replaceAll('/run/secrets', folder);
    const ended = spawnSync(join(psql!, 'psql'), ['-q', '-v', 'ON_ERROR_STOP=1', '-d', server.superuserUrl], {
      ...{ input: roles, encoding: 'utf8' },
    });
    expect({ status: ended.status, stderr: ended.stderr }).toEqual({ status: 0, stderr: '' });
    const urlOf = (username: string, password: string) =>
      Object.assign(new URL(server.url), { username, password }).href;
    const passwordOf = (file: string) => readFileSync(join(folder, file), 'utf8');
    const lines: string[] = [];
    const owner = urlOf('chaintrail', passwordOf('postgres_password'));
    await migrate(owner, { create: [{ code: 'btc', network: 'regtest' }], say: (line) => lines.push(line) });
    expect(lines).toEqual([]);
    await inSession(owner, async (session) => {
      const { rows } = await session.query(
        'SELECT rolsuper OR rolcreaterole OR rolreplication OR rolbypassrls AS may FROM pg_roles WHERE rolname = current_user',
      );
      expect(rows).toEqual([{ may: false }]);
      expect((await session.query('SELECT pg_try_advisory_lock(1)')).rowCount).toBe(1);
    });
    const { rows } = await superuser.query(`SELECT rolpassword FROM pg_authid WHERE rolname = 'postgres'`);
    expect(rows).toEqual([{ rolpassword: null }]);
    await inSession(urlOf('chaintrail_web', passwordOf('postgres_api_password')), async (session) => {
      expect((await readChains(session)).length).toBe(0);
      for (const statement of [
        'CREATE TEMPORARY TABLE mine ()',
        'SELECT lo_create(0)',
        'SELECT pg_advisory_lock(1, 1)',
      ])
        await expect(session.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    });
  });

  const hasRedis = redisOrSkip();
  test.runIf(hasRedis)('starts a Redis that asks for its password', async () => {
    const folder = join(await temporaryFolder('secrets'), 'secrets');
    expect(run('compose-secrets.sh', [folder]).status).toBe(0);
    const [program, ...args] = listOf(services.get('redis')!, 'command').map((word) =>
      word.replace(/^"(.*)"$/, '$1').replace('/run/secrets', folder),
    );
    const port = String(await freePort());
    const server = new SpawnedProcess({
      ...{ name: 'redis', command: program!, args: [...args, '--port', port, '--bind', '127.0.0.1', '--dir', folder] },
    });
    onTestFinished(() => server.stop());
    const ask = (env: Record<string, string>, ...words: string[]) =>
      spawnSync('redis-cli', ['-p', port, ...words], { env: { PATH: process.env['PATH']!, ...env }, encoding: 'utf8' })
        .stdout;
    await waitFor(async () => ask({}, 'ping').includes('NOAUTH'), { processes: [server], what: 'Redis' });
    // Its check, as compose runs it.
    const [, check = ''] = /test: \[CMD-SHELL, '(.*)'\]/.exec(services.get('redis')!) ?? [];
    const shell = check
      .replaceAll('$$', '$')
      .replace('/run/secrets', folder)
      .replace('redis-cli', `redis-cli -p ${port}`);
    expect(spawnSync('sh', ['-c', shell]).status).toBe(0);
    const { password } = new URL(readFileSync(join(folder, 'redis_url'), 'utf8'));
    expect(ask({ REDISCLI_AUTH: password }, 'config', 'get', 'maxmemory-policy')).toContain('noeviction');
  });

  const compose = findCompose();
  if (!compose) skip('docker compose is missing; run scripts/install-from-sid.sh compose.');
  test.runIf(compose)('is what compose takes, with every service hardened', () => {
    const { status, stdout, stderr } = compose!('--profile', '*', 'config', '--format', 'json');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const composed = Object.entries<Record<string, unknown>>(JSON.parse(stdout).services);
    expect(composed.map(([name]) => name).toSorted()).toEqual(
      [...services.keys(), ...servicesOf('deploy/nodes/docker-compose.yml').keys()].toSorted(),
    );
    for (const [name, service] of composed) {
      expect(service, name).toMatchObject({
        pids_limit: expect.any(Number),
        logging: { options: { compress: 'true' } },
      });
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service, name).toMatchObject({ security_opt: ['no-new-privileges:true'], mem_limit: expect.any(String) });
    }
  });

  test.runIf(compose)('lets each talk to those that it has to', () => {
    const { stdout } = compose!('--profile', '*', 'config', '--format', 'json');
    const { services: composed, networks } = JSON.parse(stdout) as {
      services: Record<string, { networks: Record<string, null> }>;
      networks: Record<string, { internal?: boolean }>;
    };
    const on = (network: string) =>
      Object.keys(composed)
        .filter((name) => Object.hasOwn(composed[name]!.networks, network))
        .toSorted();
    expect(Object.fromEntries(Object.keys(networks).map((network) => [network, on(network)]))).toEqual({
      default: ['api', 'indexer', 'migrate'],
      database: ['api', 'indexer', 'migrate', 'postgres'],
      redis: ['api', 'indexer', 'redis'],
      monitoring: ['api', 'grafana', 'prometheus'],
      nodes: ['bchn', 'bitcoind', 'dogecoind', 'indexer', 'litecoind', 'zebrad'],
      'nodes-asked': ['api', 'geth', 'indexer', 'lighthouse', 'mayanode', 'thornode'],
    });
    // Without a way out.
    expect(Object.keys(networks).filter((name) => networks[name]!.internal)).toEqual(['database', 'redis']);
  });

  test.runIf(compose)('gives the API its own settings, and no password of another node', async () => {
    const env = join(await temporaryFolder('env'), '.env');
    const chains = CHAINS.flatMap(({ code }) =>
      ['RPC_URL', 'REST_URL', 'WS_URL', 'NETWORK', 'DATABASE_URL', 'RPC_COOKIE_FILE'].map(
        (suffix) => `${code.toUpperCase()}_${suffix}`,
      ),
    );
    const own = settingsReadBy('api').filter((name) => !name.startsWith('<CODE>'));
    const names = [...own, 'SYNC_MEMORY_MB', 'RATES_EXCHANGES', ...chains];
    writeFileSync(
      env,
      names
        .filter((name) => name !== 'PORT' && name !== 'HOST')
        .map((name) => `${name}=value-of-${name}\n`)
        .join(''),
    );
    const { stdout, status } = compose!('--env-file', env, 'config', '--format', 'json');
    expect(status).toBe(0);
    const { environment, secrets } = JSON.parse(stdout).services.api as {
      environment: Record<string, string | null>;
      secrets: { target: string }[];
    };
    const asked = CHAINS.flatMap(({ code, family }) => {
      const suffixes = { utxo: [], evm: ['NETWORK', 'RPC_URL'], cosmos: ['NETWORK', 'REST_URL'] }[family];
      return suffixes.map((suffix) => `${code.toUpperCase()}_${suffix}`);
    });
    const given = new Set([...Object.keys(environment), ...secrets.map(({ target }) => target)]);
    expect([...given].toSorted()).toEqual([...own, ...asked].toSorted());
    for (const [name, value] of Object.entries(environment))
      if (!['HOST', 'PORT', 'ADMIN_PORT'].includes(name)) expect(value).toBe(`value-of-${name}`);
  });

  test.runIf(compose)('listens where HOST says', async () => {
    const env = join(await temporaryFolder('env'), '.env');
    writeFileSync(env, 'HOST=127.0.0.1\nPORT=3300\n');
    const { stdout } = compose!('--env-file', env, 'config', '--format', 'json');
    expect(JSON.parse(stdout).services.api.ports).toMatchObject([
      { host_ip: '127.0.0.1', published: '3300', target: 3000 },
    ]);
  });

  test.runIf(compose).each(['btc', 'ltc', 'doge', 'bch', 'zec', 'eth', 'rune', 'cacao', 'redis', 'monitoring'])(
    'starts with the profile %s alone',
    (profile) => {
      const { status, stdout } = compose!('--profile', profile, 'config', '--services');
      expect(status).toBe(0);
      expect(stdout.trim().split('\n').length).toBeGreaterThan(4);
    },
  );
});

/** @returns what runs it on the project's files; undefined where it is not installed */
function findCompose() {
  const unpacked = `${process.env['COMPOSE_ROOT'] ?? '/opt/chaintrail-compose'}/docker-compose`;
  const found = [[unpacked], ['docker', 'compose']].find(
    ([program, ...args]) => spawnSync(program!, [...args, 'version']).status === 0,
  );
  if (!found) return undefined;
  const [program, ...before] = found;
  return (...args: string[]) => spawnSync(program!, [...before, ...args], { cwd: ROOT, encoding: 'utf8' });
}

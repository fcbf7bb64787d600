/** docker-compose.yml without an engine: what can be said of it, its scripts, and compose's own opinion where that is installed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { skip, temporaryFolder } from '@chaintrail/testkit';
import { describe, expect, test } from 'vitest';
import { servicesOf } from './support/compose-file.js';

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
    // One-off programs apart, each says whether it is well, but the indexer, whose heartbeat is in the database.
    if (!['migrate', 'indexer'].includes(name)) expect(text).toContain('healthcheck:');
    const [, image] = /\n {4}image: (\S+)/.exec(text) ?? [];
    if (image !== undefined) expect(image).toMatch(/^[a-z/]+:v?\d+\.\d+(\.\d+)?(-\w+)?(@sha256:[0-9a-f]{64})?$/);
  });

  test('has the services and profiles that its head tells of, and no password', async () => {
    expect([...services.keys()]).toEqual(['postgres', 'migrate', 'indexer', 'api', 'redis', 'prometheus', 'grafana']);
    expect(COMPOSE).toMatch(
      /x-hardened: &hardened\n[\s\S]*read_only: true\n[\s\S]*cap_drop: \[ALL\]\n[\s\S]*no-new-privileges:true/,
    );
    for (const [, value] of COMPOSE.matchAll(/PASSWORD\w*: (.*)$/gm)) expect(value).toMatch(/^\/run\/secrets\//);
    const names = [...(COMPOSE + NODES).matchAll(/\n {4}file: (?:\.\/|\.\.\/\.\.\/)secrets\/(\w+)(?=\n)/g)].map(
      ([, file]) => file,
    );
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
    mkdirSync(join(folder, 'not.a-name'));
    const { status, stdout } = run('with-secrets.sh', [process.execPath, '-p', 'JSON.stringify(process.env)'], {
      ...{ SECRETS_DIR: folder, DATABASE_URL: 'of the environment' },
    });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ DATABASE_URL: hostile });
    expect(JSON.parse(stdout)).not.toHaveProperty('lower_case');
    expect(run('with-secrets.sh', ['false'], { SECRETS_DIR: join(folder, 'none') }).status).toBe(1);
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
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service, name).toMatchObject({ security_opt: ['no-new-privileges:true'], mem_limit: expect.any(String) });
    }
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

/** deploy/nodes/docker-compose.yml: what it says of every node, and what a real node makes of the settings that it gives. */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort, knotsOrSkip, litecoindOrSkip, nodeOrSkip, temporaryFolder, waitFor } from '@chaintrail/testkit';
import { SpawnedProcess } from '@chaintrail/testkit/process';
import { beforeAll, describe, expect, test } from 'vitest';
import { environmentOf, listOf, servicesOf } from './support/compose-file.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');
/** Digest of the bytes that the stub of a release has. */
const ARM64_SUM = createHash('sha256').update('arm64\n').digest('hex');
const services = servicesOf('deploy/nodes/docker-compose.yml');
const LOCAL = '127.0.0.1';

let secrets: string;
beforeAll(async () => {
  secrets = join(await temporaryFolder('node-secrets'), 'secrets');
  await promisify(execFile)('sh', [join(ROOT, 'scripts/compose-secrets.sh'), secrets]);
});

interface HttpReply {
  readonly status: number | undefined;
  readonly body: string;
}

/** One request; undici writes Host itself, so it is not fetch. */
function ask(port: number, headers: Record<string, string>, path = '/', body?: object): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request({ host: LOCAL, port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, body: text }));
    });
    asked.on('error', reject);
    asked.end(body && JSON.stringify(body));
  });
}

const call = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params: [] });
const JSON_BODY = { 'content-type': 'application/json' };

/** A container's paths and addresses, on this machine. */
async function onThisMachine(args: readonly string[], zmqPort: number): Promise<string[]> {
  const data = await temporaryFolder('node-data');
  return args.map((arg) =>
    arg
      .replace('/run/secrets', secrets)
      .replace('=/data', `=${data}`)
      .replace('0.0.0.0/0', LOCAL)
      .replace('0.0.0.0:28332', `${LOCAL}:${zmqPort}`)
      .replace('0.0.0.0', LOCAL),
  );
}

describe('every node', () => {
  test.each([...services])('%s may do no more than it has to, and can be watched', (_name, text) => {
    expect(text).toMatch(/<<: \*node\n {4}profiles: \[(btc|ltc|doge|bch|zec|eth|rune|cacao)\]\n/);
    expect(text.includes('networks: [nodes-asked]')).toBe(/profiles: \[(eth|rune|cacao)\]/.test(text));
    expect(text).toMatch(/\n {4}mem_limit: \$\{\w+_MEMORY:-\d+g\}\n/);
    expect(text).toMatch(/\n {4}healthcheck:\n {6}<<: \*health\n/);
    expect(text).toMatch(/\n {4}volumes: \[\w+:\/[\w./]+\]\n/);
    expect(text).not.toMatch(/privileged|network_mode|docker\.sock|cap_add|\n {4}ports:/);
    const [, image = ''] = /\n {4}image: (\S+)\n/.exec(text) ?? [];
    expect(image).toMatch(/:(v|mainnet-\$\{\w+:-)?\d+(\.\d+)+\}?(@sha256:[0-9a-f]{64})?$/);
    // A release is compared with its checksum, for both kinds of machines, and is the one that the image is called by.
    if (text.includes('build:')) {
      const sums = [...text.matchAll(/\n {8}SHA256_(?:AMD64|ARM64): ([0-9a-f]{64})(?=\n)/g)].map(([, sum]) => sum);
      expect(new Set(sums).size).toBe(2);
      const version = image.slice(image.indexOf(':') + 1);
      expect(/RELEASE: (\S+)/.exec(text)?.[1]).toMatch(new RegExp(`-${version}-MACHINE-linux-gnu\\.tar\\.gz$`));
    }
  });

  test.each([
    ['amd64', { TARGETARCH: 'amd64' }],
    ['arm64', { TARGETARCH: 'arm64' }],
    ['the machine of a builder that names none', {}],
  ])('is fetched for %s, and compared with its checksum', async (_machine, target: Record<string, string>) => {
    const folder = await temporaryFolder('node-release');
    // The step that fetches, with stubs of what it runs; the archive is for arm64.
    const [, step = ''] = /\nRUN (set -eu;[\s\S]*?sha256sum[^;]*;)/.exec(read('deploy/nodes/Dockerfile')) ?? [];
    const stubs = 'curl() { echo "$*" >asked; echo arm64 >archive; }; dpkg() { echo arm64; }';
    const script = `${stubs}; ${step.replaceAll('/archive', 'archive')}`;
    const { status, stderr } = spawnSync('sh', ['-c', script], {
      ...{ cwd: folder, encoding: 'utf8' },
      env: { ...process.env, RELEASE: 'MACHINE.tgz', SHA256_AMD64: '0'.repeat(64), SHA256_ARM64: ARM64_SUM, ...target },
    });
    const fits = target['TARGETARCH'] !== 'amd64';
    expect({ status, stderr }).toEqual({
      status: fits ? 0 : 1,
      stderr: fits ? '' : expect.stringContaining('did NOT match'),
    });
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toMatch(fits ? /aarch64\.tgz\n$/ : /x86_64\.tgz\n$/);
  });

  test('is hardened by what all share', () => {
    const file = read('deploy/nodes/docker-compose.yml');
    expect(file).toMatch(
      /x-node: &node\n[\s\S]*read_only: true\n[\s\S]*cap_drop: \[ALL\]\n[\s\S]*no-new-privileges:true/,
    );
    expect(file).toMatch(/x-node: &node\n[\s\S]*\n {2}networks: \[nodes\]\n[\s\S]*\nservices:/);
    expect(file).not.toMatch(/password/i);
  });
});

const OF_BITCOINS_FAMILY: readonly (readonly [name: string, binary: string | undefined, own: readonly string[]])[] = [
  ['bitcoind', knotsOrSkip(), []],
  ['litecoind', litecoindOrSkip(), []],
  ['dogecoind', nodeOrSkip('dogecoind'), []],
  // A release stops answering at the upgrade after the last one that it knows.
  ['bchn', nodeOrSkip('bchn'), ['-expire=0']],
];

describe.each(OF_BITCOINS_FAMILY.filter(([, binary]) => binary !== undefined))('a real %s', (name, binary, own) => {
  test('takes its settings, and answers who has the cookie', async () => {
    const [command, ...args] = listOf(services.get(name)!, 'command');
    expect(services.get(name)).toContain(`test: [CMD, ${command!.replace(/d$/, '-cli')}, ${args[0]}, ${args[1]}, `);
    const [rpcPort, zmqPort] = [await freePort(), await freePort()];
    const alone = ['-regtest', '-listen=0', '-connect=0', '-dnsseed=0', '-dbcache=16', `-rpcport=${rpcPort}`];
    const node = new SpawnedProcess({
      ...{ name, command: binary! },
      args: [...(await onThisMachine(args, zmqPort)), ...alone, ...own],
    });
    const cookie = readFileSync(join(secrets, 'node_rpc_cookie'), 'latin1');
    const authorization = `Basic ${Buffer.from(cookie).toString('base64')}`;
    const rpc = (method: string): Promise<HttpReply> =>
      ask(rpcPort, { ...JSON_BODY, authorization }, '/', call(method));
    const started = { processes: [node], what: `${name} to answer` };
    await waitFor(async () => JSON.parse((await rpc('getblockcount')).body).result === 0, started);
    expect(await ask(rpcPort, JSON_BODY, '/', call('getblockcount'))).toMatchObject({ status: 401 });
    expect(await ask(rpcPort, {}, '/rest/chaininfo.json')).toMatchObject({ status: 200 });
    const published = JSON.parse((await rpc('getzmqnotifications')).body).result ?? [];
    if (['bitcoind', 'bchn'].includes(name)) expect(published).toHaveLength(2);
    await node.stop();
  });
});

const geth = nodeOrSkip('geth');
test.runIf(geth)('a real geth takes its settings, answers to its name, and is found well', async () => {
  const service = services.get('geth')!;
  const ports = { http: await freePort(), ws: await freePort(), authrpc: await freePort() };
  const args = await onThisMachine(listOf(service, 'command'), 0);
  const alone = ['--port=0', '--nodiscover', '--maxpeers=0', '--nat=none', '--cache=64'];
  const here = Object.entries(ports).map(([server, port]) => `--${server}.port=${port}`);
  const env = Object.fromEntries(
    Object.entries(environmentOf(service)).map(([key, value]) => [key, value.replace(/^\$\{\w+:-(\w+)\}$/, '$1')]),
  );
  expect(env).toEqual({ GETH_SYNCMODE: 'snap', GETH_GCMODE: 'full' });
  const node = new SpawnedProcess({ name: 'geth', command: geth!, args: [...args, ...alone, ...here], env });
  const askAs = (host: string, method = 'eth_chainId', port = ports.http): Promise<HttpReply> =>
    ask(port, { ...JSON_BODY, host }, '/', call(method));
  await waitFor(async () => (await askAs('geth')).status === 200, { processes: [node], what: 'geth to answer' });
  for (const module of ['eth_chainId', 'net_version', 'web3_clientVersion', 'txpool_status', 'debug_getBadBlocks'])
    expect(JSON.parse((await askAs('geth', module)).body), module).toHaveProperty('result');
  expect(await askAs('elsewhere')).toMatchObject({ status: 403 });
  // The consensus client alone has the secret.
  expect(await askAs('geth', 'eth_chainId', ports.authrpc)).toMatchObject({ status: 401 });
  // The check of the container, whose home cannot be written.
  const [, check = ''] = /test: \[CMD, geth, (attach, .*)\]/.exec(service) ?? [];
  const [data = ''] = args.filter((arg) => arg.startsWith('--datadir='));
  const words = check.split(', ').map((word) => word.replace('--datadir=/data', data).replaceAll('"', ''));
  const said = await promisify(execFile)(
    geth!,
    words.map((word) => word.replace(/:8545$/, `:${ports.http}`)),
    {
      env: { HOME: '/proc/none' },
    },
  );
  expect(said.stdout.trim()).toBe('0');
  await node.stop();
});

const zebrad = nodeOrSkip('zebrad');
test.runIf(zebrad)('a real zebrad takes its settings, and answers without a cookie', async () => {
  const [rpcPort, healthPort] = [await freePort(), await freePort()];
  const folder = await temporaryFolder('zebrad');
  const env = {
    ...environmentOf(services.get('zebrad')!),
    ...{
      ZEBRA_NETWORK__NETWORK: 'Regtest',
      ZEBRA_NETWORK__LISTEN_ADDR: `${LOCAL}:0`,
      ZEBRA_NETWORK__CACHE_DIR: 'false',
    },
    ...{ ZEBRA_STATE__CACHE_DIR: folder, HOME: folder },
  };
  expect(env).toMatchObject({ ZEBRA_RPC__LISTEN_ADDR: '0.0.0.0:8232', ZEBRA_HEALTH__LISTEN_ADDR: `${LOCAL}:8080` });
  const here = { ZEBRA_RPC__LISTEN_ADDR: `${LOCAL}:${rpcPort}`, ZEBRA_HEALTH__LISTEN_ADDR: `${LOCAL}:${healthPort}` };
  const node = new SpawnedProcess({ name: 'zebrad', command: zebrad!, args: [], env: { ...env, ...here } });
  const rpc = (): Promise<HttpReply> => ask(rpcPort, JSON_BODY, '/', call('getblockcount'));
  await waitFor(async () => (await rpc()).status === 200, { processes: [node], what: 'zebrad to answer' });
  // It is well where it has peers, and this one has none.
  expect(await ask(healthPort, {}, '/healthy')).toMatchObject({ status: 503, body: 'insufficient peers' });
  await node.stop();
});

const OF_COSMOS = (['thornode', 'mayanode'] as const).flatMap((name) => {
  const binary = nodeOrSkip(name);
  return binary === undefined ? [] : [{ name, binary }];
});

describe.each(OF_COSMOS)('a real $name', ({ name, binary }) => {
  const service = services.get(name)!;

  test('takes its settings, and keeps everything in its volume', async () => {
    const home = await temporaryFolder(name);
    // As compose leaves it where nothing else is set, and the node keeps only what it has to where that is.
    const env = Object.fromEntries(
      Object.entries(environmentOf(service)).map(([key, value]) => [key, value.replace(/^\$\{\w+:-(\w+)\}$/, '$1')]),
    );
    const [pruning = ''] = Object.keys(env).filter((key) => key.endsWith('_COSMOS_PRUNING'));
    expect(env[pruning]).toBe('nothing');
    const [, folder = ''] = /volumes: \[\w+:\/root\/([\w.]+)\]/.exec(service) ?? [];
    const rendered = async (own: Record<string, string>): Promise<string> => {
      await promisify(execFile)(binary, ['render-config'], { env: { ...env, HOME: home, ...own } });
      return ['app', 'config'].map((file) => readFileSync(join(home, folder, `config/${file}.toml`), 'utf8')).join('');
    };
    const text = await rendered({});
    expect(text).toMatch(/^pruning = "nothing"$/m);
    expect(text).toMatch(/^\[api\][^[]*\nenable = true\n[^[]*\naddress = "tcp:\/\/0\.0\.0\.0:1317"$/m);
    expect(text).toMatch(/^\[rpc\][^[]*\nladdr = "tcp:\/\/0\.0\.0\.0:\d+"$/m);
    expect(await rendered({ [pruning]: 'everything' })).toMatch(/^pruning = "everything"$/m);
    // The state of peers is looked for at once, and there are none here.
    const [stateSync = ''] = Object.keys(env).filter((key) => key.endsWith('_AUTO_STATE_SYNC_ENABLED'));
    expect(env[stateSync]).toBe('false');
    await expect(rendered({ [stateSync]: 'true' })).rejects.toThrow('statesync');
  });
});

const mayanode = nodeOrSkip('mayanode');
test.runIf(mayanode)('a real mayanode that does not answer is not well', async () => {
  const [, check = ''] = /test: \[CMD, mayanode, (.*)\]/.exec(services.get('mayanode')!) ?? [];
  const words = check.replace('27147', String(await freePort())).split(', ');
  const asked = promisify(execFile)(mayanode!, words, { env: { HOME: await temporaryFolder('mayanode') } });
  await expect(asked).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('connection refused') });
});

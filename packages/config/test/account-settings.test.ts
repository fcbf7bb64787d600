/** Settings of the EVM chains and of THORChain and MAYAChain, and those that they have not. */
import { CHAINS, COSMOS_CHAINS, EVM_CHAINS } from '@chaintrail/chains';
import {
  type CosmosChainSettings,
  configurationDocument,
  type EvmChainSettings,
  exampleEnvironment,
  loadApiSettings,
  loadIndexerSettings,
  SettingsError,
} from '@chaintrail/config';
import { describe, expect, test } from 'vitest';

const DATABASE_URL = 'postgres://u:p@db/chaintrail';
const ETH = { DATABASE_URL, ETH_RPC_URL: 'http://node:8545' };
const RUNE = { DATABASE_URL, RUNE_RPC_URL: 'http://node:27147' };

function onlyEvm(env: Record<string, string>): EvmChainSettings {
  const [settings] = loadIndexerSettings(env).chains;
  if (settings?.family !== 'evm') throw new Error('no EVM chain was configured');
  return settings;
}

function onlyCosmos(env: Record<string, string>): CosmosChainSettings {
  const [settings] = loadIndexerSettings(env).chains;
  if (settings?.family !== 'cosmos') throw new Error('no Cosmos chain was configured');
  return settings;
}

describe('a chain of the EVM family', () => {
  test('has its defaults', () => {
    expect(onlyEvm(ETH)).toMatchObject({
      ...{ startHeight: 0, reorgLimit: 10_000, pollMs: 250, mempoolLimit: 500_000 },
      ...{ wsUrl: undefined, internalTransfers: 'live' },
    });
    expect(onlyEvm(ETH).network).toMatchObject({ name: 'mainnet', chainId: 1 });
    expect(onlyEvm(ETH)).not.toHaveProperty('zmqUrl');
  });

  test('takes notifications, internal transfers and the network from its variables', () => {
    const env = { ...ETH, ETH_WS_URL: 'wss://node/ws/key', ETH_INTERNAL_TRANSFERS: 'Full', ETH_NETWORK: 'local' };
    expect(onlyEvm(env)).toMatchObject({ wsUrl: 'wss://node/ws/key', internalTransfers: 'full' });
    expect(onlyEvm(env).network.name).toBe('local');
  });

  test.each(['ARB', 'BASE', 'OP'])('follows unconfirmed transactions of %s only when it is told to', (code) => {
    const env = { DATABASE_URL, [`${code}_RPC_URL`]: 'http://node:8545' };
    expect(onlyEvm(env).mempoolLimit).toBe(0);
    expect(onlyEvm({ ...env, [`${code}_MEMPOOL_LIMIT`]: '10' }).mempoolLimit).toBe(10);
  });
});

describe('a chain of the Cosmos family', () => {
  test('has its defaults: the first block is that of its network', () => {
    expect(onlyCosmos(RUNE)).toMatchObject({
      ...{ startHeight: 17_562_001, pollMs: 250, wsUrl: undefined, restEndpoint: undefined },
      endpoint: { url: 'http://node:27147/' },
    });
    expect(onlyCosmos({ ...RUNE, RUNE_NETWORK: 'mocknet' }).startHeight).toBe(1);
    expect(onlyCosmos({ DATABASE_URL, CACAO_RPC_URL: 'http://node:27147' })).toMatchObject({
      ...{ startHeight: 1, network: { name: 'mainnet', chainId: 'mayachain-mainnet-v1' } },
    });
    for (const other of ['zmqUrl', 'mempoolLimit', 'reorgLimit', 'internalTransfers'])
      expect(onlyCosmos(RUNE)).not.toHaveProperty(other);
  });

  test('takes notifications, REST and the first block from its variables', () => {
    const env = { ...RUNE, RUNE_WS_URL: 'wss://node/websocket', RUNE_REST_URL: 'http://u:s3cret@rest:1317/key' };
    const settings = onlyCosmos({ ...env, RUNE_START_HEIGHT: '20000000' });
    expect(settings).toMatchObject({ wsUrl: 'wss://node/websocket', startHeight: 20_000_000 });
    expect(settings.restEndpoint).toMatchObject({ url: 'http://rest:1317/key', user: 'u' });
    expect(settings.restEndpoint?.password?.reveal()).toBe('s3cret');
    expect(JSON.stringify(settings.restEndpoint)).not.toContain('s3cret');
  });
});

test.each([
  ['ETH_WS_URL', 'http://node/s3cret', 'expected a ws or wss URL'],
  ['ETH_WS_URL', 'ws://user:s3cret@node:8546', 'without user and password'],
  ['ETH_INTERNAL_TRANSFERS', 'some', 'expected one of off, live, full'],
  ['ETH_NETWORK', 'regtest', 'expected one of mainnet, sepolia, local'],
  ['RUNE_WS_URL', 'http://node/s3cret', 'expected a ws or wss URL'],
  ['RUNE_REST_URL', 'ftp://u:s3cret@node', 'expected an http or https URL'],
  ['RUNE_NETWORK', 'regtest', 'expected one of mainnet, stagenet, mocknet'],
  ['RUNE_START_HEIGHT', '17562000', "the first block of THORChain's mainnet is 17562001"],
])('%s=%s is refused', (name, value, expected) => {
  const load = () => loadIndexerSettings({ ...ETH, ...RUNE, [name]: value });
  expect(load).toThrow(expected);
  expect(load).toThrow(new RegExp(`^(.|\\n)*${name} `));
  expect(load).not.toThrow('s3cret');
});

test.each([
  ['RUNE_MEMPOOL_LIMIT', 'THORChain'],
  ['RUNE_MEMPOOL_POLL_MS', 'THORChain'],
  ['RUNE_REORG_LIMIT', 'THORChain'],
  ['RUNE_INTERNAL_TRANSFERS', 'THORChain'],
  ['RUNE_ZMQ_URL', 'THORChain'],
  ['ETH_REST_URL', 'Ethereum'],
  ['ETH_ZMQ_URL', 'Ethereum'],
  ['ETH_RPC_COOKIE_FILE', 'Ethereum'],
  ['BTC_WS_URL', 'Bitcoin'],
  ['BTC_INTERNAL_TRANSFERS', 'Bitcoin'],
])('%s is said to be none of %s', (name, chain) => {
  const env = { ...ETH, ...RUNE, BTC_RPC_URL: 'http://b:8332', [name]: '100' };
  expect(loadIndexerSettings(env).warnings).toEqual([
    expect.stringMatching(new RegExp(`^${name} is ignored: it is a setting of \\w.*, not of ${chain}\\.$`)),
  ]);
});

test('the documents show each chain its own settings', () => {
  const example = exampleEnvironment();
  for (const name of ['ETH_WS_URL', 'OP_INTERNAL_TRANSFERS', 'BTC_ZMQ_URL', 'OP_MEMPOOL_LIMIT=0', 'RUNE_REST_URL='])
    expect(example).toContain(`\n#${name}`);
  for (const name of ['CACAO_WS_URL=', 'RUNE_START_HEIGHT=17562001', 'CACAO_START_HEIGHT=1\n'])
    expect(example).toContain(`\n#${name}`);
  for (const name of ['ETH_ZMQ_URL', 'ETH_RPC_COOKIE_FILE', 'BTC_WS_URL', 'LTC_INTERNAL_TRANSFERS'])
    expect(example).not.toContain(name);
  for (const name of ['RUNE_MEMPOOL_LIMIT', 'RUNE_REORG_LIMIT', 'CACAO_INTERNAL_TRANSFERS', 'RUNE_RPC_COOKIE_FILE'])
    expect(example).not.toContain(name);
  const document = configurationDocument();
  for (const chains of [EVM_CHAINS, COSMOS_CHAINS, CHAINS.filter(({ family }) => family !== 'utxo')])
    expect(document).toContain(`\nOnly ${chains.map(({ name }) => name).join(', ')}:\n`);
  expect(document).toContain('| THORChain | `RUNE` | mainnet, stagenet, mocknet | none: blocks are final |');
});

describe('the API', () => {
  test('reads the nodes of EVM chains, and nothing about the others', () => {
    const env = { ...ETH, ETH_RPC_URL: 'http://u:pw@node:8545', OP_RPC_URL: 'http://op', BTC_RPC_URL: 'http://btc' };
    const { nodes } = loadApiSettings({ ...env, ETH_NETWORK: 'sepolia' });
    expect(nodes.map(({ chain, network, endpoint }) => [chain.code, network.name, endpoint.url])).toEqual([
      ['eth', 'sepolia', 'http://node:8545/'],
      ['op', 'mainnet', 'http://op/'],
    ]);
    expect(nodes[0]?.endpoint).toMatchObject({ user: 'u' });
    expect(JSON.stringify(nodes.map(({ endpoint }) => endpoint))).not.toContain('pw');
    expect(loadApiSettings({ DATABASE_URL }).nodes).toEqual([]);
  });

  test('reads the nodes of Cosmos chains that it can ask', () => {
    const env = { ...RUNE, RUNE_NETWORK: 'mocknet', CACAO_REST_URL: 'http://rest:1317', BTC_RPC_URL: 'http://btc' };
    const { cosmosNodes } = loadApiSettings(env);
    expect(cosmosNodes.map((node) => [node.chain.code, node.network.name])).toEqual([
      ['rune', 'mocknet'],
      ['cacao', 'mainnet'],
    ]);
    expect(cosmosNodes.map(({ endpoint, restEndpoint }) => [endpoint?.url, restEndpoint?.url])).toEqual([
      ['http://node:27147/', undefined],
      [undefined, 'http://rest:1317/'],
    ]);
    expect(loadApiSettings({ DATABASE_URL }).cosmosNodes).toEqual([]);
  });

  test('refuses what cannot be asked', () => {
    expect(() => loadApiSettings({ ...ETH, ETH_RPC_URL: 'node:8545', ETH_NETWORK: 'x' })).toThrow(SettingsError);
    expect(() => loadApiSettings({ ...RUNE, RUNE_REST_URL: 'rest:1317' })).toThrow('RUNE_REST_URL');
  });
});

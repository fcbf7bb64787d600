/** Settings of Ethereum and its layer 2s, and those that they have not. */
import { EVM_CHAINS } from '@chaintrail/chains';
import {
  configurationDocument,
  type EvmChainSettings,
  exampleEnvironment,
  loadApiSettings,
  loadIndexerSettings,
  SettingsError,
} from '@chaintrail/config';
import { describe, expect, test } from 'vitest';

const DATABASE_URL = 'postgres://u:p@db/chaintrail';
const ENV = { DATABASE_URL, ETH_RPC_URL: 'http://node:8545' };

function only(env: Record<string, string>): EvmChainSettings {
  const [settings] = loadIndexerSettings(env).chains;
  if (settings?.family !== 'evm') throw new Error('no EVM chain was configured');
  return settings;
}

describe('a chain of the EVM family', () => {
  test('has its defaults', () => {
    expect(only(ENV)).toMatchObject({
      ...{ startHeight: 0, reorgLimit: 10_000, pollMs: 250, mempoolLimit: 500_000 },
      ...{ wsUrl: undefined, internalTransfers: 'live' },
    });
    expect(only(ENV).network).toMatchObject({ name: 'mainnet', chainId: 1 });
    expect(only(ENV)).not.toHaveProperty('zmqUrl');
  });

  test('takes notifications, internal transfers and the network from its variables', () => {
    const env = { ...ENV, ETH_WS_URL: 'wss://node/ws/key', ETH_INTERNAL_TRANSFERS: 'Full', ETH_NETWORK: 'local' };
    expect(only(env)).toMatchObject({ wsUrl: 'wss://node/ws/key', internalTransfers: 'full' });
    expect(only(env).network.name).toBe('local');
  });

  test.each(['ARB', 'BASE', 'OP'])('follows unconfirmed transactions of %s only when it is told to', (code) => {
    const env = { DATABASE_URL, [`${code}_RPC_URL`]: 'http://node:8545' };
    expect(only(env).mempoolLimit).toBe(0);
    expect(only({ ...env, [`${code}_MEMPOOL_LIMIT`]: '10' }).mempoolLimit).toBe(10);
  });

  test.each([
    ['ETH_WS_URL', 'http://node/s3cret', 'expected a ws or wss URL'],
    ['ETH_WS_URL', 'ws://user:s3cret@node:8546', 'without user and password'],
    ['ETH_INTERNAL_TRANSFERS', 'some', 'expected one of off, live, full'],
    ['ETH_NETWORK', 'regtest', 'expected one of mainnet, sepolia, local'],
  ])('refuses %s=%s', (name, value, expected) => {
    const load = () => loadIndexerSettings({ ...ENV, [name]: value });
    expect(load).toThrow(expected);
    expect(load).toThrow(new RegExp(`^(.|\\n)*${name} `));
    expect(load).not.toThrow('s3cret');
  });

  test.each(['ETH_ZMQ_URL', 'ETH_RPC_COOKIE_FILE', 'BTC_WS_URL', 'BTC_INTERNAL_TRANSFERS'])(
    'says that %s belongs to other chains',
    (name) => {
      const { warnings } = loadIndexerSettings({ ...ENV, BTC_RPC_URL: 'http://b:8332', [name]: 'live' });
      expect(warnings).toEqual([expect.stringMatching(new RegExp(`^${name} is ignored: it is a setting of \\w`))]);
    },
  );
});

describe('the documents', () => {
  test('show each chain its own settings', () => {
    const example = exampleEnvironment();
    for (const name of ['ETH_WS_URL', 'OP_INTERNAL_TRANSFERS', 'BTC_ZMQ_URL', 'OP_MEMPOOL_LIMIT=0'])
      expect(example).toContain(`\n#${name}`);
    for (const name of ['ETH_ZMQ_URL', 'ETH_RPC_COOKIE_FILE', 'BTC_WS_URL', 'LTC_INTERNAL_TRANSFERS'])
      expect(example).not.toContain(name);
    expect(configurationDocument()).toContain(`Only ${EVM_CHAINS.map(({ name }) => name).join(', ')}:`);
  });
});

describe('the API', () => {
  test('reads the nodes of EVM chains, and nothing about the others', () => {
    const env = { ...ENV, ETH_RPC_URL: 'http://u:pw@node:8545', OP_RPC_URL: 'http://op', BTC_RPC_URL: 'http://btc' };
    const { nodes } = loadApiSettings({ ...env, ETH_NETWORK: 'sepolia' });
    expect(nodes.map(({ chain, network, endpoint }) => [chain.code, network.name, endpoint.url])).toEqual([
      ['eth', 'sepolia', 'http://node:8545/'],
      ['op', 'mainnet', 'http://op/'],
    ]);
    expect(nodes[0]?.endpoint).toMatchObject({ user: 'u' });
    expect(JSON.stringify(nodes.map(({ endpoint }) => endpoint))).not.toContain('pw');
    expect(loadApiSettings({ DATABASE_URL }).nodes).toEqual([]);
  });

  test('refuses a node that cannot be asked', () => {
    expect(() => loadApiSettings({ ...ENV, ETH_RPC_URL: 'node:8545', ETH_NETWORK: 'x' })).toThrow(SettingsError);
  });
});

/** Settings of THORChain and MAYAChain, and those that they have not. */
import { CHAINS, COSMOS_CHAINS } from '@chaintrail/chains';
import {
  type CosmosChainSettings,
  configurationDocument,
  exampleEnvironment,
  loadApiSettings,
  loadIndexerSettings,
} from '@chaintrail/config';
import { describe, expect, test } from 'vitest';

const DATABASE_URL = 'postgres://u:p@db/chaintrail';
const ENV = { DATABASE_URL, RUNE_RPC_URL: 'http://node:27147' };

function only(env: Record<string, string>): CosmosChainSettings {
  const [settings] = loadIndexerSettings(env).chains;
  if (settings?.family !== 'cosmos') throw new Error('no Cosmos chain was configured');
  return settings;
}

describe('a chain of the Cosmos family', () => {
  test('has its defaults: the first block is that of its network', () => {
    expect(only(ENV)).toMatchObject({
      ...{ startHeight: 17_562_001, pollMs: 250, wsUrl: undefined, restEndpoint: undefined },
      endpoint: { url: 'http://node:27147/' },
    });
    expect(only({ ...ENV, RUNE_NETWORK: 'mocknet' }).startHeight).toBe(1);
    expect(only({ DATABASE_URL, CACAO_RPC_URL: 'http://node:27147' })).toMatchObject({
      ...{ startHeight: 1, network: { name: 'mainnet', chainId: 'mayachain-mainnet-v1' } },
    });
    for (const other of ['zmqUrl', 'mempoolLimit', 'reorgLimit', 'internalTransfers'])
      expect(only(ENV)).not.toHaveProperty(other);
  });

  test('takes notifications, REST and the first block from its variables', () => {
    const env = { ...ENV, RUNE_WS_URL: 'wss://node/websocket', RUNE_REST_URL: 'http://u:s3cret@rest:1317/key' };
    const settings = only({ ...env, RUNE_START_HEIGHT: '20000000' });
    expect(settings).toMatchObject({ wsUrl: 'wss://node/websocket', startHeight: 20_000_000 });
    expect(settings.restEndpoint).toMatchObject({ url: 'http://rest:1317/key', user: 'u' });
    expect(settings.restEndpoint?.password?.reveal()).toBe('s3cret');
    expect(JSON.stringify(settings.restEndpoint)).not.toContain('s3cret');
  });

  test.each([
    ['RUNE_WS_URL', 'http://node/s3cret', 'expected a ws or wss URL'],
    ['RUNE_REST_URL', 'ftp://u:s3cret@node', 'expected an http or https URL'],
    ['RUNE_NETWORK', 'regtest', 'expected one of mainnet, stagenet, mocknet'],
    ['RUNE_START_HEIGHT', '17562000', "the first block of THORChain's mainnet is 17562001"],
  ])('refuses %s=%s', (name, value, expected) => {
    const load = () => loadIndexerSettings({ ...ENV, [name]: value });
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
  ])('says that %s is none of %s', (name, chain) => {
    const env = { ...ENV, ETH_RPC_URL: 'http://e:8545', [name]: '100' };
    expect(loadIndexerSettings(env).warnings).toEqual([
      expect.stringMatching(new RegExp(`^${name} is ignored: it is a setting of \\w.*, not of ${chain}\\.$`)),
    ]);
  });
});

test('the documents show each family its own settings', () => {
  const example = exampleEnvironment();
  for (const name of ['RUNE_REST_URL=', 'CACAO_WS_URL=', 'RUNE_START_HEIGHT=17562001', 'CACAO_START_HEIGHT=1\n'])
    expect(example).toContain(`\n#${name}`);
  for (const name of ['RUNE_MEMPOOL_LIMIT', 'RUNE_REORG_LIMIT', 'CACAO_INTERNAL_TRANSFERS', 'RUNE_RPC_COOKIE_FILE'])
    expect(example).not.toContain(name);
  const document = configurationDocument();
  const accountChains = CHAINS.filter(({ family }) => family !== 'utxo');
  for (const chains of [COSMOS_CHAINS, accountChains])
    expect(document).toContain(`\nOnly ${chains.map(({ name }) => name).join(', ')}:\n`);
  expect(document).toContain('| THORChain | `RUNE` | mainnet, stagenet, mocknet | none: blocks are final |');
});

describe('the API', () => {
  test('reads the nodes of Cosmos chains that it can ask', () => {
    const env = { ...ENV, RUNE_NETWORK: 'mocknet', CACAO_REST_URL: 'http://rest:1317', BTC_RPC_URL: 'http://btc' };
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

  test('refuses a REST server that cannot be asked', () => {
    expect(() => loadApiSettings({ ...ENV, RUNE_REST_URL: 'rest:1317' })).toThrow('RUNE_REST_URL');
  });
});

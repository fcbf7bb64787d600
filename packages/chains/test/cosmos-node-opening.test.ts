/** Balances before the first indexed block, and the other answers of the REST server. */
import { beforeEach, describe, expect, it } from 'vitest';
import { formatCosmosAddress, moduleKey } from '../src/cosmos/cosmos-address.js';
import { CosmosConnection } from '../src/cosmos/node/cosmos-connection.js';
import { fetchGenesis, readGenesis } from '../src/cosmos/node/genesis.js';
import { type CosmosNode, type CosmosNodeOptions, DecodeError, NodeError } from '../src/index.js';
import { CACAO, FakeCosmosNode, MOCKNET, networkOf, RUNE, refuse } from './cosmos-node-fake.js';
import { failureOf } from './node-fake.js';
import { eventOf } from './support/cosmos-answers.js';

const FOX = 'tthor13wrmhnh2qe98rjse30pl7u6jxszjjwl4f6yycr';
const CAT = 'tthor1uuds8pd92qnnq0udw0rpg0szpgcslc9p8lluej';
const RESERVE = formatCosmosAddress(MOCKNET, moduleKey('reserve'));
const LARGE = '90071992547409931234567890';

let fake: FakeCosmosNode;
let node: CosmosNode;

beforeEach(async () => {
  fake = await new FakeCosmosNode(1).start();
  node = withRest();
});

function withRest(options: Partial<CosmosNodeOptions> = {}): CosmosNode {
  return fake.client({ restEndpoint: { url: fake.restUrl }, ...options });
}

async function without(options: Partial<CosmosNodeOptions> = {}): Promise<void> {
  await node.close();
  node = fake.client(options);
}

const coin = (denom: string, amount: string) => ({ denom, amount });
const pages =
  (name: string, list: readonly unknown[], next: string | null = null) =>
  () => ({ [name]: list, pagination: { next_key: next, total: '0' } });

/** Sets balances of addresses after block `height`, by whatever the node offers. */
function fillBank(balances: Readonly<Record<string, Readonly<Record<string, string>>>>, hasOwners = true): void {
  const sums = new Map<string, bigint>();
  const owners = new Map<string, unknown[]>();
  for (const [address, coins] of Object.entries(balances)) {
    for (const [denom, amount] of Object.entries(coins)) {
      sums.set(denom, (sums.get(denom) ?? 0n) + BigInt(amount));
      owners.set(denom, [...(owners.get(denom) ?? []), { address, balance: coin(denom, amount) }]);
    }
    const list = Object.entries(coins).map(([denom, amount]) => coin(denom, amount));
    fake.rest[`/cosmos/bank/v1beta1/balances/${address}`] = pages('balances', list);
  }
  const supply = [...sums].map(([denom, amount]) => coin(denom, String(amount)));
  fake.rest['/cosmos/bank/v1beta1/supply'] = pages('supply', supply);
  const accounts = Object.keys(balances).map((address, n) =>
    // Kinds of accounts of the SDK: of people, of modules, and vesting ones.
    n === 0
      ? { '@type': '/cosmos.auth.v1beta1.BaseAccount', address }
      : n === 1
        ? { '@type': '/cosmos.auth.v1beta1.ModuleAccount', base_account: { address }, name: 'reserve' }
        : { base_vesting_account: { base_account: { address }, end_time: '1' } },
  );
  fake.rest['/cosmos/auth/v1beta1/accounts'] = pages('accounts', accounts);
  if (!hasOwners) return;
  for (const [denom, list] of owners) {
    fake.rest[`/cosmos/bank/v1beta1/denom_owners/${encodeURIComponent(denom)}`] = pages('denom_owners', list);
  }
}

const opening = async (height: number) => {
  const answer = await node.opening(height);
  return (
    answer && {
      ...answer,
      balances: Object.fromEntries(answer.balances.map(([who, coins]) => [who, Object.fromEntries(coins)])),
    }
  );
};

describe('from the bank module', () => {
  const AFTER = { [FOX]: { rune: LARGE, 'btc/btc': '7' }, [RESERVE]: { rune: '20' }, [CAT]: { rune: '5' } };

  beforeEach(() => {
    const moved = [
      { type: 'coin_spent', spender: FOX, amount: '5rune' },
      { type: 'coin_received', receiver: CAT, amount: '5rune' },
      { type: 'coin_spent', spender: FOX, amount: '3tcy' },
      { type: 'burn', burner: FOX, amount: '3tcy' },
    ];
    fake.mine(1, { finalize_block_events: moved.map((event) => eventOf({ ...event, mode: 'EndBlock' }, false)) });
  });

  it.each([true, false])(
    'is what is there after the block, without what it moved (owners by denomination: %s)',
    async (hasOwners) => {
      fillBank(AFTER, hasOwners);
      expect(await opening(2)).toEqual({
        source: 'bank',
        unknownDenoms: [],
        balances: { [FOX]: { rune: String(BigInt(LARGE) + 5n), 'btc/btc': '7', tcy: '3' }, [RESERVE]: { rune: '20' } },
      });
      expect(fake.restLog.every((line) => line.endsWith('@2'))).toBe(true);
    },
  );

  it('comes in pages', async () => {
    fillBank(AFTER);
    const path = '/cosmos/bank/v1beta1/denom_owners/rune';
    fake.rest[path] = ({ url }) =>
      url?.includes('pagination.key=a%2Bb%3D')
        ? pages('denom_owners', [{ address: CAT, balance: coin('rune', '5') }])()
        : pages(
            'denom_owners',
            [FOX, RESERVE].map((address) => ({ address, balance: coin('rune', address === FOX ? LARGE : '20') })),
            'a+b=',
          )();
    expect((await opening(2))?.source).toBe('bank');
  });

  it.each<[string, () => void]>([
    ['that does not add up to the supply', () => fillBank(AFTER)],
    ['of which somebody would have had less than nothing', () => fillBank({ ...AFTER, [CAT]: { rune: '4' } })],
    ['without the state of then', () => withoutState()],
    ['that is not offered', () => undefined],
    ['of nonsense', () => Object.assign(fake.rest, { '/cosmos/bank/v1beta1/supply': () => ({ supply: 7 }) })],
    [
      'whose pages never end',
      () => Object.assign(fake.rest, { '/cosmos/bank/v1beta1/supply': pages('supply', [], 'again') }),
    ],
  ])('is not known from a bank %s, as little as from the genesis of another block', async (what, prepare) => {
    prepare();
    if (what.includes('add up')) fake.rest['/cosmos/bank/v1beta1/supply'] = pages('supply', [coin('rune', '1')]);
    expect(await node.opening(2)).toBeNull();
  });

  it('is asked for again where the node is not ready', async () => {
    fake.rest['/cosmos/bank/v1beta1/supply'] = () => ({
      status: 500,
      code: 2,
      message: 'thornode is not ready; please wait for first block',
    });
    expect(await failureOf(node.opening(2))).toMatchObject({ retryable: true });
  });

  function withoutState(): void {
    fillBank(AFTER);
    const message =
      'failed to load state at height 2; version mismatch on immutable IAVL tree; version does not exist. Version has either been pruned, ' +
      'or is for a future block height (latest height: 9): invalid request';
    fake.rest['/cosmos/bank/v1beta1/denom_owners/rune'] = () => ({ status: 400, code: 18, message });
    fake.rest[`/cosmos/bank/v1beta1/balances/${FOX}`] = () => ({ status: 400, code: 18, message });
  }

  it('says the balances of an address, of a block and of now', async () => {
    fillBank(AFTER);
    fake.rest['/cosmos/base/tendermint/v1beta1/blocks/latest'] = () => ({ block: { header: { height: '2' } } });
    const coins = [
      ['rune', LARGE],
      ['btc/btc', '7'],
    ];
    expect(await node.bankBalances(FOX, 1)).toEqual({ height: 1, coins });
    expect(await node.bankBalances(FOX, null)).toEqual({ height: 2, coins });
    expect(await node.bankSupply(2)).toEqual({
      height: 2,
      coins: [
        ['rune', String(BigInt(LARGE) + 25n)],
        ['btc/btc', '7'],
      ],
    });
    withoutState();
    expect(await node.bankBalances(FOX, 1)).toBeNull();
    await without();
    expect(await node.bankBalances(FOX, 1)).toBeNull();
    expect(await node.bankSupply(1)).toBeNull();
  });

  it('fails for what the server refuses, and for a server that is not there', async () => {
    expect(await failureOf(node.bankBalances(FOX, 1))).toMatchObject({
      retryable: false,
      message: expect.stringMatching(/Not Implemented/),
    });
    await without({ restEndpoint: { url: 'http://127.0.0.1:1' } });
    expect(await failureOf(node.bankBalances(FOX, 1))).toMatchObject({ retryable: true });
    expect(() => fake.client({ restEndpoint: { url: 'nonsense' } })).toThrow(
      /RUNE_REST_URL is not an http or https URL/,
    );
  });
});

describe('from the genesis', () => {
  const GENESIS = {
    initial_height: '1',
    genesis_time: 'a "quoted" one \\ with escapes',
    app_state: {
      auth: { accounts: [{ bank: { balances: 'not those' } }] },
      bank: {
        params: {},
        balances: [
          { address: FOX, coins: [coin('btc/btc', '7'), coin('rune', LARGE)] },
          { coins: [{ amount: '1_000_00000000', denom: 'rune' }], address: CAT },
          { address: RESERVE, coins: [] },
        ],
        supply: [],
      },
      genutil: { gen_txs: [] },
      thorchain: { reserve: '22_000', pools: [{ reserve: '5' }] },
    },
  };

  function serve(genesis: unknown, chunks = 3): void {
    const bytes = Buffer.from(JSON.stringify(genesis));
    const size = Math.ceil(bytes.length / chunks);
    fake.rpc.methods['genesis_chunked'] = ([chunk]) => ({
      chunk: String(chunk),
      total: String(chunks),
      data: bytes.subarray(Number(chunk) * size, (Number(chunk) + 1) * size).toString('base64'),
    });
  }

  beforeEach(() => without());

  it('is what it says, and what the chain mints beside', async () => {
    serve(GENESIS);
    const answer = await node.opening(1);
    expect(answer).toEqual({
      source: 'genesis',
      unknownDenoms: [],
      balances: [
        [
          FOX,
          [
            ['btc/btc', '7'],
            ['rune', LARGE],
          ],
        ],
        [CAT, [['rune', '100000000000']]],
        [RESERVE, []],
        [RESERVE, [['rune', '22000']]],
      ],
    });
  });

  it('is what it says where the bank module does not tell', async () => {
    await node.close();
    node = withRest();
    serve(GENESIS);
    expect((await node.opening(1))?.source).toBe('genesis');
  });

  it('of MAYAChain has modules of its own, and tells nothing of one denomination', () => {
    const place = { family: 'cosmos' as const, chain: CACAO, network: networkOf('mocknet', CACAO) };
    const state = { bank: { balances: null }, mayachain: { reserve: '1', asgard: '2', maya_fund: '0', other: '9' } };
    const opening = readGenesis(place, Buffer.from(JSON.stringify({ app_state: state })), 1);
    const at = (name: string) => formatCosmosAddress(place.network, moduleKey(name));
    expect(opening).toEqual({
      source: 'genesis',
      unknownDenoms: ['maya.mimir'],
      balances: [
        [at('reserve'), [['cacao', '1']]],
        [at('asgard'), [['cacao', '2']]],
      ],
    });
  });

  it('is not known from that of another block, which is not even asked for', async () => {
    serve({ ...GENESIS, initial_height: '5' });
    expect(await node.opening(1)).toBeNull();
    fake.mine();
    fake.rpc.calls.length = 0;
    expect(await node.opening(2)).toBeNull();
    expect(fake.rpc.calls.map(({ method }) => method)).not.toContain('genesis_chunked');
  });

  it('is not known from one with transactions of its own, of which there are no events', async () => {
    serve({ ...GENESIS, app_state: { ...GENESIS.app_state, genutil: { gen_txs: [{}] } } });
    expect(await node.opening(1)).toBeNull();
  });

  it.each([
    ['{"app_state":{"bank":{"balances":[{"address":"x","coins":[{"denom":"rune","amount":"1__0"}]}]}}}'],
    ['{"app_state":{"bank":{"balances":[{"address":"x","coins":[{"denom":"rune","amount":"-1"}]}]}}}'],
    ['{"app_state":{"bank":{"balances":{}}}}'],
    ['{"app_state":'],
  ])('%s is refused', (text) => {
    const place = { family: 'cosmos' as const, chain: CACAO, network: networkOf('mocknet', CACAO) };
    expect(() => readGenesis(place, Buffer.from(text), 1)).toThrow(DecodeError);
  });

  it('that is larger than is read says what to set', async () => {
    serve(GENESIS);
    const connection = new CosmosConnection({ chain: RUNE, network: MOCKNET, endpoint: { url: fake.url } });
    await expect(fetchGenesis(connection, 100)).rejects.toThrow(
      /the genesis is larger than 100 bytes, .* let RUNE_REST_URL name .* or set RUNE_START_HEIGHT to a later block/,
    );
    await connection.close();
  });

  it('fails with the node', async () => {
    fake.rpc.methods['genesis_chunked'] = () => refuse('service configuration error');
    expect(await failureOf(node.opening(1))).toBeInstanceOf(NodeError);
  });
});

describe('names', () => {
  const path = '/thorchain/thorname/';

  it('stand for an address on this chain, else for their owner', async () => {
    fake.rest[`${path}fox`] = () => ({
      name: 'fox',
      owner: CAT,
      aliases: [
        { chain: 'BTC', address: 'bc1q' },
        { chain: 'THOR', address: FOX },
      ],
    });
    fake.rest[`${path}cat`] = () => ({ name: 'cat', owner: CAT, aliases: [] });
    fake.rest[`${path}odd`] = () => ({ name: 'odd', owner: 'maya1', aliases: null });
    expect(await node.resolveName('fox')).toBe(FOX);
    expect(await node.resolveName('cat')).toBe(CAT);
    expect(await node.resolveName('odd')).toBeNull();
  });

  it('are nobody’s where the chain says so, and where they are none', async () => {
    const message = "fail to fetch THORName: 2 errors occurred:\n\t* internal error\n\t* THORName doesn't exist: test";
    fake.rest[`${path}test`] = () => ({ status: 500, code: 2, message });
    fake.rest[`${path}maya`] = () => ({ status: 404, error: message });
    expect(await node.resolveName('test')).toBeNull();
    expect(await node.resolveName('maya')).toBeNull();
    fake.restLog.length = 0;
    for (const none of ['', '../../cosmos', 'a/b', 'x'.repeat(31), 'ä'])
      expect(await node.resolveName(none)).toBeNull();
    expect(fake.restLog).toEqual([]);
  });

  it('are nobody’s without a REST server', async () => {
    await without();
    expect(await node.resolveName('fox')).toBeNull();
  });
});

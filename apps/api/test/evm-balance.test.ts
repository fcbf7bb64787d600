/** Balances of Ethereum and its layer 2s: what is stored, what the node says, and what is said without it. */
import { formatAddress, requireChain } from '@chaintrail/chains';
import { createTestDatabase, spawnApi } from '@chaintrail/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { ART, AT, COIN, EVM_BLOCKS, FRIEND, ITEMS, MINER, OWNER, OWNER_BALANCE, WEI } from './support/evm-demo.js';
import { TIME_0 } from './support/seed-chain.js';
import { accountOf, blockHash, insert, insertBalance, SECONDS, seedEvmChain } from './support/seed-evm-chain.js';
import { serveBesideNode } from './support/served.js';
import { startApi } from './support/start-api.js';

const network = requireChain('eth').networks.find(({ name }) => name === 'local')!;
const textOf = (key: Buffer): string => formatAddress(network, key);
const timeOf = (height: number): number => TIME_0 + height * SECONDS;
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
const STRANGER = accountOf('stranger');

const api = serveBesideNode(
  ({ databaseUrl }) => seedEvmChain(databaseUrl, { chain: 'eth', blocks: EVM_BLOCKS, tracedTo: AT.tip }),
  async ({ session }, node) => {
    for (let height = 0; height <= AT.tip; height++)
      node.balances.set(
        blockHash('eth', height),
        new Map([
          [STRANGER.toString('hex'), 2n ** 200n + BigInt(height)],
          [FRIEND.toString('hex'), BigInt(height)],
        ]),
      );
    for (const table of ['address_balances', 'internal_gaps', 'tokens', 'token_balances'])
      await session.query(`DELETE FROM eth.${table}`);
  },
);

const store = (table: string, row: Record<string, unknown>): Promise<void> => insert(api.session, `eth.${table}`, row);
const holds = (key: Buffer, balance: bigint, height: number): Promise<void> =>
  insertBalance(api.session, 'eth', [key, balance, height]);
const balance = async (key: Buffer, query = '') =>
  (await api.get(`/v0/addresses/eth/${textOf(key)}/balance${query}`)).json;

describe('the balance', () => {
  it('counts as a question to the node where the node was asked, and once where it is known', async () => {
    const asked = async (outcome: string) => {
      const { text } = await api.get('/metrics');
      const name = `chaintrail_api_node_question_duration_seconds_count{currency="eth",outcome="${outcome}"}`;
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.slice(name.length) ?? 0,
      );
    };
    await balance(STRANGER);
    await balance(STRANGER);
    expect([await asked('answered'), await asked('away')]).toEqual([1, 0]);
    await api.node.close();
    await balance(FRIEND);
    expect(await asked('away')).toBe(1);
  });

  it('is what is stored while nothing touched the address since', async () => {
    await holds(OWNER, OWNER_BALANCE, AT.withdraws);
    expect(await balance(OWNER)).toMatchObject({
      ...{
        currency: 'eth',
        address: textOf(OWNER),
        decimals: 18,
        balance: String(OWNER_BALANCE),
        transactionCount: 10,
      },
      ...{ firstSeen: timeOf(AT.paid), lastSeen: timeOf(AT.withdraws), height: AT.tip, asOf: timeOf(AT.tip) },
      ...{
        tip: { height: AT.tip, hash: `0x${blockHash('eth', AT.tip)}` },
        pending: null,
        sent: '11000000000000030191',
        usd: null,
      },
      ...{ tokens: [], tokenCount: 0, historyFrom: 0 },
    });
    expect(api.node.asked).toEqual([]);
  });

  it('is what the node says, pinned to the tip by its hash, of an address that nothing is known of', async () => {
    expect(await balance(STRANGER)).toMatchObject({
      balance: String(2n ** 200n + 9n),
      transactionCount: 0,
      height: AT.tip,
    });
    const [{ method, params }] = api.node.asked as [{ method: string; params: unknown }];
    expect(method).toBe('eth_getBalance');
    expect(params).toMatchObject([`0x${STRANGER.toString('hex')}`, { blockHash: `0x${blockHash('eth', AT.tip)}` }]);
  });

  it('may become known between two blocks, and then is another answer', async () => {
    api.node.mood = 'busy';
    const url = `/v0/addresses/eth/${textOf(STRANGER)}/balance`;
    const tag = (await api.get(url)).headers.get('etag') ?? '';
    expect((await api.get(url, { headers: { 'if-none-match': tag } })).status).toBe(304);
    api.node.mood = 'well';
    expect((await api.get(url, { headers: { 'if-none-match': tag } })).status).toBe(200);
  });

  it('is asked once for a block, however many want it', async () => {
    api.node.mood = 'silent';
    const both = Promise.all(Array.from({ length: 5 }, () => balance(STRANGER)));
    await expect.poll(() => api.node.asked.length).toBe(1);
    api.node.release();
    for (const each of await both) expect(each.balance).toBe(String(2n ** 200n + 9n));
    await balance(STRANGER);
    expect(api.node.asked).toHaveLength(1);
  });

  it.each(['silent', 'lying', 'busy', 'pruned', 'lost'] as const)(
    'of a node that is %s is what it said before, of that block, or unknown',
    async (mood) => {
      api.node.mood = mood;
      await holds(FRIEND, 77n, AT.pays);
      expect(await balance(FRIEND)).toMatchObject({
        ...{ balance: '77', height: AT.pays, asOf: timeOf(AT.pays), tip: { height: AT.tip }, transactionCount: 7 },
      });
      expect(await balance(STRANGER)).toMatchObject({ balance: null, height: AT.tip, transactionCount: 0 });
    },
  );

  it('is read anew when the node has left the block', async () => {
    api.node.balances.delete(blockHash('eth', AT.tip));
    expect(await balance(STRANGER)).toMatchObject({ balance: null });
    expect(api.node.asked).toHaveLength(2);
    api.node.balances.set(blockHash('eth', AT.tip), new Map([[STRANGER.toString('hex'), 5n]]));
    expect(await balance(STRANGER)).toMatchObject({ balance: '5' });
  });

  it('is unknown for a crowd whom a node leaves without an answer', async () => {
    api.node.mood = 'silent';
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => balance(accountOf(`many ${at}`))));
    expect(answers.every((answer) => answer.balance === null)).toBe(true);
    expect(api.node.asked.length).toBeGreaterThanOrEqual(8);
  });

  it('is what the program itself asks the node of its environment for', async () => {
    const env = { ETH_RPC_URL: api.node.url, ETH_NETWORK: 'local' };
    const program = await spawnApi({ databaseUrl: api.databaseUrl, env });
    const response = await fetch(`${program.url}/v0/addresses/eth/${textOf(STRANGER)}/balance`);
    expect(await response.json()).toMatchObject({ balance: String(2n ** 200n + 9n) });
    await program.process.kill('SIGTERM');
    expect(program.process.exitStatus()).toBe('exit code 0');
  });

  it('is unknown without a node, and with one of another network', async () => {
    for (const env of [{}, { ETH_RPC_URL: api.node.url, ETH_NETWORK: 'sepolia' }]) {
      const alone = await startApi(api.databaseUrl, { env });
      const { status, json } = await alone.get(`/v0/addresses/eth/${textOf(STRANGER)}/balance`);
      const [chain] = (await alone.get('/v0/currencies')).json.currencies;
      await alone.stop();
      expect([status, json.balance, json.received, json.receivedHeight]).toEqual([200, null, null, null]);
      expect(chain.features).not.toContain('balance-at-height');
    }
    expect(api.node.asked).toEqual([]);
  });
});

describe('the balance at a past block', () => {
  it('is what the node says of that block, by the hash that is indexed', async () => {
    await holds(FRIEND, 77n, AT.tip);
    await api.session.query(
      `INSERT INTO eth.internal_gaps (from_height, to_height, reason_code) VALUES (${AT.tip}, ${AT.tip}, 'off')`,
    );
    expect(await balance(FRIEND, '?height=2')).toMatchObject({
      ...{ balance: '2', height: 2, asOf: timeOf(2), transactionCount: 2, tokens: [], tokenCount: null },
    });
    expect(api.node.asked.map(({ params }) => params[1])).toMatchObject([{ blockHash: `0x${blockHash('eth', 2)}` }]);
  });

  it('has nothing unconfirmed in it, which is known as long as unconfirmed transactions are followed', async () => {
    const read = async () => [(await balance(FRIEND, '?height=2')).pending, (await balance(FRIEND)).pending];
    await api.session.query(`UPDATE eth.sync_state SET mempool_at = now(), mempool_node = 0, mempool_indexed = 0`);
    const followed = await read();
    await api.session.query(`UPDATE eth.sync_state SET mempool_at = NULL`);
    expect([followed, await read()]).toEqual([
      ['0', '0'],
      [null, null],
    ]);
  });

  it('is asked for a crowd in turns, none of whom is sent away', async () => {
    const crowd = Array.from({ length: 30 }, (_, n) => accountOf(`in a crowd ${n}`));
    const answers = await Promise.all(crowd.map((key) => balance(key)));
    expect(answers.map((answer) => answer.balance)).toEqual(crowd.map(() => '0'));
    expect(api.node.mostAtOnce).toBeLessThanOrEqual(8);
  });

  it('may be too old for the node, which is said with a remedy', async () => {
    api.node.mood = 'pruned';
    const { status, json } = await api.get(`/v0/addresses/eth/${textOf(FRIEND)}/balance?height=2`);
    expect([status, json.code]).toEqual([404, 'state-unavailable']);
    expect(json.detail).toContain('archive node');
    expect(json.tip.height).toBe(AT.tip);
  });

  it('is unknown while the node is away, and refused above the tip', async () => {
    api.node.mood = 'busy';
    expect(await balance(FRIEND, '?height=2')).toMatchObject({ balance: null, transactionCount: 2, height: 2 });
    expect(await balance(FRIEND, `?height=${AT.tip + 1}`)).toMatchObject({ code: 'invalid-parameter' });
  });
});

describe('tokens', () => {
  beforeEach(async () => {
    await holds(OWNER, OWNER_BALANCE, AT.withdraws);
    for (const [asset, standard, drifts] of [
      [COIN, 'erc20', false],
      [ART, 'erc721', true],
      [ITEMS, 'erc1155', false],
    ] as const) {
      const known = { address: textOf(asset), name: `${standard} name`, symbol: standard.toUpperCase() };
      await store('tokens', {
        asset,
        standard,
        drifts,
        first_height: 5,
        decimals: standard === 'erc20' ? 6 : null,
        ...known,
      });
    }
  });
  const token = (asset: Buffer, row: Record<string, unknown> = {}): Promise<void> =>
    store('token_balances', { address_key: OWNER, asset, first_touched: 5, touched: 5, ...row });

  it('are what is stored, what their contracts say otherwise, and left out where that is nothing', async () => {
    await token(COIN, { balance: 12n, height: 5 });
    await token(ART);
    await token(ITEMS, { token_id: 5n });
    await token(accountOf('emptied'));
    api.node.contracts.set(ART.toString('hex'), word(3n));
    api.node.contracts.set(ITEMS.toString('hex'), word(2n ** 255n));
    api.node.contracts.set(accountOf('emptied').toString('hex'), word(0n));
    const { tokens, tokenCount } = await balance(OWNER);
    expect(tokenCount).toBe(3);
    const at = { height: AT.tip };
    expect(tokens).toContainEqual({
      ...{ asset: textOf(COIN), standard: 'erc20', symbol: 'ERC20', name: 'erc20 name', decimals: 6, tokenId: null },
      ...{ balance: '12', height: 5, drifts: false },
    });
    expect(tokens).toContainEqual(expect.objectContaining({ asset: textOf(ART), balance: '3', drifts: true, ...at }));
    expect(tokens).toContainEqual(
      expect.objectContaining({ asset: textOf(ITEMS), tokenId: '5', balance: String(2n ** 255n), ...at }),
    );
    expect(tokens).toHaveLength(3);
    const calls = api.node.asked.map(({ params }) => (params[0] as { data: string }).data);
    expect(calls).toContain(`0x70a08231${'0'.repeat(24)}${OWNER.toString('hex')}`);
    expect(calls).toContain(`0x00fdd58e${'0'.repeat(24)}${OWNER.toString('hex')}${'5'.padStart(64, '0')}`);
  });

  it('of a contract of several standards are asked for by what its transfers told', async () => {
    await token(COIN, { token_id: 2n ** 256n - 1n });
    await token(COIN);
    await token(ITEMS);
    for (const asset of [COIN, ITEMS]) api.node.contracts.set(asset.toString('hex'), word(6n));
    const { tokens } = await balance(OWNER);
    const shown = tokens.map(({ asset, standard, tokenId }: Record<string, unknown>) => [asset, standard, tokenId]);
    expect(shown).toContainEqual([textOf(COIN), 'erc1155', String(2n ** 256n - 1n)]);
    expect(shown).toContainEqual([textOf(COIN), 'erc20', null]);
    expect(shown).toContainEqual([textOf(ITEMS), 'erc20', null]);
    const calls = api.node.asked.map(({ params }) => (params[0] as { data: string }).data.slice(0, 10)).sort();
    expect(calls).toEqual(['0x00fdd58e', '0x70a08231', '0x70a08231']);
  });

  it.each([
    ['gave no answer before', { height: 5 }],
    ['was never asked', {}],
  ])('whose contracts answer do not wait for one that %s', async (_, row) => {
    const hostile = accountOf('hostile');
    await token(COIN, { balance: 1n, height: 6, touched: 6 });
    await token(ART, { balance: 3n, height: 4 });
    for (let id = 0n; id < 30n; id++) await token(hostile, { token_id: id, ...row });
    api.node.contracts.set(COIN.toString('hex'), word(2n));
    api.node.contracts.set(ART.toString('hex'), word(4n));
    api.node.stuck.add(hostile.toString('hex'));
    const { tokens, tokenCount } = await balance(OWNER);
    const told = tokens.filter((each: { balance: string | null }) => each.balance !== null);
    expect(told).toMatchObject([
      { asset: textOf(COIN), balance: '2', height: AT.tip },
      { asset: textOf(ART), balance: '4', height: AT.tip },
    ]);
    expect(tokenCount).toBe(32);
    const asked = api.node.asked.filter(
      ({ params }) => (params[0] as { to: string }).to === `0x${hostile.toString('hex')}`,
    );
    expect(asked).toHaveLength('height' in row ? 10 : 30);
  });

  describe('that everybody is sent', () => {
    const clone = (n: number): Buffer => Buffer.concat([Buffer.from([n]), accountOf('clone').subarray(1)]);
    beforeEach(async () => {
      await token(COIN, { balance: 1_000n, height: AT.tip, first_touched: 2, touched: 2 });
      await token(ART, { balance: 1n, height: AT.tip, touched: 3, sent: true });
      const clones = Array.from({ length: 150 }, (_, n) => clone(n + 1));
      await api.session.query(
        `INSERT INTO eth.tokens (asset, address, standard, first_height) SELECT c, encode(c, 'hex'), 'erc20', 6 FROM unnest($1::bytea[]) c`,
        [clones],
      );
      await api.session.query(
        `INSERT INTO eth.token_balances (address_key, asset, token_id, first_touched, touched, balance, height)
         SELECT $1, c, CASE WHEN n = 7 THEN 1 END, 7, 7, 9, $3 FROM unnest($2::bytea[]) WITH ORDINALITY u(c, n)`,
        [OWNER, clones, AT.tip],
      );
    });
    const assetsOf = ({ tokens }: { tokens: { asset: string; tokenId: string | null }[] }) =>
      tokens.map(({ asset, tokenId }) => `${asset} ${tokenId}`);

    it('do not hide what is older or was ever sent, and all can be had', async () => {
      const first = await balance(OWNER);
      expect(assetsOf(first).slice(0, 2)).toEqual([`${textOf(ART)} null`, `${textOf(COIN)} null`]);
      expect(first).toMatchObject({ tokenCount: 152, nextTokens: expect.any(String) });
      const walked = assetsOf(first);
      for (let next = first.nextTokens; next !== null; ) {
        const page = await balance(OWNER, `?tokenCursor=${next}`);
        expect(page).toMatchObject({ balance: first.balance, tokenCount: 152 });
        walked.push(...assetsOf(page));
        next = page.nextTokens;
      }
      expect(walked).toHaveLength(152);
      expect(new Set(walked).size).toBe(152);
    });

    it('are not told of where others are asked for, whether or not it ever had any', async () => {
      const [never, unheard] = [accountOf('never had'), accountOf('unheard of')];
      await store('tokens', {
        asset: never,
        address: textOf(never),
        standard: 'erc20',
        symbol: 'NVR',
        first_height: 6,
      });
      api.node.contracts.set(never.toString('hex'), word(0n));
      const query = [COIN, never, clone(7), unheard].map((asset) => `asset=${textOf(asset)}`).join('&');
      const { tokens, tokenCount, nextTokens } = await balance(OWNER, `?${query}`);
      expect(tokens).toMatchObject([
        { asset: textOf(COIN), balance: '1000', standard: 'erc20' },
        { asset: textOf(never), balance: '0', symbol: 'NVR', height: AT.tip },
        { asset: textOf(clone(7)), tokenId: '1', standard: 'erc1155', balance: '9' },
        { asset: textOf(unheard), balance: null, standard: null, height: null },
      ]);
      expect([tokenCount, nextTokens]).toEqual([null, null]);
      const many = await api.get(
        `/v0/addresses/eth/balances?address=${textOf(OWNER)}&address=${textOf(COIN)}&${query}`,
      );
      expect(many.json.balances.map((each: { tokens: unknown[] }) => each.tokens.length)).toEqual([4, 4]);
    });

    it('are gone through by cursors of this address alone', async () => {
      const { nextTokens } = await balance(OWNER);
      const refused = async (path: string) => (await api.get(`/v0/addresses/${path}`)).json;
      expect(await refused(`eth/${textOf(COIN)}/balance?tokenCursor=${nextTokens}`)).toMatchObject({
        code: 'invalid-cursor',
      });
      expect(await refused(`eth/${textOf(OWNER)}/balance?tokenCursor=x`)).toMatchObject({ code: 'invalid-cursor' });
      expect(
        await refused(`eth/${textOf(OWNER)}/balance?asset=${textOf(COIN)}&tokenCursor=${nextTokens}`),
      ).toMatchObject({
        ...{
          status: 400,
          errors: [{ parameter: 'tokenCursor', message: expect.stringContaining('give it or asset') }],
        },
      });
      expect(await refused(`eth/${textOf(OWNER)}/balance?asset=native`)).toMatchObject({ status: 400 });
    });
  });

  it('whose contracts answer nonsense or nothing have an unknown balance', async () => {
    await token(COIN);
    await token(ITEMS, { token_id: 1n });
    api.node.contracts.set(ITEMS.toString('hex'), '0x01');
    const { tokens } = await balance(OWNER);
    expect(tokens).toMatchObject([
      { balance: null, height: null },
      { balance: null, height: null },
    ]);
  });

  it.each(['silent', 'lying', 'busy', 'pruned', 'lost'] as const)(
    'say of which block they are while the node is %s and they change by themselves',
    async (mood) => {
      await token(ART, { balance: 4n, height: 6 });
      await token(COIN);
      api.node.mood = mood;
      expect((await balance(OWNER)).tokens).toMatchObject([
        { asset: textOf(ART), balance: '4', height: 6 },
        { asset: textOf(COIN), balance: null, height: null },
      ]);
    },
  );
});

it('the chain says what it offers and how far its internal transfers are', async () => {
  await api.session.query(`UPDATE eth.internal_sync SET mode = 'full', from_height = 4;
    INSERT INTO eth.internal_gaps (from_height, to_height, reason_code) VALUES (5, 6, 'untraceable')`);
  const gaps = [{ from: 5, to: 6, reason: 'untraceable' }];
  const internalTransfers = { mode: 'full', from: 4, gapCount: 1, gaps };
  const [chain] = (await api.get('/v0/currencies')).json.currencies;
  expect(chain).toMatchObject({
    family: 'evm',
    finalizedHeight: 7,
    internalTransfers,
    addressExample: network.addressExample,
  });
  expect(chain.features).toEqual([
    ...['history', 'balance', 'balance-at-height', 'transaction', 'tokens', 'internal-transfers'],
  ]);
  const [status] = (await api.get('/v0/status')).json.chains;
  expect(status).toMatchObject({ indexedHash: `0x${blockHash('eth', AT.tip)}`, finalizedHeight: 7, internalTransfers });
  const { text } = await api.get('/metrics');
  for (const line of ['finalized_height', 'internal_transfers_gaps', 'internal_transfers_open_gaps'])
    expect(text).toMatch(new RegExp(`^chaintrail_${line}\\{currency="eth",network="local"\\} [\\d.]+$`, 'm'));
  expect(await balance(OWNER)).toMatchObject({ receivedFrom: 7, incomplete: gaps });
  await api.session.query(`UPDATE eth.internal_sync SET mode = 'live', from_height = 0; DELETE FROM eth.internal_gaps`);
  expect(await balance(OWNER)).not.toHaveProperty('incomplete');
});

it('the examples work, and none is a page without rows', async () => {
  const { examples } = (await api.get('/')).json;
  const urls = Object.entries<string>(examples).filter(([name]) => name.startsWith('eth '));
  expect(urls.map(([name]) => name)).toEqual([
    ...['eth history', 'eth history, oldest first', `eth history up to block ${AT.tip}`, 'eth balance'],
    ...[`eth balance at block ${AT.tip}`, 'eth transaction'],
  ]);
  for (const [name, url] of urls) expect((await api.get(url)).status, name).toBe(200);
});

it('an example of an address has coins and a history: who calls a contract, not the contract', async () => {
  const other = await createTestDatabase();
  const pays = (to: Buffer) => ({ from: MINER, to, value: WEI, fee: 21n });
  const calls = (from: Buffer) => ({ from, to: COIN, fee: 60n, method: 'a9059cbb' });
  const blocks = [[], [pays(OWNER), pays(FRIEND)], [calls(OWNER), calls(FRIEND)], [calls(OWNER)], [calls(FRIEND)]];
  await seedEvmChain(other.url, {
    ...{ chain: 'eth', tracedTo: 4, blocks: blocks.map((transactions) => ({ transactions })) },
  });
  const balances = [OWNER, FRIEND].map((key) => [key.toString('hex'), WEI - 120n] as const);
  api.node.balances.set(blockHash('eth', 4), new Map(balances));
  const otherApi = await startApi(other.url, { env: { ETH_RPC_URL: api.node.url, ETH_NETWORK: 'local' } });
  try {
    const { examples } = (await otherApi.get('/')).json;
    const shown = (await otherApi.get(examples['eth balance'])).json;
    expect(shown).toMatchObject({ balance: String(WEI - 120n), transactionCount: 3 });
    expect((await otherApi.get(examples['eth history'])).json).toMatchObject({ address: shown.address, total: 3 });
  } finally {
    await otherApi.stop();
    await other.drop();
  }
});

describe('what gas costs', () => {
  const history = {
    oldestBlock: '0x8',
    baseFeePerGas: ['0x3b9aca00', '0x3b9aca07', '0x2540be400'],
    gasUsedRatio: [0.5, 0],
    reward: [
      ['0x0', '0x5f5e100', '0x3b9aca00'],
      ['0x0', '0x0', '0x0'],
    ],
  };

  it('is what the node sums up of the last blocks, asked for once at each', async () => {
    api.node.feeHistory = history;
    const answers = await Promise.all([1, 2, 3].map(() => api.get('/v0/fees/eth')));
    for (const { status, json } of answers) {
      expect([status, json]).toMatchObject([200, { currency: 'eth', decimals: 18, estimates: [] }]);
      expect(json.tip.height).toBe(AT.tip);
      expect(json.gas).toEqual({
        nextBaseFee: '10000000000',
        blocks: [
          {
            ...{ height: 8, baseFee: '1000000000', gasUsedRatio: 0.5 },
            tips: { low: '0', median: '100000000', high: '1000000000' },
          },
          { height: 9, baseFee: '1000000007', gasUsedRatio: 0, tips: null },
        ],
      });
    }
    expect(api.node.asked).toMatchObject([{ method: 'eth_feeHistory', params: ['0x14', '0x9', [10, 50, 90]] }]);
  });

  it.each([
    ['of other blocks', { ...history, oldestBlock: '0x7' }],
    ['without a base fee of the next block', { ...history, baseFeePerGas: history.baseFeePerGas.slice(1) }],
    ['of another shape', { ...history, reward: [['0x0']] }],
    ['that is none', null],
  ])('is unknown where the answer is one %s', async (_, answer) => {
    api.node.feeHistory = answer;
    expect(await api.get('/v0/fees/eth')).toMatchObject({ status: 200, json: { gas: null } });
  });
});

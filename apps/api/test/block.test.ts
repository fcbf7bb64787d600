import { describe, expect, it } from 'vitest';
import { AT as COSMOS_AT, COSMOS_BLOCKS, FIRST } from './support/cosmos-demo.js';
import { demoChain } from './support/demo-chain.js';
import { AT, EVM_BLOCKS } from './support/evm-demo.js';
import { BLOCK_SECONDS, seedChain, TIME_0 } from './support/seed-chain.js';
import { cosmosHash, seedCosmosChain } from './support/seed-cosmos-chain.js';
import { blockHash, seedEvmChain } from './support/seed-evm-chain.js';
import { serveDemo } from './support/served.js';
import { SPECIAL_CHAINS } from './support/special-chains.js';

const { blocks } = demoChain();
const SPECIAL = ['zec', 'bch', 'ltc', 'doge'] as const;
const TIP = blocks.length - 1;

const api = serveDemo(async ({ databaseUrl: url }) => {
  for (const chain of SPECIAL) {
    const historyFrom = chain === 'doge' ? 50 : 0;
    await seedChain(url, { chain, network: 'regtest', blocks: SPECIAL_CHAINS[chain], historyFrom });
  }
  await seedEvmChain(url, { chain: 'eth', blocks: EVM_BLOCKS, tracedTo: AT.internal });
  await seedEvmChain(url, { chain: 'op', blocks: EVM_BLOCKS });
  await seedCosmosChain(url, { chain: 'rune', firstHeight: FIRST, blocks: COSMOS_BLOCKS });
});

const ask = (chain: string, block: string | number, query = '') => api.get(`/v0/blocks/${chain}/${block}${query}`);

interface Listed {
  readonly txid: string;
  readonly inputs?: readonly object[];
  readonly outputs?: readonly object[];
  readonly transfers?: readonly object[];
}

/** Cuts a transaction's own answer to its form in a list. */
function cut({
  tip: _tip,
  nextOffset,
  waiting: _waiting,
  messageCount: _count,
  alsoIn,
  ...transaction
}: Listed & Record<string, unknown>): Listed {
  expect(nextOffset).toBeNull();
  expect(alsoIn).toEqual([]);
  const { inputs, outputs, transfers } = transaction;
  const withoutSpender = (output: object & { spentBy?: unknown }) => {
    const { spentBy: _spentBy, ...rest } = output;
    return rest;
  };
  return {
    ...transaction,
    ...(inputs ? { inputs: inputs.slice(0, 20) } : {}),
    ...(outputs ? { outputs: outputs.slice(0, 20).map(withoutSpender).map(withoutLongScript) } : {}),
    ...(transfers ? { transfers: transfers.slice(0, 20) } : {}),
  };
}

function withoutLongScript(output: { script?: string }): object {
  return (output.script?.length ?? 0) > 2_048 ? { ...output, script: null, type: null } : output;
}

/** Every block of a chain by its height, its pages put together; each entry is compared with its own answer. */
async function expectWhole(chain: string, heights: readonly number[], counts: readonly number[]): Promise<Listed[]> {
  const all: Listed[] = [];
  for (const [at, height] of heights.entries()) {
    const whole = (await ask(chain, height, '?limit=1000')).json;
    expect(whole, `${chain} ${height}`).toMatchObject({ height, total: counts[at], offset: 0, limit: 1_000 });
    expect(whole.transactions).toHaveLength(counts[at]!);
    expect((await ask(chain, whole.hash, '?limit=1000')).json).toEqual(whole);
    const paged: Listed[] = [];
    for (let offset = 0; offset < whole.total; offset += 2) {
      const page = (await ask(chain, whole.hash, `?limit=2&offset=${offset}`)).json;
      expect(page).toMatchObject({ offset, limit: 2, total: whole.total, hash: whole.hash });
      paged.push(...page.transactions);
    }
    expect(paged).toEqual(whole.transactions);
    for (const listed of whole.transactions as Listed[]) {
      const own = await api.get(`/v0/transactions/${chain}/${listed.txid}`);
      expect(listed, listed.txid).toEqual(cut(own.json));
    }
    all.push(...whole.transactions);
  }
  return all;
}

describe('a block of a UTXO chain', () => {
  it('has all of its transactions, in order and at any offset', async () => {
    const counts = blocks.map(({ length }) => length);
    const found = await expectWhole('btc', [...blocks.keys()], counts);
    expect(found.map(({ txid }) => txid)).toEqual(api.seeded.txids);
  });

  it('says what it is, and which blocks are beside it', async () => {
    const { json } = await ask('btc', 3);
    const hash = json.hash;
    expect(json).toMatchObject({
      ...{ currency: 'btc', decimals: 8, height: 3, time: TIME_0 + 3 * BLOCK_SECONDS, transactionCount: 6, total: 6 },
      ...{
        confirmations: TIP - 2,
        final: null,
        historyFrom: 0,
        limit: 25,
        tip: { height: TIP, hash: api.seeded.tipHash },
      },
    });
    expect((await ask('btc', json.parentHash)).json).toMatchObject({ height: 2, nextHash: hash });
    expect((await ask('btc', json.nextHash)).json).toMatchObject({ height: 4, parentHash: hash });
    for (const form of [hash.toUpperCase(), `0x${hash}`, `0X${hash.toUpperCase()}`])
      expect((await ask('btc', form)).json).toEqual(json);
  });

  it('says what all of it pays, how heavy it is, and what its miner wrote', async () => {
    const unknown = { fees: null, reward: null, weight: null, minerTag: null, orphaned: false, replacedBy: null };
    expect((await ask('btc', 3)).json).toMatchObject(unknown);
    const script = `04ffff001d0104${Buffer.from('EThe Times 03/Jan/2009').toString('hex')}00ff01`;
    await api.session.query(
      `UPDATE btc.blocks SET fees = 12, reward = 5000000012, weight = 4000, coinbase_script = '\\x${script}' WHERE height = 3`,
    );
    const { json } = await ask('btc', 3, '?offset=1');
    const minerTag = 'EThe Times 03/Jan/2009';
    expect(json).toMatchObject({ ...unknown, minerTag, fees: '12', reward: '5000000012', weight: 4_000 });
  });

  it('is known by its hash when a reorganisation took it back, with what replaced it', async () => {
    for (const [chain, height, hash] of [
      ['btc', 3, 'cd'.repeat(32)],
      ['btc', TIP + 1, 'ce'.repeat(32)],
      ['eth', AT.paid, 'cf'.repeat(32)],
    ] as const) {
      await api.session.query(
        `INSERT INTO ${chain}.orphaned_blocks (time, height, tx_count, size, hash, parent_hash)
         VALUES (1700000000, ${height}, 7, 900, '\\x${hash}', '\\x${'ab'.repeat(32)}')`,
      );
      const { status, json } = await ask(chain, hash, '?offset=2');
      const replacedBy = height > TIP ? null : (await ask(chain, height)).json.hash;
      expect([status, json]).toMatchObject([
        200,
        {
          ...{ height, time: 1_700_000_000, size: 900, transactionCount: 7, orphaned: true, replacedBy },
          ...{ nextHash: null, confirmations: 0, final: false, fees: null, total: 0, transactions: [] },
        },
      ]);
      expect(json.hash.replace('0x', '')).toBe(hash);
    }
    expect((await ask('btc', 3)).json).toMatchObject({ orphaned: false, replacedBy: null });
  });

  it('is the tip as latest, which nothing follows', async () => {
    const { json } = await ask('btc', 'latest');
    expect(json).toMatchObject({ height: TIP, hash: api.seeded.tipHash, nextHash: null, confirmations: 1 });
    expect((await ask('btc', TIP)).json).toEqual(json);
  });

  it('has an empty page behind its last transaction', async () => {
    for (const offset of [6, 7, Number.MAX_SAFE_INTEGER]) {
      const { status, json } = await ask('btc', 3, `?offset=${offset}`);
      expect([status, json.total, json.transactions]).toEqual([200, 6, []]);
    }
  });

  it.each(SPECIAL.filter((chain) => chain !== 'doge'))('has what only %s has', async (chain) => {
    const counts = SPECIAL_CHAINS[chain].map(({ length }) => length);
    await expectWhole(chain, [...SPECIAL_CHAINS[chain].keys()], counts);
  });
});

describe('a block of an EVM chain', () => {
  it.each(['eth', 'op'] as const)(
    '%s: what it moved itself is its last entry, and is no transaction',
    async (chain) => {
      const counts = EVM_BLOCKS.map(({ transactions, own }) => transactions.length + (own ? 1 : 0));
      await expectWhole(chain, [...EVM_BLOCKS.keys()], counts);
      const { json } = await ask(chain, AT.paid);
      expect(json).toMatchObject({ total: 2, transactionCount: 1, hash: `0x${blockHash(chain, AT.paid)}` });
      expect(json.transactions[1]).toMatchObject({ txid: json.hash, type: null, blockIndex: 1 });
      expect((await ask(chain, 0)).json).toMatchObject({ total: 0, transactionCount: 0, transactions: [] });
    },
  );

  it('is final up to the block that the node called so', async () => {
    const final = AT.tip - 2;
    expect((await ask('eth', final)).json.final).toBe(true);
    expect((await ask('eth', final + 1)).json.final).toBe(false);
  });
});

describe('a block of a Cosmos chain', () => {
  it('has its own entries before and after its transactions', async () => {
    const heights = COSMOS_BLOCKS.map((_, at) => FIRST + at);
    const counts = COSMOS_BLOCKS.map(({ length }) => length);
    await expectWhole('rune', heights, counts);
    const { json } = await ask('rune', COSMOS_AT.swaps);
    expect(json).toMatchObject({ transactionCount: 1, total: 3, final: true, historyFrom: FIRST });
    expect(json.transactions.map(({ kind }: { kind: string }) => kind)).toEqual(['transaction', 'end', 'end']);
    expect(json.hash).toBe(cosmosHash('rune', COSMOS_AT.swaps).toUpperCase());
    expect((await ask('rune', json.hash.toLowerCase())).json).toEqual(json);
  });
});

describe('what is no block', () => {
  it.each([
    ['btc', TIP + 1, `the tip of Bitcoin is block ${TIP} here: that block is not indexed yet`],
    ['btc', 2 ** 31 - 1, `the tip of Bitcoin is block ${TIP} here: that block is not indexed yet`],
    ['doge', 49, 'the index of Dogecoin begins with block 50: older blocks are not there'],
    [
      'btc',
      'ab'.repeat(32),
      `no block of Bitcoin has this hash: none from 0 to ${TIP}, and none that was indexed and taken back`,
    ],
  ])('%s %s is not found, with the reason', async (chain, block, detail) => {
    const { status, json } = await ask(chain, block);
    expect([status, json.code, json.detail]).toEqual([404, 'unknown-block', detail]);
    expect(json.tip.height).toBe(chain === 'btc' ? TIP : 52);
  });

  it.each(['-1', '01', '1e3', '2147483648', '0x12', 'LATEST', 'ab'.repeat(31), `${'ab'.repeat(32)}0`, '%00'])(
    '%s is refused with what is expected',
    async (text) => {
      const { status, json } = await ask('btc', text);
      expect([status, json.code]).toEqual([400, 'invalid-parameter']);
      expect(json.detail).toMatch(/^block: expected a height from 0 to 2147483647 in plain digits, a hash of 64/);
    },
  );

  it('is an index with a gap, which is said to be damaged', async () => {
    const height = 5;
    await api.session.query(
      `UPDATE btc.transactions SET tx_key = tx_key + (1::bigint << 40) WHERE tx_key = (${height}::bigint << 20) + 2`,
    );
    expect((await ask('btc', height)).json).toMatchObject({ status: 500, code: 'internal' });
    await api.session.query(
      `UPDATE btc.transactions SET tx_key = tx_key - (1::bigint << 40) WHERE tx_key >= 1::bigint << 40`,
    );
    expect((await ask('btc', height)).status).toBe(200);
  });
});

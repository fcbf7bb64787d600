/**
 * The queries of `docs/analysts.md`, as printed: what they answer on a small database, and how much of it they read.
 */
import { readFileSync } from 'node:fs';
import { chainOnNetwork, formatAddress, requireChain } from '@chaintrail/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEPOSIT, holder, member, seedBitcoin, seedEthereum, seedThorchain } from './support/analysts-world.js';
import { openReadDatabase } from './support/opened-databases.js';
import { explain, pagesRead, rowsRead } from './support/plan.js';

const DOCUMENT = readFileSync(new URL('../../../docs/analysts.md', import.meta.url), 'utf8');

let ids: { readonly paid: string; readonly spent: string };
const db = openReadDatabase(async (session) => {
  await session.query(`SET timezone = 'UTC'`);
  ids = await seedBitcoin(session);
  await seedEthereum(session);
  await seedThorchain(session);
  for (const [, index] of DOCUMENT.matchAll(/```sql index\n([\s\S]*?)```/g)) await session.query(index!);
  await session.query('VACUUM ANALYZE');
});

/** The query of a numbered question. */
function queryOf(number: number): string {
  const section = DOCUMENT.split(/^### /m).find((part) => part.startsWith(`${number}. `));
  return section!
    .match(/```sql\n([\s\S]*?)```/)![1]!
    .trim()
    .replace(/;$/, '');
}

/**
 * Rows that a question may read when it reads a part: the blocks of some days, of a chain of 4,000 transactions here
 * and 20,000 there.
 */
const PART = 700;
/** One walk through the unspent outputs, and what is shown of them. */
const UNSPENT = 5_000;

const ALICE = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const BOB = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const EXCHANGE = '34xp4vRoCGJym3xR7yCVPFHoCNxv4Twseo';
const MINER = 'bc1qncmhnvg5zs2pg9q5zs2pg9q5zs2pg9q5ytzmdh';
const OLD = 'bc1qqqqqqqq5zs2pg9q5zs2pg9q5zs2pg9q5468x6s';

interface Question {
  readonly reads: number;
  /** Values of each row, as JSON writes them; a function where they follow from the seed. */
  readonly answer: readonly (readonly unknown[])[];
}

const holders = (...balances: readonly (readonly [number, number])[]): unknown[][] =>
  balances.map(([n, balance]) => [holder(n), `${balance}.000000`]);

const thor = (n: number): string => formatAddress(chainOnNetwork(requireChain('rune'), 'mainnet')!.network, member(n));

const QUESTIONS: readonly Question[] = [
  {
    reads: PART,
    answer: [
      ['2019-02-05T12:00:00.000Z', 'ANY', '50.00000000', '50.00000000'],
      ['2026-11-19T10:00:00.000Z', 'PAID', '-10.00100000', '39.99900000'],
      ['2026-11-20T18:00:00.000Z', 'ANY', '-30.00050000', '9.99850000'],
      ['2026-11-21T08:00:00.000Z', 'ANY', '20.00000000', '29.99850000'],
    ],
  },
  { reads: PART, answer: [['9.99850000']] },
  {
    reads: UNSPENT,
    answer: [
      [BOB, '54.00000000', '2'],
      [OLD, '50.00000000', '1'],
      [ALICE, '29.99850000', '2'],
      [EXCHANGE, '15.99900000', '1'],
      [MINER, '12.50000000', '4'],
      ...Array.from({ length: 5 }, () => ['ANY', '0.50000000', '1']),
    ],
  },
  {
    reads: PART,
    answer: [
      ['2026-11-19', '2', '10.00000000', '0.00100000', '3'],
      ['2026-11-20', '4', '34.00000000', '0.00100000', '4'],
      ['2026-11-21', '2', '20.00000000', '0.00050000', '3'],
    ],
  },
  {
    reads: PART,
    answer: [
      ['2026-11-19', '10.00000000', '0'],
      ['2026-11-20', '30.00000000', '4.00050000'],
      ['2026-11-21', '0', '20.00050000'],
    ],
  },
  {
    reads: PART,
    answer: [
      [ALICE, '20.00000000', '1'],
      [BOB, '4.00000000', '1'],
    ],
  },
  { reads: UNSPENT, answer: [[OLD, '50.00000000', '2019-01-04T12:00:00.000Z']] },
  {
    reads: UNSPENT,
    answer: [
      [2019, '2', '100.00000000'],
      [2026, '4008', '2062.49750000'],
    ],
  },
  {
    reads: PART,
    answer: [
      ['in', 0, ALICE, '50.00000000'],
      ['out', 0, EXCHANGE, '10.00000000'],
      ['out', 1, ALICE, '39.99900000'],
    ],
  },
  { reads: PART, answer: [['SPENT']] },
  {
    reads: PART,
    answer: [
      ['ANY', EXCHANGE, '30.00000000'],
      ['SPENT', BOB, '4.00000000'],
    ],
  },
  { reads: PART, answer: [45, 46, 47].map((height) => [String(height), '1', '0.00050000', 'ANY']) },
  { reads: PART, answer: [[1, 48, '2', 'ANY']] },
  {
    reads: PART,
    answer: holders(
      [1, 1250],
      [2, 1200],
      [3, 1200],
      [9, 900],
      [8, 800],
      [7, 700],
      [6, 600],
      [5, 500],
      [4, 400],
      [10, 100],
    ),
  },
  {
    reads: PART,
    answer: holders(
      [1, 1250],
      [2, 1200],
      [10, 1000],
      [9, 900],
      [8, 800],
      [7, 700],
      [6, 600],
      [5, 500],
      [4, 400],
      [3, 300],
    ),
  },
  {
    reads: PART,
    answer: [
      ['2026-11-19', '12', '7800.000000', '1', '12'],
      ['2026-11-20', '1', '1150.000000', '1', '1'],
      ['2026-11-21', '1', '1000.000000', '1', '1'],
      ['2026-11-22', '1', '900.000000', '1', '1'],
    ],
  },
  { reads: PART, answer: [['0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'USDC', '12']] },
  { reads: PART, answer: [['467', '3', '1', '92000', '0.003000000000000000']] },
  {
    reads: PART,
    answer: [
      [`0x${'00'.repeat(20)}`, 'USDC', '100.000000', '0'],
      [holder(2), 'coin', '0', '2.500000000000000000'],
      [holder(12), 'USDC', '1150.000000', '0'],
    ],
  },
  {
    reads: PART,
    answer: [1, 2].map((part) => [
      ...['2026-11-20T10:00:00.000Z', thor(1), '=:BTC.BTC:bc1q', 'BTC', 'bc1q', 'BTC.BTC'],
      ...[`0.000${part}0000`, `0${part}`.repeat(32)],
    ]),
  },
  {
    reads: 2_000,
    answer: [100, 99, 98, 97, 96].map((n) => [thor(n), expect.stringMatching(new RegExp(`^${n}\\.|^${n - 1}\\.9`))]),
  },
  {
    reads: PART,
    answer: ['2026-11-19', '2026-11-20'].flatMap((day) => [
      [day, 'fee', '0.48000000', '0'],
      [day, 'native', '0', '120.00000000'],
    ]),
  },
  {
    reads: PART,
    answer: [
      ['btc', '4', '34.00000000', '0.00100000', '4'],
      ['eth', '24', '2.500000000000000000', '0.003000000000000000', '4'],
      ['rune', '24', '130.00000000', '0.48000000', 'ANY'],
    ],
  },

  {
    reads: PART,
    answer: [
      ['2020-07-01T00:00:00.000Z', '50.00000000', null],
      ['2026-11-20', '39.99900000', '-10.00100000'],
      ['2026-11-21', '9.99850000', '-30.00050000'],
    ],
  },
  { reads: PART, answer: [[ALICE, '89.99900000', '2']] },
  {
    reads: PART,
    answer: [
      [0, 'PAID', false],
      [1, 'ANY', true],
    ],
  },
  {
    reads: PART,
    answer: [
      ['2026-11-20T09:00:00.000Z', '1', [427.4, 427.4, 427.4]],
      ['2026-11-20T18:00:00.000Z', '1', [438.6, 438.6, 438.6]],
    ],
  },
  {
    reads: PART,
    answer: [
      [holder(12), '1150.000000'],
      [`0x${'00'.repeat(20)}`, '100.000000'],
    ],
  },
  {
    reads: PART,
    answer: [
      ['2026-11-18', '0'],
      ['2026-11-19', '12'],
      ['2026-11-20', '12'],
    ],
  },
  { reads: PART, answer: [['2026-11-20T10:00:00.000Z', 'THOR.RUNE', 'BTC.BTC', 'swap', '2', '0.00030000']] },
];

async function rowsOf(query: string): Promise<unknown[][]> {
  const { rows } = await db.session.query<unknown[]>({ text: query, rowMode: 'array' });
  return JSON.parse(JSON.stringify(rows));
}

describe('the questions of analysts', () => {
  it('are thirty, about transactions that are there', () => {
    expect(DOCUMENT.match(/^### \d+\. /gm)).toHaveLength(QUESTIONS.length);
    expect(DOCUMENT).toContain(ids.paid);
    expect(DOCUMENT).toContain(DEPOSIT);
  });

  // As the role that only reads, in the db.session that has the answers.
  beforeAll(() => db.session.query('SET ROLE chaintrail_read'));
  afterAll(() => db.session.query('RESET ROLE'));

  it.each(QUESTIONS.map((question, n) => [n + 1, question] as const))('%i has its answer', async (number, question) => {
    const query = queryOf(number);
    const known: Readonly<Record<string, unknown>> = { PAID: ids.paid, SPENT: ids.spent, ANY: expect.any(String) };
    const answer = question.answer.map((row) => row.map((value) => known[String(value)] ?? value));
    const rows = await rowsOf(query);
    // Days are dates of a driver that makes times of them.
    const days = rows.map((row) =>
      row.map((value) => String(value).match(/^(2026-\d\d-\d\d)T00:00:00.000Z$/)?.[1] ?? value),
    );
    expect(days).toEqual(answer);
  });

  it.each(QUESTIONS.map(({ reads }, n) => [n + 1, reads] as const))(
    '%i reads no more than it says',
    async (number, reads) => {
      const section = DOCUMENT.split(/^### /m).find((part) => part.startsWith(`${number}. `))!;
      expect(section).toMatch(reads === UNSPENT ? /^Unspent outputs/m : /^Part[:,]/m);
      const plan = await explain(db.session, queryOf(number));
      expect(rowsRead(plan)).toBeLessThan(reads);
      // Once for functions, catalogs and ends of ranges; then for each row of the answer what it is made of.
      expect(pagesRead(plan)).toBeLessThan(600 + 120 * plan['Actual Rows']);
    },
  );
});

const buffersOf = async (query: string): Promise<number> => pagesRead(await explain(db.session, query));

describe('a balance at a moment', () => {
  it('is that after the last block until then: on days without blocks, before the first and after the last', async () => {
    const at = async (chain: string, address: string, moment: string) =>
      (await rowsOf(`SELECT ${chain}.balance_at('${address}', '${moment}')`))[0]![0];
    for (const [moment, balance] of [
      ['2009-01-01', '0.00000000'],
      ['2019-02-05 11:59:59', '0.00000000'],
      ['2019-02-05 12:00', '50.00000000'],
      ['2020-07-01', '50.00000000'],
      ['2026-11-20 12:00', '39.99900000'],
      ['2026-11-21', '9.99850000'],
      ['2030-01-01', '29.99850000'],
    ] as const)
      expect(await at('btc', ALICE, moment), moment).toBe(balance);
    expect(await at('btc', BOB, '2019-06-01')).toBe('50.00000000');
    const [had, has] = [await at('rune', thor(1), '2026-08-01 00:30'), await at('rune', thor(1), '2030-01-01')];
    const now = await rowsOf(`SELECT balance FROM rune.balances WHERE address_key = rune.address_key('${thor(1)}')`);
    expect([had, [[has]]]).toEqual(['1004.98000000', now]);
    expect(await at('rune', thor(1), '2026-07-31')).toBe(null);
    expect(await at('eth', holder(1), '2026-11-21')).toBe(null);
  });

  it('costs some probes, however long the history is', async () => {
    expect(await buffersOf(`SELECT btc.balance_at('${MINER}', '2026-11-20')`)).toBeLessThan(200);
  });
});

it('looks up who paid once for a transaction, whatever is asked of its outputs', async () => {
  const range = `tx_key BETWEEN btc.tx_key(20) AND btc.tx_key(30)`;
  const [[inputs]] = (await rowsOf(`SELECT count(*)::integer FROM btc.transaction_inputs WHERE ${range}`)) as [
    [number],
  ];
  const plain = await buffersOf(`SELECT count(to_key) FROM btc.transfers WHERE ${range}`);
  const change = `SELECT count(*) FILTER (WHERE is_change), count(from_key) FROM btc.transfers WHERE ${range}`;
  expect(await buffersOf(change)).toBeLessThan(4 * inputs + plain);
  expect(plain).toBeLessThan(inputs);
});

describe('conditions on at and height of views', () => {
  it.each(['transaction_outputs', 'transaction_inputs', 'transfers_text'])(
    'are ranges of the indexes for them: %s',
    async (view) => {
      for (const condition of [
        `at >= '2026-11-20' AND at < '2026-11-21'`,
        'height BETWEEN 45 AND 46',
        'height = 45',
        `at = '2026-11-20 09:00'`,
      ]) {
        const query = `SELECT * FROM btc.${view} WHERE ${condition}`;
        expect(await rowsOf(query), query).not.toEqual([]);
        expect(rowsRead(await explain(db.session, query)), query).toBeLessThan(PART);
      }
    },
  );
});

describe('texts of the same meaning', () => {
  it('are the same in every view and table: they can be joined', async () => {
    // Output of a chain's address_text, and columns with texts of addresses.
    const { rows } = await db.session.query<{ place: string; column: string; key: string }>(
      `SELECT format('%I.%I', t.table_schema, t.table_name) AS place, t.column_name AS column, k.column_name AS key
       FROM information_schema.columns t JOIN information_schema.columns k USING (table_schema, table_name)
       WHERE t.table_schema IN ('btc', 'eth', 'rune') AND t.data_type = 'text' AND k.data_type = 'bytea'
         AND (t.column_name, k.column_name) IN (('address', 'address_key'), ('from_address', 'from_key'), ('to_address', 'to_key'),
           ('token', 'asset'), ('address', 'asset'), ('txid', 'txid'))
         AND NOT (t.table_name = 'holders' AND k.column_name = 'asset')`,
    );
    expect(rows.length).toBeGreaterThan(15);
    for (const { place, column, key } of rows) {
      const chain = place.split('.')[0];
      const wrong = `SELECT ${column}, ${key} FROM (SELECT * FROM ${place} LIMIT 3000) t WHERE ${column} <> ${chain}.address_text(${key}) LIMIT 1`;
      expect(await rowsOf(wrong), place).toEqual([]);
    }
    // Ids, by the entry whose place is beside them.
    const ids = await db.session.query<{ place: string; column: string; key: string }>(
      `SELECT format('%I.%I', t.table_schema, t.table_name) AS place, t.column_name AS column, k.column_name AS key
       FROM information_schema.columns t JOIN information_schema.columns k USING (table_schema, table_name)
       WHERE t.table_schema IN ('btc', 'eth', 'rune') AND t.data_type = 'text'
         AND (t.column_name, k.column_name) IN (('txid', 'tx_key'), ('prev_txid', 'prev_tx_key'), ('in_txid', 'in_tx_key'))`,
    );
    expect(ids.rows.length).toBeGreaterThan(8);
    for (const { place, column, key } of ids.rows) {
      const chain = place.split('.')[0];
      const wrong = `SELECT v.${column} FROM (SELECT ${column}, ${key} FROM ${place} WHERE ${key} IS NOT NULL LIMIT 3000) v
        LEFT JOIN ${chain}.transactions t ON t.tx_key = v.${key} WHERE v.${column} IS DISTINCT FROM ${chain}.txid_text(t.txid) LIMIT 1`;
      expect(await rowsOf(wrong), `${place} ${column}`).toEqual([]);
    }
    // Denominations: of what moved, of who holds it, and of histories.
    const held = `SELECT count(DISTINCT f.denom)::integer, count(b.asset) > 0 FROM rune.transfers_text f
      LEFT JOIN rune.token_balances b ON b.asset = f.denom AND b.address_key = f.to_key WHERE f.denom <> 'rune'`;
    expect(await rowsOf(held)).toEqual([[1, true]]);
    const joined = `SELECT count(*)::integer FROM eth.transfers_text f JOIN eth.tokens k ON k.address = f.token WHERE k.symbol = 'USDC'`;
    expect(await rowsOf(joined)).toEqual([[15]]);
    expect(await rowsOf(`SELECT DISTINCT asset, kind FROM rune.swaps WHERE asset = upper(asset)`)).toEqual([
      ['BTC.BTC', 'swap'],
    ]);
  });
});

it('says where it does not know what the genesis gave, and has it where it does', async () => {
  const said = `SELECT obj_description('eth.transfers'::regclass), obj_description('eth.transfers_text'::regclass)`;
  for (const text of (await rowsOf(said))[0]!) expect(text).toMatch(/what the genesis block gave|genesis block gave:/);
  expect(await rowsOf(`SELECT DISTINCT kind::text FROM eth.transfers WHERE from_key IS NULL`)).toEqual([]);
  const had = `SELECT kind, amount::text FROM rune.transfers_text WHERE to_address = '${thor(1)}' AND denom = 'rune' ORDER BY tx_key, idx LIMIT 1`;
  expect(await rowsOf(had)).toEqual([['genesis', '1000.00000000']]);
});

describe('what one types first', () => {
  it('is refused where it cannot be meant', async () => {
    for (const [query, message] of [
      [`SELECT btc.tx_key('${'00'.repeat(32)}')`, /no confirmed transaction of Bitcoin mainnet has the id 00/],
      [
        `SELECT * FROM btc.transaction_outputs WHERE tx_key = btc.tx_key('1234')`,
        /4 characters; expected a transaction id/,
      ],
      [
        `SELECT * FROM btc.balances WHERE address_key = btc.address_key('${EXCHANGE.slice(0, -1)}p')`,
        /expected an address of Bitcoin/,
      ],
      [`SELECT btc.txid_text('\\x00')`, /32 bytes/],
      [`SELECT * FROM btc.transactions WHERE txid = '${ids.paid}'::text`, /operator does not exist/],
      [`SELECT * FROM btc.address_history WHERE tx_key = btc.txid('${ids.paid}')`, /operator does not exist/],
    ] as const) {
      await expect(db.session.query(query), query).rejects.toThrow(message);
    }
  });

  it('finds the same in any form of an id or address, and by height', async () => {
    const all = [
      `tx_key = btc.tx_key('0x${ids.paid.toUpperCase()}')`,
      `tx_key = (SELECT tx_key FROM btc.transactions WHERE txid = btc.txid('${ids.paid}'))`,
      `txid = '${ids.paid}'`,
      'height = 44 AND vout >= 0 AND tx_key & 1048575 > 0',
      'tx_key > btc.tx_key(44) AND tx_key < btc.tx_key(45)',
      `at = '2026-11-19 10:00' AND tx_key & 1048575 > 0`,
    ];
    const found = all.map((condition) =>
      rowsOf(`SELECT address FROM btc.transaction_outputs WHERE ${condition} ORDER BY vout`),
    );
    for (const rows of await Promise.all(found)) expect(rows).toEqual([[EXCHANGE], [ALICE]]);
    for (const address of [ALICE, ALICE.toUpperCase()]) {
      expect(
        await rowsOf(`SELECT balance FROM btc.balances WHERE address_key = btc.address_key('${address}')`),
      ).toEqual([['29.99850000']]);
    }
    const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    for (const text of [token.toLowerCase(), token.slice(2).toUpperCase()]) {
      expect(
        await rowsOf(`SELECT count(*)::integer FROM eth.transfers_text WHERE asset = eth.address_key('${text}')`),
      ).toEqual([[15]]);
    }
  });

  it('of balances is not told where they are not known: without the beginning, and during the first sync', async () => {
    for (const change of [
      'UPDATE btc.sync_state SET history_from = 5',
      `INSERT INTO btc.first_sync (stage) VALUES ('sort')`,
    ]) {
      await db.session.query('BEGIN');
      await db.session.query(change);
      const known = 'SELECT count(*)::integer, count(balance)::integer AS known FROM btc.balances';
      expect((await db.session.query(known)).rows).toEqual([{ count: expect.any(Number), known: 0 }]);
      await db.session.query('ROLLBACK');
    }
  });

  it('of who spends an output is told, for outputs that are spent', async () => {
    expect(await rowsOf(`SELECT btc.spent_by('${ids.spent}', 0)`)).toEqual([[null]]);
    const { rows } = await db.session.query(
      `SELECT count(*)::integer AS count FROM btc.transaction_inputs i WHERE i.tx_key >= btc.tx_key(40)
         AND btc.spent_by(i.prev_txid, i.prev_vout) IS DISTINCT FROM i.txid`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });
});

/** Views of a Cosmos chain, against the parts that the blocks were made of. */
import { formatAddress } from '@chaintrail/chains';
import { describe, expect, it } from 'vitest';
import { openCosmosLedger } from '../src/write/cosmos/cosmos-ledger.js';
import {
  accountOf,
  BlockMaker,
  entry,
  FIRST_HEIGHT,
  type MadeBlock,
  place,
  placed,
  prepared,
} from './support/cosmos-blocks.js';
import { holdingsOf } from './support/cosmos-truth.js';
import { copiedDatabase } from './support/opened-databases.js';

const ASGARD = accountOf(100);

const db = copiedDatabase(async () => undefined);

async function store(blocks: readonly MadeBlock[]): Promise<void> {
  const ledger = await openCosmosLedger(db.session, place, FIRST_HEIGHT);
  await ledger.replaceAfter(null, null, blocks);
}

async function rowsOf(query: string): Promise<unknown[][]> {
  return (await db.session.query<unknown[]>({ text: query, rowMode: 'array' })).rows;
}

const HELD = `SELECT address || ' ' || asset, trim_scale(balance / denom_unit(asset))::text FROM (
  SELECT address, 'rune' AS asset, balance FROM balances UNION ALL SELECT address, asset, balance FROM token_balances) b`;

describe('views of a Cosmos chain', () => {
  it('tell what everybody has, and had after each entry, where it is known what was there before', async () => {
    const blocks = new BlockMaker(17).blocks(40);
    await store(blocks);
    await db.session.query('SET search_path = rune');
    const held = (await rowsOf(`${HELD} WHERE balance <> 0`)) as [string, string][];
    const expected = [...holdingsOf(place, blocks.map(placed))].map(([name, amount]) => [name, `${amount}`] as const);
    expect(new Map(held)).toEqual(new Map(expected));
    const last = `SELECT DISTINCT ON (address) address, balance, txid FROM address_history ORDER BY address, seq DESC`;
    expect(await rowsOf(`SELECT count(*)::integer FROM (${last}) l JOIN balances b USING (address, balance)`)).toEqual([
      [12],
    ]);
    expect(await rowsOf(`SELECT source, unknown_denoms FROM opening`)).toEqual([[null, []]]);
    expect(await rowsOf(`SELECT txid FROM address_history WHERE seq = 1 LIMIT 1`)).toEqual([
      [`block:${FIRST_HEIGHT}:opening`],
    ]);
  });

  it('tell no balance where that is not known, of all denominations or of one, and none during a first sync', async () => {
    await store(new BlockMaker(17, false).blocks(40));
    await db.session.query('SET search_path = rune');
    const known = `SELECT count(*) > 20, count(balance)::integer FROM (${HELD.replace('/ denom_unit(asset)', '')}) h(name, balance)`;
    expect(await rowsOf(known)).toEqual([[true, 0]]);
    expect(await rowsOf('SELECT count(balance)::integer FROM address_history')).toEqual([[0]]);
    const txid = `convert_to('block:${FIRST_HEIGHT}:opening', 'UTF8')`;
    await db.session.query(`UPDATE transactions SET txid = ${txid}, messages = '[{"source": "genesis", "unknownDenoms": ["tcy"]}]'
      WHERE tx_key = ${FIRST_HEIGHT}::bigint << 20`);
    expect(await rowsOf(`SELECT DISTINCT asset FROM token_balances WHERE balance IS NULL`)).toEqual([['tcy']]);
    expect(await rowsOf('SELECT count(*) = count(balance) FROM balances')).toEqual([[true]]);
    await db.session.query(`INSERT INTO first_sync (stage) VALUES ('sort')`);
    expect(await rowsOf('SELECT * FROM balances')).toEqual([]);
  });

  it('lead from a deposit to what was paid for it', async () => {
    const [sender, receiver] = [accountOf(1), accountOf(2)];
    const deposit = Buffer.alloc(32, 0xab);
    const entries = [
      entry('transaction', deposit, {
        ...{ index: 0, from: sender, memo: '=:BTC.BTC:bc1q' },
        messages: [{ type: '/types.MsgDeposit', coins: [{ asset: 'THOR.RUNE', amount: '200000000' }] }],
      }),
      entry('end', Buffer.from(`block:${FIRST_HEIGHT}:end:0`), {
        inTxid: deposit,
        transfers: [
          { kind: 'native', from: ASGARD, to: receiver, denom: null, amount: 150_000_000n },
          { kind: 'token', from: ASGARD, to: receiver, denom: 'eth-usdc-0xa0', amount: 7n },
          { kind: 'token', from: ASGARD, to: receiver, denom: 'x/other', amount: 7n },
        ],
        payouts: [
          {
            inTxid: deposit,
            txid: null,
            chain: 'THOR',
            to: 'thor1',
            asset: 'THOR.RUNE',
            amount: 150_000_000n,
            memo: 'OUT',
          },
          {
            inTxid: deposit,
            txid: Buffer.alloc(32, 1),
            chain: 'BTC',
            to: 'bc1q',
            asset: 'BTC.BTC',
            amount: 1n,
            memo: null,
          },
          { inTxid: Buffer.alloc(20, 2), txid: null, chain: 'ETH', to: '0x', asset: 'ETH.ETH', amount: 5n, memo: null },
        ],
      }),
    ];
    // Coins from elsewhere, swapped in two parts, through RUNE: the rest was given back.
    const elsewhere = (amount: bigint, asset: string, n: number, log: string | null = null) =>
      entry('end', Buffer.from(`block:${FIRST_HEIGHT}:end:${n}`), {
        ...{ inTxid: Buffer.alloc(20, 2), log, input: { asset, amount, memo: '=:ETH.ETH:0x' } },
      });
    // Another one was given back by the transaction that observed it, which tells of the first one's payout as well.
    const refused = Buffer.alloc(20, 3);
    const back = { txid: null, chain: 'BTC', to: 'bc1q', asset: 'BTC.BTC', memo: 'REFUND:03' };
    entries.push(
      entry('transaction', Buffer.alloc(32, 4), {
        ...{ index: 1, log: 'bad memo', inTxid: refused, input: { asset: 'BTC.BTC', amount: 8n, memo: 'BAD' } },
        payouts: [{ ...back, inTxid: Buffer.alloc(20, 2), to: '0x2', amount: 2n, memo: 'OUT:02' }],
      }),
      entry('transaction', Buffer.alloc(32, 5), { index: 2, payouts: [{ ...back, inTxid: refused, amount: 6n }] }),
    );
    entries.push(elsewhere(400n, 'btc.btc', 1), elsewhere(9n, 'THOR.RUNE', 2), elsewhere(100n, 'btc.btc', 3, 'late'));
    await store([prepared(FIRST_HEIGHT, { time: 1_700_000_000, size: 1, txCount: 1, entries })]);
    await db.session.query('SET search_path = rune');
    const text = (key: Buffer) => formatAddress(place.network, key);
    expect(
      await rowsOf(`SELECT in_txid, from_address, memo, out_txid, asset, amount::text FROM swaps
        WHERE in_tx_key = rune.tx_key('${'AB'.repeat(32)}') ORDER BY amount DESC`),
    ).toEqual([
      ['AB'.repeat(32), text(sender), '=:BTC.BTC:bc1q', `block:${FIRST_HEIGHT}:end:0`, 'THOR.RUNE', '1.50000000'],
      ['AB'.repeat(32), text(sender), '=:BTC.BTC:bc1q', '01'.repeat(32), 'BTC.BTC', '0.00000001'],
    ]);
    // One that came from elsewhere.
    const came = 'in_txid, in_tx_key, amount::text, memo, in_asset, in_amount::text, kind, refund_reason';
    expect(await rowsOf(`SELECT ${came} FROM swaps WHERE to_chain = 'ETH'`)).toEqual([
      ['02'.repeat(20), null, '0.00000005', '=:ETH.ETH:0x', 'BTC.BTC', '0.00000500', 'swap', null],
    ]);
    expect(await rowsOf(`SELECT ${came} FROM swaps WHERE in_tx_key IS NULL AND to_chain = 'BTC' ORDER BY 1`)).toEqual([
      ['02'.repeat(20), null, '0.00000002', '=:ETH.ETH:0x', 'BTC.BTC', '0.00000500', 'swap', null],
      ['03'.repeat(20), null, '0.00000006', 'BAD', 'BTC.BTC', '0.00000008', 'refund', 'bad memo'],
    ]);
    // Deposits on this chain are in their own messages.
    expect(
      await rowsOf(`SELECT DISTINCT in_asset, in_amount::text, kind FROM swaps WHERE in_tx_key IS NOT NULL`),
    ).toEqual([['THOR.RUNE', '2.00000000', 'swap']]);
    expect(
      await rowsOf(
        'SELECT txid, from_address, to_address, amount::text, denom, symbol FROM transfers_text ORDER BY idx',
      ),
    ).toEqual(
      [
        ['1.50000000', 'rune', 'RUNE'],
        ['0.00000007', 'eth-usdc-0xa0', 'USDC'],
        ['7', 'x/other', null],
      ].map((rest) => [`block:${FIRST_HEIGHT}:end:0`, text(ASGARD), text(receiver), ...rest]),
    );
    const day = `SELECT blocks::integer, transactions::integer, volume::text, fees::text, active_addresses::integer, token_transfers::integer FROM daily`;
    expect(await rowsOf(`${day} WHERE day = '2023-11-14'`)).toEqual([[1, 1, '1.50000000', '0.06000000', 3, 2]]);
  });

  it.each([
    ['rune', '0.00000001', 'RUNE'],
    ['tcy', '0.00000001', 'TCY'],
    ['btc-btc', '0.00000001', 'BTC'],
    ['btc/btc', '0.00000001', 'BTC'],
    ['thor.btc', '0.00000001', 'BTC'],
    ['eth/usdc-0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '0.00000001', 'USDC'],
    ['x/ruji', '0.00000001', 'RUJI'],
    ['x/other', '1', null],
    ['other', '1', null],
  ])('know %s', async (denom, unit, symbol) => {
    await openCosmosLedger(db.session, place, FIRST_HEIGHT);
    expect(await rowsOf(`SELECT rune.denom_unit('${denom}')::text, rune.denom_symbol('${denom}')`)).toEqual([
      [unit, symbol],
    ]);
  });

  it('read what is asked for by indexes', async () => {
    const blocks = new BlockMaker(5).blocks(300);
    await store(blocks);
    await db.session.query(`ANALYZE; SET enable_seqscan = off; SET search_path = rune`);
    const key = `address_key('${formatAddress(place.network, accountOf(3))}')`;
    for (const query of [
      `SELECT balance FROM balances WHERE address_key = ${key}`,
      `SELECT balance FROM token_balances WHERE asset = 'tcy'`,
      `SELECT balance FROM token_balances WHERE address_key = ${key} AND asset = 'tcy'`,
      `SELECT asset, amount FROM swaps WHERE in_tx_key = ${FIRST_HEIGHT + 9}::bigint << 20`,
      `SELECT amount FROM transfers_text WHERE tx_key = ${FIRST_HEIGHT + 9}::bigint << 20`,
    ]) {
      const plan = (await rowsOf(`EXPLAIN ${query}`)).join('\n');
      expect(plan, query).toMatch(/Index/);
      expect(plan.replaceAll(/Seq Scan on (sync_state|first_sync)/g, ''), query).not.toContain('Seq Scan');
    }
  });
});

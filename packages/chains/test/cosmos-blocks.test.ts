/** Decoding of Cosmos blocks, case by case. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatCosmosAddress, moduleKey } from '../src/cosmos/cosmos-address.js';
import type { CosmosEntry, CosmosOpening, CosmosTransfer } from '../src/cosmos/cosmos-block.js';
import { decodeCosmosBlock } from '../src/cosmos/decode-cosmos-block.js';
import { cacao } from '../src/params/cacao.js';
import { rune } from '../src/params/rune.js';
import { answersOf, cosmosPlace, eventOf, type GoldenEvent } from './support/cosmos-answers.js';

const RUNE = cosmosPlace(rune, 'mocknet');
const CACAO = cosmosPlace(cacao, 'mocknet');
const HEIGHT = 5;

const key = (n: number) => Buffer.alloc(20, n);
const address = (n: number | string, place = RUNE) =>
  formatCosmosAddress(place.network, typeof n === 'string' ? moduleKey(n) : key(n));
const spent = (n: number | string, amount: string, more = {}): GoldenEvent => ({
  ...{ type: 'coin_spent', spender: address(n), amount },
  ...more,
});
const received = (n: number | string, amount: string, more = {}): GoldenEvent => ({
  ...{ type: 'coin_received', receiver: address(n), amount },
  ...more,
});
const sent = (from: number | string, to: number | string, amount: string, more = {}) => [
  spent(from, amount, more),
  received(to, amount, more),
  { type: 'transfer', sender: address(from), recipient: address(to), amount, ...more },
];
const coinbase = (minter: string, amount: string): GoldenEvent => ({
  type: 'coinbase',
  minter: address(minter),
  amount,
});
const burn = (burner: string, amount: string): GoldenEvent => ({ type: 'burn', burner: address(burner), amount });
const txid = (n: number) => String(n).padStart(64, 'A');
const named = (type: string, name: string, n: number, more = {}): GoldenEvent => ({ type, [name]: txid(n), ...more });

interface Events {
  readonly begin?: readonly GoldenEvent[];
  /** Events of one transaction, of no bytes. */
  readonly transaction?: readonly GoldenEvent[];
  readonly end?: readonly GoldenEvent[];
}

function entriesOf({ begin = [], transaction, end = [] }: Events, place = RUNE): readonly CosmosEntry[] {
  const inMode = (events: readonly GoldenEvent[], mode: string) => events.map((event) => ({ ...event, mode }));
  const finalize = [...inMode(begin, 'BeginBlock'), ...inMode(end, 'EndBlock')];
  const { ref, answers } = answersOf({
    height: HEIGHT,
    transactions: transaction === undefined ? [] : [Buffer.from('no transaction')],
    results: {
      txs_results: transaction && [
        { code: 0, events: [...transaction, { type: 'message' }].map((event) => eventOf(event, false)) },
      ],
      finalize_block_events: finalize.map((event) => eventOf(event, false)),
    },
  });
  return decodeCosmosBlock(place, ref, answers).entries;
}

/** `kind from>to amount denom`, addresses by the number that they consist of. */
function shown(transfers: readonly CosmosTransfer[] | undefined, place = RUNE): string[] {
  const name = (one: Buffer | null) => {
    if (one === null) return '-';
    return place.chain.modules.find((module) => moduleKey(module).equals(one)) ?? String(one[0]);
  };
  return (transfers ?? []).map(({ kind, from, to, denom, amount }) => {
    return `${kind} ${name(from)}>${name(to)} ${amount}${denom === null ? '' : ` ${denom}`}`;
  });
}

const ofTransaction = (...events: readonly GoldenEvent[]) =>
  shown(entriesOf({ transaction: events }).find(({ kind }) => kind === 'transaction')?.transfers);

describe('transfers', () => {
  it('pairs what is received with what was spent before it', () => {
    expect(ofTransaction(...sent(1, 2, '5rune'), ...sent(2, 3, '4rune'))).toEqual(['native 1>2 5', 'native 2>3 4']);
  });

  it('has coins of several denominations, whatever they are called', () => {
    const coins = '123rune,5btc/btc,7btc-btc,8thor.btc,9x/ruji,10eth/usdc-0xa0b8,11gaia~atom';
    expect(ofTransaction(...sent(1, 2, coins))).toEqual([
      'native 1>2 123',
      ...['5 btc/btc', '7 btc-btc', '8 thor.btc', '9 x/ruji', '10 eth/usdc-0xa0b8', '11 gaia~atom'].map(
        (coin) => `token 1>2 ${coin}`,
      ),
    ]);
  });

  it('keeps every digit', () => {
    expect(ofTransaction(...sent(1, 2, `${2n ** 200n}rune`))).toEqual([`native 1>2 ${2n ** 200n}`]);
  });

  it('moves nothing for empty amounts and for zeros', () => {
    expect(ofTransaction(...sent(1, 2, ''), ...sent(1, 2, '0rune'), ...sent(1, 2, '0rune,3tcy'))).toEqual([
      'token 1>2 3 tcy',
    ]);
  });

  it('splits one that many share, the first of many first', () => {
    const many = [
      spent(1, '5rune'),
      spent(2, '5rune'),
      received(3, '3rune'),
      received(4, '4rune'),
      received(5, '3rune'),
    ];
    expect(ofTransaction(...many)).toEqual(['native 1>3 3', 'native 1>4 2', 'native 2>4 2', 'native 2>5 3']);
  });

  it('pairs within a denomination only', () => {
    const crossed = [spent(1, '5rune'), spent(2, '6tcy'), received(3, '6tcy'), received(4, '5rune')];
    expect(ofTransaction(...crossed)).toEqual(['token 2>3 6 tcy', 'native 1>4 5']);
  });

  it('knows mints and burns by what the bank module says of them', () => {
    // Somebody's coins are on their way while others come into being, and cease to be.
    expect(
      ofTransaction(
        spent(1, '7rune'),
        ...[received('thorchain', '7rune'), coinbase('thorchain', '7rune')],
        received(2, '7rune'),
        ...[spent('thorchain', '7rune'), burn('thorchain', '7rune')],
      ),
    ).toEqual(['mint ->thorchain 7', 'native 1>2 7', 'burn thorchain>- 7']);
    // The one that came last is the one that was minted.
    const minted = [received('thorchain', '7rune'), coinbase('thorchain', '7rune')];
    expect(ofTransaction(...sent(1, 'thorchain', '7rune'), ...minted)).toEqual([
      'native 1>thorchain 7',
      'mint ->thorchain 7',
    ]);
  });

  it('calls mint what nobody spent, and burn what nobody received', () => {
    expect(ofTransaction(received(1, '5tcy'), spent(2, '6rune'))).toEqual(['mint ->1 5 tcy', 'burn 2>- 6']);
  });

  it('takes no notice of events of other modules that are called burn and mint', () => {
    const others = [
      { type: 'burn', burn_from_address: address(1), amount: '5rune' },
      { type: 'coinbase', minter: 'somebody', amount: '5rune' },
      { type: 'burn', burner: address(1), amount: 'nonsense' },
    ];
    expect(ofTransaction(spent(1, '5rune'), ...others, received(2, '5rune'))).toEqual(['native 1>2 5']);
  });
});

describe('fees', () => {
  const later = { msg_index: '0' };

  it('of THORChain are paid in the ante step, to the reserve', () => {
    expect(ofTransaction(...sent(1, 'reserve', '2rune'), ...sent(1, 'asgard', '9rune', later))).toEqual([
      'fee 1>reserve 2',
      'native 1>asgard 9',
    ]);
    expect(ofTransaction(...sent(1, 'reserve', '9rune', later))).toEqual(['native 1>reserve 9']);
    expect(ofTransaction(...sent(1, 'fee_collector', '2rune'))).toEqual(['fee 1>fee_collector 2']);
  });

  it('that validators pay from their bond are no fee of theirs', () => {
    expect(ofTransaction(...sent('bond', 'reserve', '2rune', later))).toEqual(['native bond>reserve 2']);
    expect(ofTransaction(...sent('bond', 'reserve', '2rune'))).toEqual(['native bond>reserve 2']);
  });

  it('are paid once, where events do not tell what belongs to the ante step', () => {
    expect(ofTransaction(...sent(1, 'reserve', '2rune'), ...sent(1, 'reserve', '7rune'))).toEqual([
      'fee 1>reserve 2',
      'native 1>reserve 7',
    ]);
  });

  it('of MAYAChain are shared with its fund', () => {
    const at = (n: number | string) => address(n, CACAO);
    const move = (from: number, to: number | string, amount: string): GoldenEvent[] => [
      { type: 'coin_spent', spender: at(from), amount },
      { type: 'coin_received', receiver: at(to), amount },
    ];
    const events = [
      ...move(1, 'reserve', '18cacao'),
      ...move(1, 'maya_fund', '2cacao'),
      ...move(1, 'maya_fund', '9cacao'),
    ];
    const [entry] = entriesOf({ transaction: events }, CACAO);
    expect(shown(entry?.transfers, CACAO)).toEqual(['fee 1>reserve 18', 'fee 1>maya_fund 2', 'native 1>maya_fund 9']);
    expect(entry?.fee).toBe(20n);
  });

  it('are what is declared elsewhere, in whatever coins', () => {
    const hub = { ...RUNE, chain: { ...rune, feeRule: 'declared' as const } };
    const [entry] = entriesOf(
      { transaction: [...sent(1, 'fee_collector', '3rune,4tcy'), ...sent(1, 2, '5rune')] },
      hub,
    );
    expect(shown(entry?.transfers)).toEqual(['fee 1>fee_collector 3', 'fee 1>fee_collector 4 tcy', 'native 1>2 5']);
    expect(entry?.fee).toBe(3n);
  });
});

describe('entries', () => {
  it('are in the order of the ledger, those without movements left out', () => {
    const entries = entriesOf({ begin: sent(1, 2, '1rune'), transaction: [], end: sent(2, 3, '1rune') });
    expect(
      entries.map(({ kind, txid: id, index }) => [kind, kind === 'transaction' ? '' : id.toString(), index]),
    ).toEqual([
      ['begin', 'block:5:begin', null],
      ['transaction', '', 0],
      ['end', 'block:5:end:0', null],
    ]);
    expect(
      entriesOf({ begin: [{ type: 'pool', pool: 'BTC.BTC' }], end: [{ type: 'rewards', bond_reward: '0' }] }),
    ).toEqual([]);
  });

  it('of EndBlock belong to the transaction that the next event names', () => {
    const entries = entriesOf({
      end: [
        ...[...sent(1, 2, '1rune'), named('swap', 'id', 1)],
        ...[
          ...sent(1, 3, '2rune'),
          named('fee', 'tx_id', 2),
          ...sent(1, 3, '3rune'),
          named('outbound', 'in_tx_id', 2, { id: txid(9) }),
        ],
        ...[
          ...sent(1, 4, '4rune'),
          { type: 'mint_burn', denom: 'rune' },
          ...sent(1, 4, '5rune'),
          named('refund', 'id', 3),
        ],
        // A contract's events prove nothing.
        ...[...sent(1, 5, '6rune'), named('wasm-swap', 'tx_id', 9), named('scheduled_outbound', 'in_hash', 1)],
        ...[...sent(6, 7, '7rune'), { type: 'rewards', bond_reward: '7' }],
        ...[...sent(6, 7, '8rune'), { type: 'add_liquidity', THOR_txid: '0'.repeat(64), BTC_txid: txid(4) }],
        ...sent(6, 7, '9rune'),
      ],
    });
    expect(entries.map(({ inTxid, transfers }) => [inTxid?.toString('hex').toUpperCase(), shown(transfers)])).toEqual([
      [txid(1), ['native 1>2 1', 'native 1>5 6']],
      [txid(2), ['native 1>3 2', 'native 1>3 3']],
      [txid(3), ['native 1>4 4', 'native 1>4 5']],
      [undefined, ['native 6>7 7', 'native 6>7 9']],
      [txid(4), ['native 6>7 8']],
    ]);
  });

  it('of one transaction are two where its coins came from what lies between them', () => {
    const entries = entriesOf({
      end: [
        ...[...sent(1, 2, '1rune'), named('swap', 'id', 1)],
        ...[...sent(3, 4, '5rune'), named('swap', 'id', 2)],
        // Without the five of before, 4 has nothing.
        ...[...sent(4, 1, '5rune'), named('outbound', 'in_tx_id', 1)],
      ],
    });
    expect(entries.map(({ inTxid }) => inTxid?.toString('hex').toUpperCase())).toEqual([txid(1), txid(2), txid(1)]);
    // So, too, where a later part of what lies between them brought the coins.
    const joined = entriesOf({
      end: [
        ...[...sent(1, 2, '1rune'), named('swap', 'id', 1), ...sent(3, 4, '5rune'), named('swap', 'id', 2)],
        ...[...sent(5, 6, '7rune'), named('outbound', 'in_tx_id', 2)],
        ...[...sent(6, 1, '7rune'), named('outbound', 'in_tx_id', 1)],
      ],
    });
    expect(joined.map(({ transfers }) => shown(transfers))).toEqual([
      ['native 1>2 1'],
      ['native 3>4 5', 'native 5>6 7'],
      ['native 6>1 7'],
    ]);
  });

  it('tell of payouts on other chains, in whatever transaction they were observed', () => {
    const event = {
      chain: 'BTC',
      to: 'bc1qsomebody',
      coin: '5 BTC.BTC, 6 BTC.OTHER',
      memo: `OUT:${txid(1)}`,
      id: txid(2),
    };
    const [entry] = entriesOf({ transaction: [named('outbound', 'in_tx_id', 1, event)] });
    const common = {
      inTxid: Buffer.from(txid(1), 'hex'),
      txid: Buffer.from(txid(2), 'hex'),
      chain: 'BTC',
      to: 'bc1qsomebody',
    };
    expect(entry?.payouts).toEqual([
      { ...common, asset: 'BTC.BTC', amount: 5n, memo: event.memo },
      { ...common, asset: 'BTC.OTHER', amount: 6n, memo: event.memo },
    ]);
  });

  it('answer one message of a transaction by the transaction', () => {
    const [entry] = entriesOf({ end: [...sent(1, 2, '1rune'), { type: 'refund', id: `${txid(1)}-3` }] });
    expect(entry?.inTxid?.toString('hex').toUpperCase()).toBe(txid(1));
  });

  it('tell what was swapped and given back, with what was asked for, whatever chain it came from', () => {
    const memo = '=:ETH.ETH:0xab::aff:50';
    const swap = (n: number, coin: string, asked = memo) => named('swap', 'id', n, { chain: 'BTC', coin, memo: asked });
    const entries = entriesOf({
      end: [
        // Through RUNE: two events. A part for an affiliate, and what was left over, are more of the same coins.
        ...[swap(1, '90 BTC.BTC'), swap(1, '7000 THOR.RUNE'), swap(1, '4 BTC.BTC', '=:THOR.RUNE:thor1')],
        named('refund', 'id', 1, { coin: '6 BTC.BTC', memo, reason: 'no more' }),
        named('refund', 'id', 2, { coin: `${2n ** 70n} ETH.USDC-0XA0`, memo: '', reason: 'memo is empty' }),
        ...[...sent(1, 2, '1rune'), named('swap', 'id', 3, { coin: 'nothing', memo })],
        ...[...sent(1, 2, '1rune'), named('fee', 'tx_id', 4, { coin: '5 BTC.BTC' })],
      ],
    });
    expect(entries.map(({ inTxid, input }) => [inTxid?.toString('hex').toUpperCase(), input])).toEqual([
      [txid(1), { asset: 'BTC.BTC', amount: 100n, memo }],
      [txid(2), { asset: 'ETH.USDC-0XA0', amount: 2n ** 70n, memo: null }],
      [txid(3), null],
      [txid(4), null],
    ]);
  });

  it('tell which deposit on another chain a transaction gives back, and none of its own', () => {
    const refund = named('refund', 'id', 1, { coin: '7 BTC.BTC', memo: 'BAD', reason: 'invalid tx type: BAD' });
    const [entry] = entriesOf({ transaction: [refund] });
    expect([entry?.inTxid?.toString('hex').toUpperCase(), entry?.input, entry?.log]).toEqual([
      txid(1),
      { asset: 'BTC.BTC', amount: 7n, memo: 'BAD' },
      'invalid tx type: BAD',
    ]);
    const id = createHash('sha256').update('no transaction').digest('hex');
    const [own] = entriesOf({ transaction: [{ ...refund, id }] });
    expect([own?.inTxid, own?.input, own?.log]).toEqual([null, null, 'invalid tx type: BAD']);
    const { ref, answers } = answersOf({
      height: HEIGHT,
      transactions: [Buffer.from('x')],
      results: { txs_results: [{ code: 99, log: 'failed', events: [eventOf(refund, false)] }] },
    });
    const [failed] = decodeCosmosBlock(RUNE, ref, answers).entries;
    expect([failed?.inTxid, failed?.input, failed?.log]).toEqual([null, null, 'failed']);
  });

  it('tell of no payout between the halves of a swap, which pays nobody', () => {
    const half = named('outbound', 'in_tx_id', 1, {
      chain: 'MAYA',
      to: 'bcrt1qvault',
      coin: '5 MAYA.CACAO',
      id: '0'.repeat(64),
    });
    expect(entriesOf({ end: [half] })).toEqual([]);
  });

  it('begin with what everybody had, in the first indexed block', () => {
    const opening: CosmosOpening = {
      source: 'genesis',
      unknownDenoms: ['maya.mimir'],
      balances: [
        [
          address(1),
          [
            ['rune', '9007199254740993'],
            ['btc/btc', '2'],
          ],
        ],
        [address(2), [['rune', '0']]],
      ],
    };
    const { ref, answers } = answersOf({ height: HEIGHT, results: {} });
    const [entry, ...others] = decodeCosmosBlock(RUNE, ref, { ...answers, opening }).entries;
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      kind: 'opening',
      txid: Buffer.from('block:5:opening'),
      messages: [{ type: 'opening', source: 'genesis', unknownDenoms: ['maya.mimir'] }],
    });
    expect(shown(entry?.transfers)).toEqual(['genesis ->1 9007199254740993', 'genesis ->1 2 btc/btc']);
  });

  it('begin with the same entry, in whatever order a node tells of it', () => {
    const { ref, answers } = answersOf({ height: HEIGHT, results: {} });
    const coins = [['tcy', '3'] as const, ['rune', '1'] as const, ['btc/btc', '2'] as const];
    const entries = [
      [3, 1, 2].map((n) => [address(n), coins] as const),
      [1, 2, 3].map((n) => [address(n), coins.toReversed()] as const),
    ].map((balances) => {
      const opening: CosmosOpening = { source: 'bank', unknownDenoms: [], balances };
      return decodeCosmosBlock(RUNE, ref, { ...answers, opening }).entries[0];
    });
    expect(shown(entries[0]?.transfers)).toHaveLength(9);
    expect(entries[0]).toEqual(entries[1]);
  });
});

describe('events', () => {
  const begin = sent(1, 2, '1rune').map((event) => ({ ...event, mode: 'BeginBlock' }));
  const end = sent(2, 3, '1rune').map((event) => ({ ...event, mode: 'EndBlock' }));
  const before = sent(4, 1, '1rune');
  const plain = (list: readonly GoldenEvent[]) =>
    list.map(({ mode, ...event }) => eventOf(event as GoldenEvent, false));
  const base64 = (list: readonly GoldenEvent[]) =>
    list.map(({ mode, ...event }) => eventOf(event as GoldenEvent, true));

  it.each([
    [
      'CometBFT 0.38, PreBlock without a mode first',
      { finalize_block_events: [...before, ...begin, ...end].map((event) => eventOf(event, false)) },
    ],
    ['CometBFT 0.37', { begin_block_events: plain([...before, ...begin]), end_block_events: plain(end) }],
    ['Tendermint 0.34', { begin_block_events: base64([...before, ...begin]), end_block_events: base64(end) }],
  ])('are the same from %s', (_, results) => {
    const { ref, answers } = answersOf({ height: HEIGHT, results: { txs_results: null, ...results } });
    const { entries } = decodeCosmosBlock(RUNE, ref, answers);
    expect(entries.map(({ kind, transfers }) => [kind, ...shown(transfers)])).toEqual([
      ['begin', 'native 4>1 1', 'native 1>2 1'],
      ['end', 'native 2>3 1'],
    ]);
  });

  it('of liquidity from two chains name the transaction of either', () => {
    const added = { type: 'add_liquidity', MAYA_txid: '0'.repeat(64), BTC_txid: txid(4) };
    for (const isBase64 of [true, false]) {
      const end_block_events = [...sent(1, 2, '1rune'), added].map((event) => eventOf(event, isBase64));
      const { ref, answers } = answersOf({ height: HEIGHT, results: { end_block_events } });
      const [entry] = decodeCosmosBlock(RUNE, ref, answers).entries;
      expect(entry?.inTxid?.toString('hex').toUpperCase()).toBe(txid(4));
    }
  });

  it('of a block in which nothing moved are told from base64 by all of their names', () => {
    const payout = named('outbound', 'in_tx_id', 1, {
      chain: 'THOR',
      to: address(1),
      coin: '5 THOR.RUNE',
      id: '0'.repeat(64),
    });
    for (const isBase64 of [true, false]) {
      const { ref, answers } = answersOf({
        height: HEIGHT,
        results: { end_block_events: [eventOf(payout, isBase64)] },
      });
      expect(decodeCosmosBlock(RUNE, ref, answers).entries[0]?.payouts).toHaveLength(1);
    }
  });

  it('may be null, as may their lists and values', () => {
    const empty = { txs_results: null, begin_block_events: null, end_block_events: null, finalize_block_events: null };
    const { ref, answers } = answersOf({ height: HEIGHT, results: empty });
    expect(decodeCosmosBlock(RUNE, ref, answers).entries).toEqual([]);
    const events = [
      { type: 'bond', attributes: null },
      { type: 'bond', attributes: [{ key: 'memo', value: null }] },
    ];
    const odd = answersOf({ height: HEIGHT, results: { finalize_block_events: events } });
    expect(decodeCosmosBlock(RUNE, odd.ref, odd.answers).entries).toEqual([]);
  });

  it('have every character that was meant, whatever of them is escaped', () => {
    const memo = '=<:BTC.BTC:"ü"\\';
    const payout = named('outbound', 'in_tx_id', 1, {
      ...{ chain: 'BTC', to: 'bc1q', coin: '5 BTC.BTC', id: txid(2), memo },
    });
    for (const isBase64 of [false, true]) {
      const results = {
        txs_results: [{ events: [eventOf(payout, isBase64)], log: `failed: ${memo}`, code: 99 }],
        finalize_block_events: null,
      };
      const { ref, answers } = answersOf({ height: HEIGHT, transactions: [Buffer.from('x')], results });
      // As Go writes it, and with white space, as Tendermint 0.34 does.
      const body = JSON.stringify(JSON.parse(answers.results.toString()), null, 2).replaceAll('<', '\\u003c');
      const [entry] = decodeCosmosBlock(RUNE, ref, { ...answers, results: Buffer.from(body) }).entries;
      expect(entry).toMatchObject({ code: 99, log: `failed: ${memo}`, payouts: [{ memo }] });
    }
  });

  it('say their mode last: a contract may have an attribute of that name', () => {
    const forged = {
      type: 'coin_spent',
      attributes: [
        ...[
          { key: 'mode', value: 'EndBlock' },
          { key: 'spender', value: address(1) },
        ],
        ...[
          { key: 'amount', value: '1rune' },
          { key: 'mode', value: 'BeginBlock' },
        ],
      ],
    };
    const { ref, answers } = answersOf({ height: HEIGHT, results: { finalize_block_events: [forged] } });
    expect(decodeCosmosBlock(RUNE, ref, answers).entries.map(({ kind }) => kind)).toEqual(['begin']);
  });
});

describe('answers of real nodes', () => {
  const read = (name: string) => readFileSync(new URL(`fixtures/cosmos/${name}.json`, import.meta.url));
  const decode = (place: typeof RUNE, node: string, height: number, hash: string) =>
    decodeCosmosBlock(
      place,
      { height, hash: hash.toLowerCase() },
      {
        block: read(`${node}-block-${height}`),
        results: read(`${node}-block_results-${height}`),
        resultsHash: null,
        opening: null,
      },
    );

  it('of thornode 3.9 (CometBFT 0.38)', () => {
    const hash = 'C8C01FC778B9068DDE80F446A4AD4DDFB2357EF0459DA62080DB3093A29B82CE';
    const block = decode(RUNE, 'thornode', 2, hash);
    expect(block).toMatchObject({ time: 1795399145, txCount: 1 });
    expect(block.entries[0]).toMatchObject({
      kind: 'transaction',
      code: 0,
      log: null,
      gasWanted: null,
      fee: 2_000_000n,
      memo: expect.stringMatching(/^=:BTC\.BTC:bcrt1q/),
      messages: [{ type: '/types.MsgDeposit', coins: [{ asset: 'THOR.RUNE', amount: '10000000000' }] }],
    });
  });

  it('of thornode, the first block of its chain', () => {
    const { result } = JSON.parse(read('thornode-block-1').toString()) as { result: { block_id: { hash: string } } };
    expect(decode(RUNE, 'thornode', 1, result.block_id.hash).parentHash).toBe('0'.repeat(64));
  });

  it('of mayanode 1.111 (Tendermint 0.34)', () => {
    const hash = 'F16CB7AC7D6219E8F29D25184ED997D538E72C53265E147B46F52FCB4436EC7C';
    const { entries } = decode(CACAO, 'mayanode', 3, hash);
    expect(entries[0]).toMatchObject({ code: 0, fee: 2_000_000_000n, gasWanted: 2_000_000 });
    expect(entries.slice(1).map(({ inTxid }) => inTxid?.equals(entries[0]!.txid))).toEqual([true, undefined]);
  });
});

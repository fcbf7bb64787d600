/** Entries of Cosmos chains as they are read, held against what the blocks were made of. */
import { type CosmosEntry, entryTxid } from '@chaintrail/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCosmosHistory, readCosmosTransaction, type StoredCosmosTransaction } from '../src/index.js';
import { accountOf, BlockMaker, entry, FIRST_HEIGHT, prepared } from './support/cosmos-blocks.js';
import { chainOf, closeChains, idOf, type ReadChain } from './support/cosmos-read-world.js';

const BLOCKS = 60;

let chain: ReadChain;
beforeAll(async () => {
  chain = await chainOf(new BlockMaker(7).blocks(BLOCKS));
});
afterAll(closeChains);

describe('an entry', () => {
  it('with very long messages has them on its own page, and their types in lists', async () => {
    const outputs = Array.from({ length: 3_000 }, (_, n) => ({
      address: accountOf(n).toString('hex'),
      amount: String(n),
    }));
    const message = { type: '/cosmos.bank.v1beta1.MsgMultiSend', outputs };
    const short = { type: '/types.MsgSend', to: 'thor1' };
    const [signer, height] = [accountOf(1), FIRST_HEIGHT];
    const sent = (index: number, messages: CosmosEntry['messages']) =>
      entry('transaction', Buffer.alloc(32, index + 1), { index, from: signer, messages });
    const entries = [sent(0, [message, short]), sent(1, [short]), sent(2, Array(30).fill(message))];
    const own = await chainOf([prepared(height, { time: 1_700_000_000, size: 1, txCount: 3, entries })]);
    const page = { newestFirst: false, offset: 0, from: null, limit: 10 };
    const { rows } = (await readCosmosHistory(own.pool, 'rune', signer, page))!;
    const types = (count: number) => Array(count).fill({ type: message.type });
    expect(rows.map(({ transaction }) => transaction.messages)).toEqual([
      [...types(1), { type: short.type }],
      [short],
      types(20),
    ]);
    const whole = await readCosmosTransaction(own.pool, 'rune', entries[0]!.txid);
    expect(whole!.transaction!.messages).toEqual([message, short]);
  });

  it('is found by its txid with all that it moved and paid', async () => {
    const all = chain.blocks.flatMap(({ height, block }) => block.entries.map((each) => ({ height, each })));
    const kinds = new Set<string>();
    for (const { height, each } of all) {
      const found = await readCosmosTransaction(chain.pool, 'rune', each.txid);
      const stored = found!.transaction!;
      kinds.add(stored.kind);
      expect(stored).toMatchObject({
        ...{
          kind: each.kind,
          txid: idOf(each),
          index: each.index,
          code: each.code,
          memo: each.memo,
          failure: each.log,
        },
        ...{ gasWanted: each.gasWanted, gasUsed: each.gasUsed, fee: each.fee === null ? null : String(each.fee) },
        ...{ from: each.from?.toString('hex') ?? null, inTxid: each.inTxid?.toString('hex') ?? null },
        ...{ messages: each.messages, transferCount: each.transfers.length },
      });
      expect(stored.block.height).toBe(height);
      expect(stored.transfers).toEqual(
        each.transfers.map(({ kind, from, to, denom, amount }) => ({
          ...{ kind, from: from?.toString('hex') ?? null, to: to?.toString('hex') ?? null },
          ...{ asset: denom, amount: String(amount) },
        })),
      );
      expect(payoutsOf(stored)).toEqual(
        all.flatMap(({ each: paying }) =>
          paying.payouts
            .filter(({ inTxid }) => paying === each || inTxid.equals(each.txid))
            .map(({ inTxid, txid, memo, amount }) => ({
              ...{ inTxid: inTxid.toString('hex'), txid: txid?.toString('hex') ?? idOf(paying) },
              ...{ memo, amount: String(amount) },
            })),
        ),
      );
    }
    expect([...kinds].sort()).toEqual(['begin', 'end', 'opening', 'transaction']);
    expect((await readCosmosTransaction(chain.pool, 'rune', Buffer.alloc(32)))!.transaction).toBeNull();
  });

  it('leads from what was asked for to what was paid, and back', async () => {
    const deposit = entry('transaction', Buffer.alloc(32, 1), { index: 0, from: accountOf(1), memo: '=:BTC.BTC:bc1q' });
    const payout = { inTxid: deposit.txid, chain: 'BTC', to: 'bc1q', asset: 'BTC.BTC', amount: 5n, memo: null };
    const observed = entry('transaction', Buffer.alloc(32, 2), {
      index: 0,
      payouts: [{ ...payout, txid: Buffer.alloc(32, 3) }],
    });
    const end = (height: number, n: number, inTxid: Buffer | null) =>
      entry('end', entryTxid(height, 'end', n), {
        inTxid,
        payouts: inTxid ? [{ ...payout, txid: null, chain: 'THOR', asset: 'THOR.RUNE' }] : [],
      });
    const block = (height: number, entries: CosmosEntry[]) =>
      prepared(height, { time: 1_700_000_000 + height, size: 1, txCount: 1, entries });
    const own = await chainOf([
      block(FIRST_HEIGHT, [deposit, end(FIRST_HEIGHT, 0, deposit.txid), end(FIRST_HEIGHT, 1, null)]),
      block(FIRST_HEIGHT + 1, [observed, end(FIRST_HEIGHT + 1, 0, deposit.txid)]),
    ]);
    const foreign = await chainOf([
      block(FIRST_HEIGHT, [end(FIRST_HEIGHT, 0, deposit.txid)]),
      block(FIRST_HEIGHT + 1, [observed, end(FIRST_HEIGHT + 1, 0, deposit.txid)]),
    ]);
    const found = (await readCosmosTransaction(own.pool, 'rune', deposit.txid))!.transaction!;
    const texts = [`block:${FIRST_HEIGHT}:end:0`, `block:${FIRST_HEIGHT + 1}:end:0`];
    expect(found.answers).toEqual(texts);
    expect(found.payouts.map(({ txid }) => txid)).toEqual([texts[0], '03'.repeat(32), texts[1]]);
    const answer = (await readCosmosTransaction(own.pool, 'rune', Buffer.from(texts[0]!, 'latin1')))!.transaction!;
    expect(answer).toMatchObject({ inTxid: '01'.repeat(32), answers: [] });
    expect(answer.payouts).toHaveLength(1);
    // A deposit on another chain has only answers here.
    const elsewhere = await readCosmosTransaction(foreign.pool, 'rune', deposit.txid);
    expect(elsewhere).toMatchObject({ transaction: null, answers: [texts[0], '02'.repeat(32), texts[1]] });
    const observer = (await readCosmosTransaction(own.pool, 'rune', observed.txid))!.transaction!;
    expect(observer.payouts).toMatchObject([{ inTxid: '01'.repeat(32), txid: '03'.repeat(32) }]);
  });
});

describe('the outcome of a deposit', () => {
  const txid = (n: number) => Buffer.alloc(32, n);
  const deposit = (n: number, log: string | null = null) =>
    entry('transaction', txid(n), { index: n, from: accountOf(1), memo: '=:BTC.BTC:bc1q', log });
  const payout = (n: number, out: number, memo: string) => {
    const told = { chain: 'BTC', to: 'bc1q', asset: 'BTC.BTC', amount: 5n };
    return { ...told, inTxid: txid(n), txid: out === 0 ? null : txid(out), memo };
  };

  it('is what blocks tell later: a payout, or a refund with its reason', async () => {
    const end = (n: number, inTxid: Buffer, rest: Partial<CosmosEntry>) =>
      entry('end', entryTxid(FIRST_HEIGHT + 1, 'end', n), { inTxid, ...rest });
    const cancelling = entry('transaction', txid(9), {
      ...{ index: 0, from: accountOf(1), inTxid: txid(5), log: 'limit swap cancelled' },
      payouts: [payout(5, 0, 'REFUND:05')],
    });
    const first = [deposit(0), deposit(1), deposit(2), deposit(3), deposit(4, 'no pool'), deposit(5)];
    const then = [
      cancelling,
      end(0, txid(1), { payouts: [payout(1, 21, 'OUT:01')] }),
      end(1, txid(2), { log: 'price limit', payouts: [payout(2, 0, 'REFUND:02')] }),
      end(2, txid(3), { log: 'not enough asset to pay for fees' }),
    ];
    const block = (height: number, entries: CosmosEntry[]) =>
      prepared(height, { time: 1_700_000_000 + height, size: 1, txCount: 1, entries });
    const own = await chainOf([block(FIRST_HEIGHT, first), block(FIRST_HEIGHT + 1, then)]);
    const found = await Promise.all(first.map((each) => readCosmosTransaction(own.pool, 'rune', each.txid)));
    const refunded = (id: string, reason: string) => ({ paid: false, txid: id, reason });
    const ends = [0, 1, 2].map((n) => `block:${FIRST_HEIGHT + 1}:end:${n}`);
    const wanted = [
      ...[null, { paid: true, txid: '15'.repeat(32), reason: null }, refunded(ends[1]!, 'price limit')],
      ...[refunded(ends[2]!, 'not enough asset to pay for fees'), refunded('04'.repeat(32), 'no pool')],
      refunded('09'.repeat(32), 'limit swap cancelled'),
    ];
    expect(found.map((each) => each!.transaction!.outcome)).toEqual(wanted);
    // The reason is that of what it gives back, not its own.
    expect((await readCosmosTransaction(own.pool, 'rune', txid(9)))!.transaction!.outcome).toBeNull();
    const page = { newestFirst: false, offset: 0, from: null, limit: 6 };
    const { rows } = (await readCosmosHistory(own.pool, 'rune', accountOf(1), page))!;
    expect(rows.map(({ transaction }) => transaction.outcome)).toEqual(wanted);
  });
});

it('bytes that several blocks have are the success, with the other places', async () => {
  const sent = (index: number, code: number) => entry('transaction', Buffer.alloc(32, 1), { index, code });
  const blocks = [[sent(0, 5)], [sent(0, 0), sent(1, 32)], [sent(0, 32)]].map((entries, n) =>
    prepared(FIRST_HEIGHT + n, { time: 1_700_000_000 + n, size: 1, txCount: entries.length, entries }),
  );
  const own = await chainOf(blocks);
  const found = (await readCosmosTransaction(own.pool, 'rune', Buffer.alloc(32, 1)))!;
  expect(found.transaction).toMatchObject({ code: 0, index: 0, block: { height: FIRST_HEIGHT + 1 } });
  const place = (n: number, index: number) => ({
    height: FIRST_HEIGHT + n,
    hash: blocks[n]!.hash,
    index,
    failed: true,
  });
  expect(found.alsoIn).toEqual([place(2, 0), place(1, 1), place(0, 0)]);
});

const payoutsOf = ({ payouts }: StoredCosmosTransaction) =>
  payouts.map(({ inTxid, txid, memo, amount }) => ({ inTxid, txid, memo, amount }));

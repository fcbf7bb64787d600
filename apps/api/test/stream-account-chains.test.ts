/** Events that clients of `/v0/stream` get of account chains, held against what the history routes say afterwards. */
import { type CosmosEntry, entryTxid, formatAddress } from '@chaintrail/chains';
import { becomeOwner, openCosmosLedger, openEvmLedger, openEvmMempool } from '@chaintrail/db';
import { createTestDatabase, waitFor } from '@chaintrail/testkit';
import { expect, it } from 'vitest';
import {
  accountOf,
  BlockMaker,
  place as COSMOS,
  entry,
  FIRST_HEIGHT,
  prepared,
} from '../../../packages/db/test/support/cosmos-blocks.js';
import { Dice } from '../../../packages/db/test/support/dice.js';
import { addressOf, place as EVM, type MadeBlock, makeBlock } from '../../../packages/db/test/support/evm-blocks.js';
import { EventStream, type ToldEvent } from './support/event-stream.js';
import { startApi, type TestApi } from './support/start-api.js';

// biome-ignore lint/suspicious/noExplicitAny: what is compared is what two routes say
type Transaction = any;

/** Confirmed events of every address, in order, without those taken back. */
function confirmedOf(events: readonly ToldEvent[]): Map<string, Transaction[]> {
  const told = new Map<string, Transaction[]>();
  for (const { name, data } of events) {
    if (name === 'reorg') {
      for (const [address, list] of told)
        told.set(
          address,
          list.filter(({ blockHeight }) => blockHeight <= data.to.height),
        );
    } else if (name === 'transaction' && data.transaction.status !== 'pending') {
      told.set(data.address, [...(told.get(data.address) ?? []), data.transaction]);
    }
  }
  return told;
}

async function historyOf(api: TestApi, currency: string, address: string, above: number): Promise<Transaction[]> {
  const { json } = await api.get(`/v0/addresses/${currency}/${address}/transactions?order=asc&limit=1000`);
  return json.transactions.filter(({ blockHeight }: Transaction) => blockHeight !== null && blockHeight > above);
}

const inChainOrder = (list: readonly Transaction[]) =>
  [...list].sort((a, b) => a.blockHeight - b.blockHeight || a.blockIndex - b.blockIndex);

it('Ethereum: pending, blocks and reorganisations, with gaps of traces', async () => {
  const database = await createTestDatabase();
  const session = (await becomeOwner(database.url, 'eth'))!;
  const ledger = await openEvmLedger(session, EVM, 0);
  const dice = new Dice(11);
  let blocks: MadeBlock[] = [];
  /** @param back blocks that a reorganisation takes */
  const mine = async (count: number, back = 0) => {
    const cursor = await ledger.cursor();
    blocks = blocks.slice(0, blocks.length - back);
    const fork = blocks.at(-1) ?? null;
    const added: MadeBlock[] = [];
    for (let n = 0; n < count; n++) added.push(makeBlock(added.at(-1) ?? fork, dice));
    await ledger.replaceAfter(cursor, fork, added);
    blocks.push(...added);
  };
  await mine(6);
  await session.query(`UPDATE eth.sync_state SET phase = 'live', live_since = now()`);
  const api = await startApi(database.url);
  const keys = Array.from({ length: 12 }, (_, n) => addressOf(n));
  const addresses = keys.map((key) => formatAddress(EVM.network, key));
  const stream = await EventStream.open(api.url, { currency: 'eth', addresses });
  const lastTip = ({ events } = stream) => events.findLast(({ name }) => name === 'tip')?.data;
  await waitFor(() => lastTip()?.height === 5);

  const mempool = openEvmMempool(session, EVM.chain);
  const pending = { txid: 'ab'.repeat(32), firstSeen: 1, type: 2, from: keys[0]!, to: keys[1]!, method: null };
  const added = [{ ...pending, value: 5n, nonce: 2 ** 40, gasLimit: 21_000, gasPrice: 1n }];
  await mempool.apply({ added, removed: [], listed: new Set([pending.txid]), nodeCount: 1, kept: 0 });
  await waitFor(() => stream.events.filter(({ data }) => data.transaction?.status === 'pending').length === 2);

  for (let round = 0; round < 6; round++) {
    await (round === 3 ? mine(4, 2) : mine(1 + (round % 2)));
    if (round === 2 || round === 4) await waitFor(() => lastTip()?.hash === `0x${blocks.at(-1)!.hash}`);
  }
  await waitFor(() => lastTip()?.hash === `0x${blocks.at(-1)!.hash}`);
  expect(stream.events.some(({ name }) => name === 'reorg')).toBe(true);
  const resumed = await EventStream.open(api.url, { currency: 'eth', addresses, lastEventId: stream.events[0]!.id });
  // The tip comes after all that blocks have.
  await waitFor(() => lastTip(resumed)?.hash === lastTip().hash);
  const told = confirmedOf(stream.events);
  const toldAgain = confirmedOf(resumed.events);
  const ids = ({ txid, blockHash, internalTransfers }: Transaction) => `${txid} ${blockHash} ${internalTransfers}`;
  let count = 0;
  for (const [at, address] of addresses.entries()) {
    const history = await historyOf(api, 'eth', address, 5);
    expect(inChainOrder(told.get(address) ?? []).map(ids), `address ${at}`).toEqual(history.map(ids));
    expect(inChainOrder(toldAgain.get(address) ?? []).map(ids), `address ${at}`).toEqual(history.map(ids));
    count += history.length;
  }
  expect(count).toBeGreaterThan(20);
  stream.close();
  resumed.close();
  await api.stop();
  await session.end();
  await database.drop();
});

it('THORChain: every entry of blocks, as the history has it', async () => {
  const database = await createTestDatabase();
  const session = (await becomeOwner(database.url, 'rune'))!;
  const ledger = await openCosmosLedger(session, COSMOS, FIRST_HEIGHT);
  const blocks = new BlockMaker(7).blocks(12);
  const first = blocks.splice(0, 4);
  await ledger.replaceAfter(null, null, first);
  await session.query(`UPDATE rune.sync_state SET phase = 'live', live_since = now()`);
  const api = await startApi(database.url);
  const addresses = Array.from({ length: 12 }, (_, n) => formatAddress(COSMOS.network, accountOf(n)));
  const stream = await EventStream.open(api.url, { currency: 'rune', addresses });
  await waitFor(() => stream.events.length === 1);
  for (const block of blocks) {
    const cursor = await ledger.cursor();
    await ledger.replaceAfter(cursor, cursor, [block]);
  }
  const tip = blocks.at(-1)!.height;
  await waitFor(() => stream.events.at(-1)?.name === 'tip' && stream.events.at(-1)?.data.height === tip);
  const told = confirmedOf(stream.events);
  let count = 0;
  for (const address of addresses) {
    const history = await historyOf(api, 'rune', address, first.at(-1)!.height);
    const anytime = (transaction: Transaction) => ({ ...transaction, confirmations: 0, payouts: [], answers: [] });
    expect((told.get(address) ?? []).map(anytime), address).toEqual(history.map(anytime));
    count += history.length;
  }
  expect(count).toBeGreaterThan(20);
  stream.close();
  await api.stop();
  await session.end();
  await database.drop();
});

it('THORChain: whoever follows the depositor is told of the outcome that later blocks tell, once', async () => {
  const database = await createTestDatabase();
  const session = (await becomeOwner(database.url, 'rune'))!;
  const ledger = await openCosmosLedger(session, COSMOS, FIRST_HEIGHT);
  const txid = (n: number) => Buffer.alloc(32, n);
  const deposit = (n: number, account: number) =>
    entry('transaction', txid(n), {
      ...{ index: n - 1, from: accountOf(account), memo: '=:BTC.BTC:bc1q' },
      messages: [{ type: '/types.MsgDeposit' }],
    });
  const payout = (n: number, memo = 'OUT:') => {
    const paid = { chain: 'BTC', to: 'bc1q', asset: 'BTC.BTC', amount: 5n };
    return { ...paid, inTxid: txid(n), txid: txid(0xb0 + n), memo };
  };
  let height = FIRST_HEIGHT;
  const write = async (entries: CosmosEntry[]) => {
    const cursor = await ledger.cursor();
    const block = prepared(height, { time: 1_700_000_000 + height, size: 1, txCount: 1, entries });
    await ledger.replaceAfter(cursor, cursor, [block]);
    height++;
  };
  const end = (n: number, of: number, rest: Partial<CosmosEntry>) =>
    entry('end', entryTxid(height, 'end', n), { inTxid: txid(of), ...rest });
  const observed = (n: number, payouts: CosmosEntry['payouts']) =>
    entry('transaction', txid(0xa0 + n), { index: 0, from: accountOf(9), payouts });
  await write([]);
  await session.query(`UPDATE rune.sync_state SET phase = 'live', live_since = now()`);
  const api = await startApi(database.url);
  const addresses = [1, 2].map((n) => formatAddress(COSMOS.network, accountOf(n)));
  const stream = await EventStream.open(api.url, { currency: 'rune', addresses });
  const tipAt = (at: number) => waitFor(() => stream.events.at(-1)?.data.height === at);
  await tipAt(height - 1);

  const blocks = [
    () => [deposit(1, 1), deposit(2, 1), deposit(3, 1), deposit(4, 2), deposit(5, 2), deposit(6, 3)],
    // Paid on another chain, and given back without a payout, since the fee takes all of it.
    () => [observed(1, [payout(1), payout(6)]), end(0, 2, { log: 'not enough asset to pay for fees' })],
    // A second payout changes nothing; two of one address in one transaction; paid in its own block.
    () => [
      { ...deposit(7, 2), index: 0 },
      { ...observed(2, [payout(1), payout(3, 'REFUND:03'), payout(4), payout(5)]), index: 1 },
      end(0, 7, { payouts: [{ ...payout(7), txid: null }] }),
    ],
    () => [],
    // Its owner has an entry in the same block, which comes first.
    () => [{ ...deposit(8, 1), index: 0 }, end(0, 3, { log: 'swap cancelled', payouts: [payout(3)] })],
  ];
  for (const entries of blocks) {
    await write(entries());
    await tipAt(height - 1);
  }
  const shown = ({ data: { address, transaction } }: ToldEvent) =>
    `${addresses.indexOf(address) + 1}: ${Number.parseInt(transaction.txid.slice(0, 2), 16)} ${transaction.outcome.status}`;
  const told = (events: readonly ToldEvent[]) => events.filter(({ name }) => name === 'transaction');
  expect(told(stream.events).map(shown)).toEqual([
    ...['1: 1 open', '1: 2 open', '1: 3 open', '2: 4 open', '2: 5 open'],
    ...['1: 1 paid', '1: 2 refunded'],
    // Transactions come first, then outcomes in the order of the keys of addresses.
    ...['2: 7 paid', '2: 4 paid', '2: 5 paid', '1: 3 refunded'],
    ...['1: 8 open', '1: 3 paid'],
  ]);
  expect(told(stream.events).map(({ data }) => data.transaction.outcome.reason)).toContain(
    'not enough asset to pay for fees',
  );
  // From every event on the rest comes once, and says the same.
  const withoutTip = ({ id, data }: ToldEvent) => ({
    id,
    ...data,
    transaction: { ...data.transaction, confirmations: 0 },
  });
  for (const [at, { id }] of stream.events.entries()) {
    if (at === stream.events.length - 1) continue;
    const resumed = await EventStream.open(api.url, { currency: 'rune', addresses, lastEventId: id });
    await waitFor(() => resumed.events.at(-1)?.data.height === height - 1);
    expect(told(resumed.events).map(withoutTip)).toEqual(told(stream.events.slice(at + 1)).map(withoutTip));
    resumed.close();
  }
  // The last event of each is what the history says.
  for (const address of addresses) {
    const last = new Map(
      told(stream.events).map(({ data }) => [data.address + data.transaction.txid, data.transaction]),
    );
    for (const transaction of await historyOf(api, 'rune', address, FIRST_HEIGHT))
      expect(last.get(address + transaction.txid)!.outcome).toEqual(transaction.outcome);
  }
  stream.close();
  await api.stop();
  await session.end();
  await database.drop();
});

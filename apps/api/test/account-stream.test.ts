/** Events of an account: what its list has, as it changes, with addresses that uses bring in. */
import { parseDescriptor, scriptOfAddressKey } from '@chaintrail/chains';
import { waitFor } from '@chaintrail/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Dice } from '../../../packages/db/test/support/dice.js';
import { EventStream, type ToldEvent } from './support/event-stream.js';
import { startApi, type TestApi } from './support/start-api.js';
import { change } from './support/stream-changes.js';
import { type MadePayment, StreamWorld } from './support/stream-world.js';
import { ACCOUNT_KEY, keyAt, regtest } from './support/wallet-chain.js';

const DESCRIPTOR = `wpkh(${ACCOUNT_KEY}/<0;1>/*)`;
const wallet = parseDescriptor(regtest, DESCRIPTOR);
const INDEXES = 200;
/** Number of an address of the account; those below 10 are others'. */
const own = (index: number, branch = 0): number => 1_000 * (branch + 1) + index;

let world: StreamWorld;
let api: TestApi;
const lines: string[] = [];
const streams: EventStream[] = [];

beforeAll(async () => {
  world = await StreamWorld.open(9);
  for (const branch of [0, 1])
    for (let index = 0; index < INDEXES; index++)
      world.scripts.set(own(index, branch), scriptOfAddressKey(keyAt(wallet, branch, index))!);
  api = await startApi(world.database.url, { log: (line) => lines.push(line) });
});
afterAll(async () => {
  for (const stream of streams) stream.close();
  await api?.stop();
  await world?.close();
});

async function listen(lastEventId?: string, descriptor = DESCRIPTOR, to = api): Promise<EventStream> {
  const stream = await EventStream.open(to.url, { currency: 'btc', descriptor, lastEventId });
  streams.push(stream);
  return stream;
}

const spent = new Set<string>();
/** Spends a coin of a number, or of others, in equal parts. */
function pay(to: readonly number[], from?: number): MadePayment {
  const nameOf = ({ txid, vout }: { txid: Buffer; vout: number }): string => `${txid.toString('hex')}:${vout}`;
  const coin = world
    .coins()
    .find((each) => (from === undefined ? each.number < 10 : each.number === from) && !spent.has(nameOf(each)))!;
  spent.add(nameOf(coin));
  return world.pay(
    [coin],
    to.map((number) => [number, coin.value / BigInt(to.length)] as const),
  );
}

/** In short: `tip`, `reorg`, `dropped`, or status and name of the payment. */
function told(events: readonly ToldEvent[], names: Readonly<Record<string, MadePayment>>): string[] {
  return events.map(({ name, data }) => {
    if (name === 'tip' || name === 'reorg') return name;
    const txid = data.txid ?? data.transaction.txid;
    const [payment = txid] = Object.entries(names).find(([, each]) => each.txid === txid) ?? [];
    return `${data.transaction?.status ?? name} ${payment}`;
  });
}

async function expectTold(
  stream: EventStream,
  names: Readonly<Record<string, MadePayment>>,
  expected: readonly string[],
): Promise<readonly ToldEvent[]> {
  await waitFor(() => stream.events.length >= expected.length, { timeoutMs: 10_000 }).catch(() => undefined);
  expect(told(stream.events, names)).toEqual(expected);
  return stream.events;
}

const listOf = async () =>
  (await api.get(`/v0/accounts/btc/${encodeURIComponent(DESCRIPTOR)}/transactions?limit=1000`)).json;

it('tells of a transaction once, with what it does to all addresses, and of those that uses bring in', async () => {
  const stream = await listen();
  const names: Record<string, MadePayment> = {};
  await expectTold(stream, names, ['tip']);
  names['both'] = pay([own(0), own(3, 1)]);
  await world.arrive([names['both']]);
  await expectTold(stream, names, ['tip', 'pending both']);
  await world.mine([names['both']]);
  const first = ['tip', 'pending both', 'confirmed both', 'tip'];
  const events = await expectTold(stream, names, first);
  const list = await listOf();
  expect(list.total).toBe(1);
  expect(events[2]!.data).toEqual({
    ...{ currency: 'btc', descriptor: wallet.text, transaction: list.transactions[0] },
  });
  expect(BigInt(events[1]!.data.transaction.netAmount)).toBe(BigInt(list.transactions[0].netAmount));

  // Behind the window, until a block has what moves that.
  names['far'] = pay([own(25)]);
  names['waiting'] = pay([own(28)]);
  await world.mine([names['far']]);
  await world.arrive([names['waiting']]);
  await expectTold(stream, names, [...first, 'tip']);
  names['use'] = pay([own(8), 9], own(0));
  await world.mine([names['use']]);
  await waitFor(() => stream.events.length === first.length + 5, { timeoutMs: 10_000 });
  const moved = told(stream.events, names);
  // It may be seen after the block.
  expect(moved.filter((each) => each !== 'pending waiting')).toEqual([
    ...[...first, 'tip', 'confirmed far', 'confirmed use', 'tip'],
  ]);
  expect(moved).toContain('pending waiting');
  names['next'] = pay([own(48)]);
  await world.arrive([names['next']]);
  await expectTold(stream, names, [...moved, 'pending next']);

  // One that waits moves it, too; what its address had is told with it.
  names['further'] = pay([own(80)]);
  await world.mine([names['further']]);
  names['opens'] = pay([own(60)]);
  await world.arrive([names['opens']]);
  const all = [...moved, 'pending next', 'tip', 'confirmed further', 'pending opens'];
  await expectTold(stream, names, all);

  // Whoever was away is told the same.
  const at = moved.indexOf('tip', first.length);
  const again = await listen(stream.events[at]!.id);
  await waitFor(() => again.events.length >= 6, { timeoutMs: 10_000 }).catch(() => undefined);
  const resumed = told(again.events, names);
  expect(new Set(resumed)).toEqual(new Set(all.slice(at + 1)));

  names['drops'] = pay([own(2), own(4)], own(80));
  await world.arrive([names['drops']]);
  await expectTold(stream, names, [...all, 'pending drops']);
  await world.arrive([], [names['drops'].txid]);
  const dropped = [...all, 'pending drops', 'dropped drops'];
  const news = await expectTold(stream, names, dropped);
  expect(news.at(-1)!.data).toMatchObject({ descriptor: wallet.text, dropReason: 'expired', replacedBy: null });

  // Another block in the place of the last one: what it had is told again.
  const before = (await listOf()).total;
  await world.replace(1, [
    { pays: [[own(1), 5n]], payments: [names['further']] },
    { pays: [[9, 5n]], payments: [] },
  ]);
  await waitFor(() => told(stream.events, names).slice(dropped.length).includes('dropped drops'), {
    timeoutMs: 10_000,
  });
  const after = told(stream.events, names).slice(dropped.length);
  expect(after[0]).toBe('reorg');
  for (const each of ['confirmed further', 'pending opens', 'pending next', 'tip']) expect(after).toContain(each);
  expect((await listOf()).total).toBe(before + 1);
  stream.close();
  again.close();
});

/** Knowledge of a client by what it was told. */
class Book {
  readonly known = new Map<string, { net: string; block: string | null; height: number | null }>();
  tip: string | null = null;
  stream: EventStream | null = null;
  #read = 0;
  #lastId: string | undefined;

  async connect(): Promise<void> {
    this.stream = await listen(this.#lastId);
    this.#read = 0;
  }

  leave(): void {
    this.read();
    this.stream?.close();
    this.stream = null;
  }

  read(): void {
    for (const { id, name, data } of this.stream?.events.slice(this.#read) ?? []) {
      this.#read++;
      this.#lastId = id;
      if (name === 'tip') this.tip = data.hash;
      else if (name === 'reorg') {
        for (const [txid, { height }] of this.known)
          if (height === null || height > data.to.height) this.known.delete(txid);
        this.tip = data.to.hash;
      } else if (name === 'dropped') {
        expect(this.known.get(data.txid)?.block ?? null).toBeNull();
        this.known.delete(data.txid);
      } else {
        const { txid, netAmount, blockHash, blockHeight } = data.transaction;
        this.known.set(txid, { net: netAmount, block: blockHash, height: blockHeight });
      }
    }
  }
}

it('misses nothing of random histories, whoever leaves and comes back', async () => {
  const dice = new Dice(11);
  const book = new Book();
  for (const { txid, netAmount, blockHash, blockHeight } of (await listOf()).transactions)
    book.known.set(txid, { net: netAmount, block: blockHash, height: blockHeight });
  await book.connect();
  await waitFor(() => book.stream!.events.length > 0);
  let top = 60;
  const draw = (): number => {
    if (dice.roll(3) === 0) return 1 + dice.roll(9);
    top = Math.min(INDEXES - 60, top + Number(dice.roll(6) === 0));
    return own(dice.roll(4) === 0 ? top + dice.roll(40) : dice.roll(top), dice.roll(2));
  };
  let compared = 0;
  for (let step = 0; step < 30; step++) {
    await change(world, dice, draw);
    if (dice.roll(4) === 0) {
      book.leave();
      for (let more = dice.roll(4); more > 0; more--) await change(world, dice, draw);
    }
    if (!book.stream) await book.connect();
    if (dice.roll(2) === 0) continue;
    compared++;
    await waitFor(
      async () => {
        book.read();
        const list = await listOf();
        const lacks = list.transactions.filter(
          ({ txid, blockHash }: { txid: string; blockHash: string | null }) =>
            !book.known.has(txid) || book.known.get(txid)!.block !== blockHash,
        );
        return book.tip === world.tip.hash && lacks.length === 0;
      },
      { timeoutMs: 10_000, what: `step ${step} to be told` },
    );
  }
  expect(compared).toBeGreaterThan(8);
  book.leave();
});

it('refuses private keys and what is no account, and says neither in logs', async () => {
  const key =
    'tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK';
  for (const [text, status, code] of [
    [`wpkh(${key}/0/*)`, 400, 'descriptor-private'],
    ['nothing', 400, 'descriptor'],
    [ACCOUNT_KEY.slice(0, -1), 400, 'descriptor'],
  ] as const)
    await expect(listen(undefined, text)).rejects.toThrow(new RegExp(`^${status} .*${code}`));
  expect(lines.join('')).not.toContain(key);
  expect(lines.join('')).not.toContain(ACCOUNT_KEY);
  expect(lines.length).toBeGreaterThan(2);
});

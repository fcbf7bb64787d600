/**
 * Random blocks, reorganisations and unconfirmed transactions, told to clients that leave and come back, by two servers
 * that are stopped and started. What every client was told adds up to what there is, and nothing was told twice.
 */
import { waitFor } from '@chaintrail/testkit';
import { expect, it } from 'vitest';
import { Dice } from '../../../packages/db/test/support/dice.js';
import { startApi, type TestApi } from './support/start-api.js';
import { change } from './support/stream-changes.js';
import { BookKeeper } from './support/stream-client.js';
import { addressOf, partiesOf, StreamWorld } from './support/stream-world.js';

const ADDRESSES = 1_000;
const STEPS = 100;

it('misses nothing and repeats nothing', async () => {
  const dice = new Dice(1);
  const world = await StreamWorld.open(ADDRESSES);
  const apis: TestApi[] = [await startApi(world.database.url), await startApi(world.database.url)];
  const numbers = Array.from({ length: ADDRESSES }, (_, at) => at + 1);
  const clients = [
    numbers,
    numbers.filter((number) => number % 3 === 0),
    numbers.slice(0, 40),
    numbers.slice(0, 1),
    [],
  ].map((watched) => new BookKeeper(world, watched.map(addressOf)));
  const anyApi = () => apis[dice.roll(apis.length)]!;
  for (const client of clients) await client.connect(anyApi().url);

  for (let step = 0; step < STEPS; step++) {
    await change(world, dice, () => 1 + dice.roll(ADDRESSES));
    const client = clients[dice.roll(clients.length)]!;
    switch (dice.roll(6)) {
      case 0:
        client.disconnect();
        break;
      case 1:
        client.pause();
        break;
      case 2:
        client.resume();
        break;
      case 3:
        if (dice.roll(4) === 0) {
          const at = dice.roll(apis.length);
          await apis[at]!.stop();
          apis[at] = await startApi(world.database.url);
        }
        break;
      case 4:
        // Sometimes everybody keeps up, sometimes changes come faster than they are told.
        if (dice.roll(3) === 0) await everybodyKnows(world, clients, anyApi);
        break;
    }
    for (const each of clients) {
      each.read();
      if (!each.isConnected && dice.roll(3) === 0) await each.connect(anyApi().url);
    }
  }
  await everybodyKnows(world, clients, anyApi);
  await expectHistories(world, clients, apis[0]!);
  const [all] = clients;
  // Those that come one after the other quicker than anybody looks are told as one.
  expect(all!.counts.reorg).toBeGreaterThan(0);
  expect(all!.counts.transaction).toBeGreaterThan(500);
  expect(all!.counts.dropped).toBeGreaterThan(0);
  expect(clients.reduce((sum, { connections }) => sum + connections, 0)).toBeGreaterThan(20);
  for (const client of clients) client.disconnect();
  for (const api of apis) await api.stop();
  await world.close();
});

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((each) => b.has(each));
async function everybodyKnows(
  world: StreamWorld,
  clients: readonly BookKeeper[],
  anyApi: () => TestApi,
): Promise<void> {
  const pending = [...(await world.pending())].flatMap((txid) => {
    const payment = world.payments.get(txid);
    return payment ? [...partiesOf(payment)].map((address) => [`${txid} ${address}`, address] as const) : [];
  });
  const pendingOf = ({ addresses }: BookKeeper) =>
    new Set(pending.flatMap(([entry, address]) => (addresses.has(address) ? [entry] : [])));
  for (const client of clients) client.resume();
  await waitFor(
    async () => {
      for (const client of clients) {
        client.read();
        // Who takes nothing does not see that a server has stopped.
        if (!client.isConnected) await client.connect(anyApi().url);
      }
      return clients.every((client) => client.hash === world.tip.hash && isSame(client.pending, pendingOf(client)));
    },
    { timeoutMs: 20_000, what: 'everybody to know what there is' },
  ).catch((error: Error) => {
    const without = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((each) => !b.has(each));
    const differences = clients.flatMap((client, n) => {
      const [lacks, tooMany] = [without(pendingOf(client), client.pending), without(client.pending, pendingOf(client))];
      const tip = client.hash === world.tip.hash ? [] : [`is at ${client.hash}, not at ${world.tip.hash}`];
      return [...tip, ...lacks.map((each) => `lacks ${each}`), ...tooMany.map((each) => `has ${each}`)].map(
        (each) => `client ${n} of ${client.connections} connections ${each}`,
      );
    });
    throw new Error(`${error.message}\n${differences.slice(0, 20).join('\n')}`);
  });
}

/** History routes agree with the first client, which watches all. */
async function expectHistories(world: StreamWorld, [all]: readonly BookKeeper[], api: TestApi): Promise<void> {
  const told = new Map([...all!.confirmed]);
  for (const [entry, hash] of world.confirmedAt(world.tip.hash, all!.addresses)) expect(told.get(entry)).toBe(hash);
  for (let number = 1; number <= ADDRESSES; number += 7) {
    const address = addressOf(number);
    const { json } = await api.get(`/v0/addresses/btc/${address}/transactions?limit=1000`);
    for (const { txid, status, blockHash } of json.transactions) {
      const entry = `${txid} ${address}`;
      if (status === 'pending') expect(all!.pending.has(entry), entry).toBe(true);
      else expect(told.get(entry), entry).toBe(blockHash);
    }
    const confirmed = json.transactions.filter(({ status }: { status: string }) => status !== 'pending');
    expect(confirmed).toHaveLength([...told.keys()].filter((entry) => entry.endsWith(address)).length);
  }
}

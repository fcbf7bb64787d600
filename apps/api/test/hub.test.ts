/** State that the primary keeps for workers, which talk to it here without processes of their own. */
import { Counter, Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { Hub, Member } from '../src/workers/hub.js';
import { IpcChannel } from '../src/workers/ipc-channel.js';
import type { HeightList, PrimaryFunctions, WorkerFunctions } from '../src/workers/protocol.js';

class FakeWorker {
  readonly member: Member;
  readonly primary: IpcChannel<PrimaryFunctions>;
  readonly heights: HeightList[] = [];
  readonly requests: Counter;
  #isConnected = true;

  constructor(hub: Hub, place: number) {
    const registry = new Registry();
    const registers = [registry];
    this.requests = new Counter({ name: 'requests_total', help: 'Requests.', registers });
    new Gauge({ name: 'busy', help: 'Busy.', registers, aggregator: 'average' }).set(place);
    const own: WorkerFunctions = {
      stop: () => undefined,
      heights: (_variable: string, heights: HeightList) => void this.heights.push(heights),
      metrics: async (isForAll: boolean) => ({
        snapshot: await registry.getMetricsAsJSON(),
        text: isForAll ? `common ${place}\n` : null,
      }),
    };
    // As a channel of two processes does: what arrives has nothing in common with what was sent.
    const port = (to: () => IpcChannel<never>) => ({
      isConnected: () => this.#isConnected,
      send: (message: unknown) => setImmediate(() => to().receive(JSON.parse(JSON.stringify(message)))),
    });
    const functions = { ...hub.functionsFor(() => this.member), listening: () => undefined, refuse: () => undefined };
    this.primary = new IpcChannel<PrimaryFunctions>(
      port(() => this.member.channel as IpcChannel<never>),
      own,
    );
    this.member = new Member(
      place,
      new IpcChannel<WorkerFunctions>(
        port(() => this.primary as IpcChannel<never>),
        functions,
      ),
    );
    this.member.isListening = true;
    hub.add(this.member);
  }

  end(hub: Hub): void {
    this.#isConnected = false;
    hub.remove(this.member);
    this.member.channel.close();
    this.primary.close();
  }
}

test('what clients have under way is counted over all workers, and ends with the worker that has it', async () => {
  const hub = new Hub(null, 0);
  const workers = [1, 2].map((place) => new FakeWorker(hub, place));
  const limits = { all: { count: 3, weight: 100 }, ofClient: { count: 2, weight: 10 } };
  const enter = (at: number, client: string, weight = 1) =>
    workers[at]!.primary.ask('enter', 'streams', limits, client, weight);
  const first = await enter(0, 'ann');
  const both = await Promise.all([enter(0, 'ann'), enter(1, 'ann')]);
  expect(both.filter((entry) => entry === 'count')).toHaveLength(1);
  expect(await enter(1, 'ann')).toBe('count');
  expect(await enter(1, 'bob', 11)).toBe('weight');
  expect(await enter(1, 'bob')).toEqual(expect.any(Number));
  expect(await enter(0, 'cyn')).toBe('all');
  // To leave twice makes no more room than to leave once.
  for (let times = 0; times < 2; times++) await workers[0]!.primary.ask('leave', first as number);
  expect(await enter(1, 'cyn')).toEqual(expect.any(Number));
  expect(await enter(1, 'dan')).toBe('all');
  workers[1]!.end(hub);
  expect(await enter(0, 'ann')).toEqual(expect.any(Number));
  expect(await enter(0, 'dan')).toEqual(expect.any(Number));
});

test('a scrape has the sums of all workers, also of those that ended, and asks one of them for all', async () => {
  const hub = new Hub(null, 0);
  const [first, second] = [new FakeWorker(hub, 1), new FakeWorker(hub, 2)];
  first.requests.inc(5);
  second.requests.inc(7);
  const scrape = () => second.primary.ask('scrape');
  const texts = await Promise.all([scrape(), scrape()]);
  for (const text of texts) {
    expect(text).toMatch(/^requests_total 12$/m);
    // The worst of those that would be averaged.
    expect(text).toMatch(/^busy 2$/m);
    expect(text.match(/^common .$/gm)).toEqual(['common 1']);
  }
  first.end(hub);
  hub.countEnd();
  const third = new FakeWorker(hub, 1);
  third.requests.inc(1);
  expect(await scrape()).toMatch(/^requests_total 13$/m);
  expect(await scrape()).toMatch(/^chaintrail_api_worker_ends_total 1$/m);
  third.end(hub);
  second.end(hub);
  const fourth = new FakeWorker(hub, 1);
  expect(await fourth.primary.ask('scrape')).toMatch(/^requests_total 13$/m);
});

test('heights reach every worker before they are answered, and one that begins later', async () => {
  const hub = new Hub(null, 0);
  const [first, second] = [new FakeWorker(hub, 1), new FakeWorker(hub, 2)];
  await first.primary.ask('share', 'DATABASE_URL', [['btc', 101]]);
  expect([first.heights, second.heights]).toEqual([[], [[['btc', 101]]]]);
  // A process that reports late is no step back.
  await second.primary.ask('share', 'DATABASE_URL', [['btc', 100]]);
  const third = new FakeWorker(hub, 3);
  expect(await third.primary.ask('begin')).toEqual({
    ...{ place: 3, nameKey: expect.any(String) },
    heights: [['DATABASE_URL', [['btc', 101]]]],
  });
  second.end(hub);
  await first.primary.ask('share', 'DATABASE_URL', [['btc', 102]]);
  expect(third.heights).toEqual([[['btc', 102]]]);
});

test('who asks a process that has ended, or that fails, hears so', async () => {
  const hub = new Hub(null, 0);
  const worker = new FakeWorker(hub, 1);
  await expect(worker.primary.ask('take', 'no-tier', 'ann', 1)).rejects.toThrow();
  const asked = worker.member.channel.ask('metrics', false);
  worker.end(hub);
  await expect(asked).rejects.toThrow('the other process has ended');
  await expect(worker.member.channel.ask('stop')).rejects.toThrow('the other process has ended');
});

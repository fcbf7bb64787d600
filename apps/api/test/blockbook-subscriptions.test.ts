/** Subscriptions of a WebSocket that is closed while they begin. */
import { afterEach, expect, it, vi } from 'vitest';
import { Subscriptions } from '../src/blockbook/subscriptions.js';

type Options = ConstructorParameters<typeof Subscriptions>[0];

afterEach(() => vi.restoreAllMocks());

function subscriptionsOn(services: object): Subscriptions {
  const options = { services, place: {}, caller: {}, push: () => undefined, onEnd: () => undefined };
  return new Subscriptions(options as unknown as Options);
}

/** A promise that is kept later. */
function later<T>() {
  let keep: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}

it('looks for no rates any more', async () => {
  const begun = vi.spyOn(globalThis, 'setInterval');
  const ended = vi.spyOn(globalThis, 'clearInterval');
  const rate = later<null>();
  const subscriptions = subscriptionsOn({ rates: { of: () => rate.promise } });
  const subscribed = subscriptions.rates('1');
  subscriptions.end();
  rate.keep(null);
  await subscribed;
  const timers = begun.mock.results.map(({ value }) => value);
  expect(timers.filter((timer) => !ended.mock.calls.some(([each]) => each === timer))).toEqual([]);
});

it('leaves the place that it was given, and begins no channel', async () => {
  const place = later<() => void>();
  const leave = vi.fn();
  const channel = vi.fn();
  const subscriptions = subscriptionsOn({ streams: { takePlace: () => place.promise, channel } });
  const subscribed = subscriptions.blocks('1');
  subscriptions.end();
  place.keep(leave);
  await subscribed;
  expect([leave.mock.calls.length, channel.mock.calls.length]).toEqual([1, 0]);
});

it('leaves the channel that it waited for, though that is over', async () => {
  const leave = vi.fn();
  const left = vi.fn();
  const ended = { expect: () => undefined, leave: left, standing: () => Promise.reject(new Error('no database')) };
  const channel = vi.fn(() => ended);
  const subscriptions = subscriptionsOn({ streams: { takePlace: async () => leave, channel } });
  await expect(subscriptions.blocks('1')).rejects.toThrow('no database');
  expect([leave.mock.calls.length, left.mock.calls.length, channel.mock.calls.length]).toEqual([1, 1, 1]);
});
